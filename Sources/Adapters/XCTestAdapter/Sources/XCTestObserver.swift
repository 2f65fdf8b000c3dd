// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// Hears of XCTest's failures, and reports them of what runs.
///
/// Work of a case may fail on another thread while the case ends. All else is used on the main thread.
final class XCTestObserver: XCTestObservation, @unchecked Sendable {
    /// The one observer, which XCTest keeps.
    private static let shared: XCTestObserver = {
        let observer = XCTestObserver()
        XCTestObservationCenter.shared.addTestObserver(observer)
        return observer
    }()

    /// An activity, the case that it runs, if it is not a class's hook, and whether XCTest has started that case; a test may
    /// run others by itself.
    typealias Running = (activity: Activity, instance: XCTestCase?, hasStarted: Bool)
    /// Guards the next.
    private let lock = NSLock()
    /// The activity and case that run now.
    private var running: Running?
    /// Where the hook is that runs, as far as that is known.
    private var hook: MethodPlaces.Place?
    /// The hook that runs once XCTest has reported what the body has thrown.
    private var next: (phase: testkit_phase, hook: MethodPlaces.Place?)?
    /// The number of unexpected failures among those of the case.
    private var unexpectedCount = 0
    /// The host, once something has run.
    nonisolated(unsafe) private static var host: UnsafePointer<testkit_host>?

    /// The activity and case that run; nil between two activities.
    private(set) static var current: Running? {
        get { shared.lock.withLock { shared.running } }
        set { shared.lock.withLock { shared.running = newValue } }
    }

    /// Prepares for the failures of a class's hooks.
    static func prepare(for host: UnsafePointer<testkit_host>) {
        // An observer must be there when the receiver runs.
        _ = shared
        LateReceiver.prepare(for: host)
    }

    /// Observes what some code does, which runs a case, or makes one, if it is not what a class sets up.
    static func observe<Made>(
        _ activity: Activity, running instance: XCTestCase? = nil, _ body: () -> Made
    ) -> Made {
        host = activity.host
        WorkOrigin.note(activity, isTesting: false)
        current = (activity, instance, false)
        shared.unexpectedCount = 0
        defer {
            Self.current = nil
            (shared.hook, shared.next) = (nil, nil)
        }
        return body()
    }

    /// Enters a part of the running case: its body, or the hooks around that, which count as the body where they have no place.
    static func enter(_ phase: testkit_phase, _ hook: MethodPlaces.Place?, isAfterFailure: Bool = false) {
        if isAfterFailure { return shared.next = (phase, hook) }
        shared.hook = hook
        shared.running?.activity.enter(hook == nil ? TESTKIT_PHASE_BODY : phase)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        LateReceiver.find(testCase)
        lock.withLock { if running?.instance === testCase { running?.hasStarted = true } }
    }

    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        // XCTest's file for an error that a test threw.
        let isPlaceless = filePath == "<EXPR>"
        let current = Self.current
        // Work that another case has started fails while this one runs, or its own has just ended.
        let starter = Self.host.map(WorkOrigin.ofCaller) ?? TESTKIT_NO_ACTIVITY
        if let host = Self.host, starter != current?.activity.number, current == nil || starter != TESTKIT_NO_ACTIVITY {
            let kind = isPlaceless ? TESTKIT_ISSUE_ERROR : TESTKIT_ISSUE_ASSERTION
            return Activity(host: host, number: starter).report(
                kind, description, file: filePath, line: lineNumber, isTesting: false)
        }
        guard let (activity, instance, _) = current, instance == nil || instance === testCase else { return }
        // XCTest counts a failure before it reports it.
        let count = testCase.testRun?.unexpectedExceptionCount ?? 0
        let kind = count > unexpectedCount ? TESTKIT_ISSUE_ERROR : TESTKIT_ISSUE_ASSERTION
        unexpectedCount = count
        if isPlaceless {
            activity.report(kind, description, file: hook?.file, line: hook?.line ?? 0, isLastKnown: true)
            if let next { Self.enter(next.phase, next.hook) }
            next = nil
        } else {
            activity.report(kind, description, file: filePath, line: lineNumber)
        }
    }
}
