// SPDX-License-Identifier: MIT

import BundleABI

/// The services of a runner, which a host for a single bundle may lack.
extension HostConnection {
    /// The phase that an activity is in, and where its stream of random numbers begins there; nil if the host knows none.
    func stream(of activity: UInt64) -> (phase: UInt32, state: UInt64)? {
        var (phase, state): (UInt32, UInt64) = (0, 0)
        return host.pointee.random_stream?(host, activity, &phase, &state) ?? 0 != 0 ? (phase, state) : nil
    }

    /// Has the bundle given events that other libraries' assertions send and no other bundle takes.
    func takeEvents(_ take: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt64) -> Int32) {
        host.pointee.take_events?(host, nil, take)
    }

    /// Passes an event to the bundle of its case; returns whether there is one.
    func giveEvent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        host.pointee.give_event?(host, bytes.baseAddress, UInt64(bytes.count)) ?? 0 != 0
    }

    /// Keeps a text for an activity, which becomes a remark of its result if the process ends in it.
    ///
    /// On the main thread only.
    func note(_ text: String, of activity: UInt64) { host.pointee.note?(host, activity, text) }

    /// The activity that started what the calling thread does: `TESTKIT_NO_ACTIVITY` where that is unknown, nil where the host
    /// does not know such things at all.
    var origin: UInt64? {
        guard let origin = host.pointee.work_origin else { return nil }
        let task = withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
        return origin(host, task)
    }

    /// Has work that a task of a case starts belong to that case.
    func provideOrigins() { host.pointee.provide_origins?(host) { Activity.boundIdentifier } }

    /// Ends the worker after a case whose code cannot be stopped; the host goes on in another one.
    ///
    /// Report the failure first. May be called on any thread. Returns only where the host has no such function: then the run
    /// goes on together with that code.
    func abandonWorker(_ activity: UInt64) { host.pointee.abandon?(host, activity) }
}
