// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// The host's origins; nil if it knows none.
    static func origins(of host: UnsafePointer<testkit_host>) -> UnsafePointer<testkit_origins>? {
        host.pointee.get_extension?(host, TESTKIT_EXTENSION_ORIGINS)?.assumingMemoryBound(to: testkit_origins.self)
    }

    /// The activity that started what the calling thread does: `TESTKIT_NO_ACTIVITY` where that is unknown, nil where the host
    /// does not know such things at all.
    var origin: UInt64? {
        guard let origins else { return nil }
        let task = withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
        return origins.pointee.origin(host, task)
    }

    /// Has work that a task of a case starts belong to that case.
    func provideOrigins() {
        origins?.pointee.provide(host) { Activity.boundIdentifier }
    }
}
