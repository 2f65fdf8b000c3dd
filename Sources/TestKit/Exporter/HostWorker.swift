// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// Ends the worker after a case whose code cannot be stopped; the host goes on in another one.
    ///
    /// Report the failure first. May be called on any thread. Returns only where the host has no such thing: then the run
    /// goes on beside that code.
    func abandonWorker(_ activity: UInt64) {
        guard let address = host.pointee.get_extension(host, TESTKIT_EXTENSION_WORKER) else { return }
        address.assumingMemoryBound(to: testkit_worker.self).pointee.abandon(host, activity)
    }
}
