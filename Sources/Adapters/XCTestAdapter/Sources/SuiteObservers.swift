// SPDX-License-Identifier: MIT

import Foundation
import XCTest

/// The events of XCTest's observers that only a run by XCTest itself would bring: those of suites and of the bundle.
///
/// A suite adds an observer with `XCTestObservationCenter`, which notifies it of each case; the center's functions for the rest
/// are XCTest's own. Each worker is a bundle's run of its own, and each class that it runs a suite in it.
///
/// Used on the worker's main thread alone.
enum SuiteObservers {
    /// The suite that runs.
    nonisolated(unsafe) private static var suite: XCTestSuite?
    /// Whether observers will hear of the bundle's end, which is that of the process.
    ///
    /// No observer can be there at its beginning.
    nonisolated(unsafe) private static var willTellEnd = false

    /// A class of a name begins.
    static func suiteWillStart(_ name: String) {
        let begun = XCTestSuite(name: name)
        suite = begun
        for observer in others { observer.testSuiteWillStart(begun) }
    }

    /// The class has ended.
    static func suiteDidFinish() {
        defer { suite = nil }
        let observers = others
        guard let suite, !observers.isEmpty else { return }
        for observer in observers { observer.testSuiteDidFinish(suite) }
        if willTellEnd { return }
        willTellEnd = true
        atexit { for observer in SuiteObservers.others { observer.testBundleDidFinish(Bundle.main) } }
    }

    /// The suites' observers, which the center keeps to itself.
    private static var others: [any XCTestObservation] {
        let variables = Mirror(reflecting: XCTestObservationCenter.shared).children
        guard let set = variables.first(where: { $0.label == "observers" })?.value else { return [] }
        return Mirror(reflecting: set).children.compactMap { wrapper in
            let object = Mirror(reflecting: wrapper.value).children.first { $0.label == "object" }?.value
            return object as? any XCTestObservation
        }.filter { !($0 is XCTestObserver) }
    }
}
