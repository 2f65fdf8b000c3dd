// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// Passes events of other libraries' assertions to the bundle of their case.
///
/// Such a library has one handler in a process: that of the first bundle.
///
/// Rule 50.
final class EventService: Sendable {
    /// A bundle's function, and what it is called with.
    private struct Taker: @unchecked Sendable {
        /// The context that the bundle gets with each call.
        let context: UnsafeMutableRawPointer?
        /// Takes an event; returns 0 if it belongs to no case of the bundle.
        let take: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt64) -> Int32
    }

    /// The bundles' functions, in the order of their loading; added on the main thread, called on any.
    private let takers = CallbackLock<[Taker]>([])

    /// Adds its functions to the host's.
    static func add(to table: inout testkit_host) {
        table.take_events = { host, context, take in
            guard let take else { return }
            HostInterface.behind(host)?.events.takers.withLock { $0.append(Taker(context: context, take: take)) }
        }
        table.give_event = { host, bytes, count in
            guard let takers = HostInterface.behind(host)?.events.takers.withLock({ $0 }) else { return 0 }
            return takers.contains { $0.take($0.context, bytes, count) != 0 } ? 1 : 0
        }
    }
}
