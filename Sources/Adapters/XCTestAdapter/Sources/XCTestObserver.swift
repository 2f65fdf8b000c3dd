// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// Hears of XCTest's failures, and reports them of what runs.
///
/// Everything here is used while XCTest observes, which is on one thread at a time.
final class XCTestObserver: XCTestObservation, @unchecked Sendable {
    /// The one observer, which XCTest keeps.
    private static let shared: XCTestObserver = {
        let observer = XCTestObserver()
        XCTestObservationCenter.shared.addTestObserver(observer)
        return observer
    }()

    /// The running activity.
    private var activity: Activity?
    /// The case that it runs; a test may run others by itself.
    private var running: XCTestCase?
    /// Where the hook is that runs, as far as that is known.
    private var hook: MethodPlaces.Place?
    /// The hook that runs once XCTest has reported what the body has thrown.
    private var next: (phase: testkit_phase, hook: MethodPlaces.Place?)?
    /// How many of its failures were unexpected.
    private var unexpectedCount = 0

    /// What runs; nil between two activities.
    static var current: Activity? { shared.activity }

    /// Prepares for the failures of a class's hooks.
    static func prepare(for host: UnsafePointer<testkit_host>) {
        // An observer must be there when the receiver runs.
        _ = shared
        LateReceiver.prepare(for: host)
    }

    /// Observes what some code does, which runs a case, if it is not what a class sets up.
    static func observe(_ activity: Activity, running instance: XCTestCase? = nil, _ body: () -> Void) {
        shared.activity = activity
        shared.running = instance
        shared.unexpectedCount = 0
        body()
        (shared.activity, shared.running, shared.hook, shared.next) = (nil, nil, nil, nil)
        LateReceiver.wait(for: activity.host)
    }

    /// Enters a part of the running case: its body, or the hooks around that, which count as the body where they have no place.
    static func enter(_ phase: testkit_phase, _ hook: MethodPlaces.Place?, isAfterFailure: Bool = false) {
        if isAfterFailure { return shared.next = (phase, hook) }
        shared.hook = hook
        shared.activity?.enter(hook == nil ? TESTKIT_PHASE_BODY : phase)
    }

    func testCaseWillStart(_ testCase: XCTestCase) { LateReceiver.find(testCase) }

    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        if let running, testCase !== running { return }
        // XCTest counts a failure before it reports it.
        let count = testCase.testRun?.unexpectedExceptionCount ?? 0
        let kind = count > unexpectedCount ? TESTKIT_ISSUE_ERROR : TESTKIT_ISSUE_ASSERTION
        unexpectedCount = count
        // XCTest's file for an error that a test threw.
        let isPlaceless = filePath == "<EXPR>"
        guard let activity else { return }
        // Work that another case has started fails while this one runs.
        let starter = WorkOrigin.ofCaller(activity.host)
        let isOther = starter != activity.number && starter != TESTKIT_NO_ACTIVITY
        let owner = isOther ? Activity(host: activity.host, number: starter) : activity
        if isPlaceless {
            owner.report(kind, description, file: hook?.file, line: hook?.line ?? 0, isLastKnown: true)
            if let next { Self.enter(next.phase, next.hook) }
            next = nil
        } else {
            owner.report(kind, description, file: filePath, line: lineNumber)
        }
    }
}
