// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// The host's attachments; nil if it keeps none.
    private var attachments: UnsafePointer<testkit_attachments>? {
        host.pointee.get_extension(host, TESTKIT_EXTENSION_ATTACHMENTS)?
            .assumingMemoryBound(to: testkit_attachments.self)
    }

    /// Keeps some bytes with an activity's result.
    ///
    /// - Returns: Whether the host keeps them; if it has such a thing and does not, it has said why.
    func attach(_ bytes: UnsafeRawBufferPointer, named name: String, of activity: UInt64) -> Bool {
        guard let attachments else { return cannotAttach(name, of: activity) }
        return attachments.pointee.attach_data(host, activity, name, bytes.baseAddress, UInt64(bytes.count)) != 0
    }

    /// Keeps a copy of a file with an activity's result.
    ///
    /// - Returns: As for bytes.
    func attach(file path: String, named name: String, of activity: UInt64) -> Bool {
        guard let attachments else { return cannotAttach(name, of: activity) }
        return attachments.pointee.attach_file(host, activity, name, path) != 0
    }

    /// Says that an older host keeps nothing.
    private func cannotAttach(_ name: String, of activity: UInt64) -> Bool {
        log("the attachment '\(name)' is not kept: the runner has no \(TESTKIT_EXTENSION_ATTACHMENTS)", of: activity)
        return false
    }
}
