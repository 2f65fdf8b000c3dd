// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// Passes events of other libraries' assertions to the bundle of their case; the extension "testkit.events/1".
///
/// Such a library has one handler in a process, and the first bundle's is it.
///
/// Rule 50.
final class EventExtension: Sendable {
    /// A bundle's function, and what it is called with.
    private struct Taker: @unchecked Sendable {
        /// The context that the bundle gets with each call.
        let context: UnsafeMutableRawPointer?
        /// Takes an event; returns 0 if it belongs to no case of the bundle.
        let take: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt64) -> Int32
    }

    /// The bundles' functions, in the order of their loading; added on the main thread, called on any.
    private let takers = CallbackLock<[Taker]>([])

    /// The table that bundles receive; allocated once and never freed.
    nonisolated(unsafe) let interface: UnsafePointer<testkit_events>

    /// Starts without bundles.
    init() {
        let table = UnsafeMutablePointer<testkit_events>.allocate(capacity: 1)
        table.initialize(to: testkit_events())
        table.pointee.struct_size = UInt32(MemoryLayout<testkit_events>.size)
        table.pointee.take = { host, context, take in
            guard let take else { return }
            HostInterface.behind(host)?.events.takers.withLock { $0.append(Taker(context: context, take: take)) }
        }
        table.pointee.give = { host, bytes, count in
            guard let takers = HostInterface.behind(host)?.events.takers.withLock({ $0 }) else { return 0 }
            return takers.contains { $0.take($0.context, bytes, count) != 0 } ? 1 : 0
        }
        interface = UnsafePointer(table)
    }
}
