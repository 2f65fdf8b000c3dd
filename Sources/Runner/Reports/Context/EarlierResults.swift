// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The results of the runs before, to compare a run with: what failed newly, what is fixed, what takes longer.
public struct EarlierResults: Sendable {
    /// A difference from the run before.
    enum Change: Equatable, Sendable {
        /// It fails, and did not when it last ran.
        case newlyFailed
        /// It passes, and failed when it last ran.
        case fixed
        /// It takes longer than it did, which was so many microseconds.
        case slower(before: UInt64)

        /// The word for it in a report's data.
        var word: String {
            switch self {
            case .newlyFailed: "newlyFailed"
            case .fixed: "fixed"
            case .slower: "slower"
            }
        }
    }

    /// The factor by which a reported case takes longer.
    private static let factor: UInt64 = 2
    /// The least time by which it takes longer, in microseconds.
    private static let margin: UInt64 = 100_000

    /// The classes that are known, with those of their cases that failed or took long.
    private let classes: [String: [String: RunRecord.Case]]
    /// The registry of all loaded bundles.
    private let registry: Registry

    /// Looks up what is known of a registry's classes.
    public init(_ record: RunRecord, in registry: Registry) {
        self.registry = registry
        var classes: [String: [String: RunRecord.Case]] = [:]
        for entry in record.classes where entry.count > 0 || !entry.cases.isEmpty {
            classes[entry.identity] = Dictionary(entry.cases.map { ($0.name, $0) }) { $1 }
        }
        self.classes = classes
    }

    /// Returns the difference of a case from the run before; nil if there is none, or nothing is known of its class.
    func change(_ result: CaseResult) -> Change? {
        let classIndex = registry.cases[Int(result.slot.caseIndex)].classIndex
        guard let known = classes[registry.identity(ofClass: classIndex)] else { return nil }
        let before = known[registry.name(of: result.slot)]
        let hasFailed = before?.isFailure ?? false
        if result.isFailure { return hasFailed ? nil : .newlyFailed }
        guard result.outcome == .passed else { return nil }
        if hasFailed { return .fixed }
        // A case without an entry was quicker than one that has one.
        let duration = before?.duration ?? RunRecord.longDuration
        let now = result.duration / 1000
        return now > duration * Self.factor && now - duration >= Self.margin ? .slower(before: duration) : nil
    }
}
