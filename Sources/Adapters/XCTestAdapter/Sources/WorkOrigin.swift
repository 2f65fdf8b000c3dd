// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// Which test started the work that a thread does, as the host and Swift Testing know it.
///
/// May be used on any thread.
enum WorkOrigin {
    /// Guards the next.
    private static let lock = NSLock()
    /// The last activity of each of Swift Testing's tests that have begun here.
    nonisolated(unsafe) private static var activities: [Test.ID: UInt64] = [:]

    /// Notes that a test has begun.
    static func note(_ test: Test.ID, _ activity: Activity) {
        lock.withLock { activities[test] = activity.number }
    }

    /// Has work that is started belong to the test that it is started in, wherever Swift Testing runs that.
    static func provide(to host: UnsafePointer<testkit_host>) {
        host.pointee.provide_origins?(host) { WorkOrigin.ofCurrentTest }
    }

    /// The activity of the test that the calling task is bound to.
    private static var ofCurrentTest: UInt64 {
        guard let id = Test.current?.id else { return TESTKIT_NO_ACTIVITY }
        return lock.withLock { activities[id] } ?? TESTKIT_NO_ACTIVITY
    }

    /// The activity that started what the calling thread does; `TESTKIT_NO_ACTIVITY` if that is unknown.
    static func ofCaller(_ host: UnsafePointer<testkit_host>) -> UInt64 {
        let task = withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
        return host.pointee.work_origin?(host, task) ?? TESTKIT_NO_ACTIVITY
    }
}
