// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// Which test started the work that a thread does, as the host knows it.
///
/// May be used on any thread.
enum WorkOrigin {
    /// The activity and the round that run a test of Swift Testing, in the tasks of that test.
    static let current = TaskLocal<(activity: Activity, round: Int)?>(wrappedValue: nil)

    /// Has work that is started belong to the test that it is started in, wherever Swift Testing runs that.
    static func provide(to host: UnsafePointer<testkit_host>) {
        host.pointee.provide_origins?(host) { WorkOrigin.current.get()?.activity.number ?? TESTKIT_NO_ACTIVITY }
    }

    /// Guards the next.
    private static let lock = NSLock()
    /// Whether an activity runs tests of Swift Testing, or else of XCTest, by number.
    nonisolated(unsafe) private static var testing: [UInt64: Bool] = [:]

    /// Notes whose test an activity runs.
    static func note(_ activity: Activity, isTesting: Bool) { lock.withLock { testing[activity.number] = isTesting } }

    /// Whether an issue of one framework is dropped, since its activity belongs to the other: they do not work together (ST-0021).
    static func isForeign(_ number: UInt64, isTesting: Bool) -> Bool {
        let mode = getenv("SWIFT_TESTING_XCTEST_INTEROP_MODE").map { String(cString: $0) }
        return lock.withLock { testing[number] } == !isTesting && mode != "complete" && mode != "strict"
    }

    /// The activity that started what the calling thread does; `TESTKIT_NO_ACTIVITY` if that is unknown.
    static func ofCaller(_ host: UnsafePointer<testkit_host>) -> UInt64 {
        let task = withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
        return host.pointee.work_origin?(host, task) ?? TESTKIT_NO_ACTIVITY
    }
}
