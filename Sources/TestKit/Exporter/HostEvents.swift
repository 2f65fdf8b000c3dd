// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// Has the bundle given events that other libraries' assertions send and no other bundle takes.
    func takeEvents(_ take: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt64) -> Int32) {
        events?.pointee.take(host, nil, take)
    }

    /// Passes an event to the bundle of its case; returns whether there is one.
    func giveEvent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (events?.pointee.give(host, bytes.baseAddress, UInt64(bytes.count)) ?? 0) != 0
    }

    /// The host's part in it; nil where the host has none.
    private var events: UnsafePointer<testkit_events>? {
        host.pointee.get_extension(host, TESTKIT_EXTENSION_EVENTS)?.assumingMemoryBound(to: testkit_events.self)
    }
}
