// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// Keeps some bytes with an activity's result.
    ///
    /// - Returns: Whether the host keeps them; if it has such a thing and does not, it has said why.
    func attach(_ bytes: UnsafeRawBufferPointer, named name: String, of activity: UInt64) -> Bool {
        isKept(
            name, of: activity, host.pointee.attach_data?(host, activity, name, bytes.baseAddress, UInt64(bytes.count)))
    }

    /// Keeps a copy of a file with an activity's result.
    ///
    /// - Returns: As for bytes.
    func attach(file path: String, named name: String, of activity: UInt64) -> Bool {
        isKept(name, of: activity, host.pointee.attach_file?(host, activity, name, path))
    }

    /// Adds a property to an activity's result; to a host of an earlier version, as a remark.
    func addProperty(_ name: String, _ value: String, of activity: UInt64) {
        let isKnown = Int(host.pointee.struct_size) >= MemoryLayout<testkit_host>.size
        guard isKnown, let add = host.pointee.add_property else { return log("\(name): \(value)", of: activity) }
        add(host, activity, name, value)
    }

    /// The host's answer; of a host that keeps nothing, which does not answer, it says so.
    private func isKept(_ name: String, of activity: UInt64, _ answer: Int32?) -> Bool {
        if answer == nil { log("the attachment '\(name)' is not kept: the host keeps none", of: activity) }
        return answer ?? 0 != 0
    }
}
