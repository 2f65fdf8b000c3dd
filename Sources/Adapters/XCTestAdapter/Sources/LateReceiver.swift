// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// A case that stays XCTest's current one between two cases: without any, XCTest loses failures of work that goes on.
final class LateReceiver: XCTestCase {
    /// The one receiver.
    nonisolated(unsafe) private static let shared = LateReceiver(name: "late") { _ in }
    /// Where XCTest keeps its current case; null as long as that is not known.
    nonisolated(unsafe) private static var place: UnsafeMutablePointer<UInt>?
    /// The host, once a case has run.
    nonisolated(unsafe) private static var host: UnsafePointer<testkit_host>?

    /// Becomes the current case before any has run, so that the failures of a class's first hook are not lost.
    static func prepare(for host: UnsafePointer<testkit_host>) {
        if place != nil { return }
        shared.run()
        wait(for: host)
    }

    /// Looks where XCTest keeps its current case, which is about to run: the only place in its variables with the case's address.
    static func find(_ running: XCTestCase) {
        if place != nil { return }
        place = adapter_only_place(xctestAnchor, UInt(bitPattern: Unmanaged.passUnretained(running).toOpaque()))
    }

    /// An address in XCTest.
    private static var xctestAnchor: UnsafeRawPointer {
        unsafeBitCast(XCTestCase.self, to: UnsafeRawPointer.self)
    }

    /// Becomes the current case, once a case has ended that left none.
    static func wait(for host: UnsafePointer<testkit_host>) {
        guard let place, place.pointee == 0 else { return }
        Self.host = host
        // XCTest releases it in favour of the next case.
        place.pointee = UInt(bitPattern: Unmanaged.passRetained(shared).toOpaque())
    }

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        guard let host = Self.host else { return }
        let starter = WorkOrigin.ofCaller(host)
        // A hook of a class, or a case that is made: XCTest drops its failures.
        if let running = XCTestObserver.current, !running.hasStarted,
            starter == running.activity.number || starter == TESTKIT_NO_ACTIVITY
        {
            return running.activity.report(
                TESTKIT_ISSUE_WARNING, description, details: "XCTest drops the failures outside of its tests.",
                file: filePath, line: lineNumber)
        }
        let kind = expected ? TESTKIT_ISSUE_ASSERTION : TESTKIT_ISSUE_ERROR
        Activity(host: host, number: starter).report(
            kind, description, file: filePath, line: lineNumber, isTesting: false)
    }
}
