// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// Keeps a text for an activity, which becomes a remark of its result if the process ends in it; without a host that can, nothing.
    ///
    /// On the main thread only.
    func note(_ text: String, of activity: UInt64) {
        let address = host.pointee.get_extension?(host, TESTKIT_EXTENSION_NOTES)
        address?.assumingMemoryBound(to: testkit_notes.self).pointee.note(host, activity, text)
    }
}
