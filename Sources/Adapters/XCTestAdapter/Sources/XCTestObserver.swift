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
    /// How many of its failures were unexpected.
    private var unexpectedCount = 0

    /// Observes what some code does.
    static func observe(_ activity: Activity, _ body: () -> Void) {
        shared.activity = activity
        shared.unexpectedCount = 0
        body()
        shared.activity = nil
    }

    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        // XCTest counts a failure before it tells of it.
        let count = testCase.testRun?.unexpectedExceptionCount ?? 0
        let kind = count > unexpectedCount ? TESTKIT_ISSUE_ERROR : TESTKIT_ISSUE_ASSERTION
        unexpectedCount = count
        // XCTest's file for an error that a test threw.
        let isPlaceless = filePath == "<EXPR>"
        activity?.report(kind, description, file: isPlaceless ? nil : filePath, line: isPlaceless ? 0 : lineNumber)
    }
}
