// SPDX-License-Identifier: MIT

@testable import Runner

/// An enumeration of messages of which the approved text has every case.
///
/// A new case does not compile until `sampleName` names it, and a new name does not compile until `samples(named:)` has one for
/// it.
protocol Sampled {
    /// The names of the cases, without their values.
    associatedtype SampleName: CaseIterable & Hashable

    /// The name of the case.
    var sampleName: SampleName { get }

    /// Returns values of a case.
    static func samples(named name: SampleName) -> [Self]
}

extension Sampled {
    /// The values of all cases.
    static var samples: [Self] { SampleName.allCases.flatMap(samples(named:)) }

    /// Whether each name has values, and each value has its name.
    static var hasAllSamples: Bool {
        SampleName.allCases.allSatisfy { name in
            let values = samples(named: name)
            return !values.isEmpty && values.allSatisfy { $0.sampleName == name }
        }
    }
}
