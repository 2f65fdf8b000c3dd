// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import Synchronization

/// Copies what tests attach, in the worker, so that nothing that happens later takes it away; the extension
/// `testkit.attachments/1` of the ABI.
final class AttachmentExtension: Sendable {
    /// The most bytes that one attachment may have.
    static let sizeLimit: UInt64 = 64 << 20
    /// The most bytes that the attachments of one activity may have together.
    static let totalLimit: UInt64 = 256 << 20
    /// The most attachments of one activity.
    static let countLimit = 1000

    /// Why something is not kept.
    private typealias Refusal = AttachmentCopy.Refusal

    /// The amount that an activity has attached so far.
    private struct Budget {
        /// Which.
        var activity = TESTKIT_NO_ACTIVITY
        /// How many attachments.
        var count = 0
        /// How many bytes.
        var size: UInt64 = 0
        /// How many copies this worker has made in all.
        var number: UInt64 = 0
    }

    /// The table that bundles receive; allocated once and never freed.
    nonisolated(unsafe) let interface: UnsafePointer<testkit_attachments>
    /// Where copies go.
    private let place: AttachmentPlace
    /// Guards the counts; any thread may attach.
    private let budget = Mutex(Budget())

    /// Prepares the interface.
    init(place: AttachmentPlace) {
        self.place = place
        let memory = UnsafeMutablePointer<testkit_attachments>.allocate(capacity: 1)
        var callbacks = testkit_attachments()
        callbacks.struct_size = UInt32(MemoryLayout<testkit_attachments>.size)
        callbacks.attach_data = { host, activity, name, bytes, size in
            guard let host = HostInterface.behind(host) else { return 0 }
            let data = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(clamping: size))
            return host.attachments.keep(name, of: activity, host) { file, room throws(Refusal) in
                try AttachmentCopy.write(data, to: file, room: room)
                return UInt64(data.count)
            }
        }
        callbacks.attach_file = { host, activity, name, path in
            guard let host = HostInterface.behind(host) else { return 0 }
            let path = path.map { String(cString: $0) } ?? ""
            return host.attachments.keep(name, of: activity, host) { file, room throws(Refusal) in
                try AttachmentCopy.copy(path, to: file, room: room)
            }
        }
        memory.initialize(to: callbacks)
        interface = UnsafePointer(memory)
    }

    /// Makes a copy and tells the host; or says, as a warning of the activity, why there is none.
    ///
    /// - Parameter fill: Writes the copy, of so many bytes at most; returns how many they are.
    /// - Returns: What the ABI says: 1 if it is kept.
    private func keep(
        _ name: UnsafePointer<CChar>?, of activity: UInt64, _ host: HostInterface,
        _ fill: (Int32, UInt64) throws(Refusal) -> UInt64
    ) -> Int32 {
        let name = name.map { String(cString: $0) } ?? ""
        do throws(Refusal) {
            let (number, room) = try reserve(for: activity)
            let size = try AttachmentCopy.makeFile(at: place.path(ofStaged: number), in: place) {
                file throws(Refusal) in
                try fill(file, room)
            }
            budget.withLock { if $0.activity == activity { $0.size += size } }
            let staged = StagedAttachment(name: name, number: number, size: size)
            host.send(about: activity) { .attachment(staged, activity: activity, isLate: $0) }
            return 1
        } catch {
            let issue = Issue(kind: .warning, message: "the attachment '\(name)' is not kept: \(error.reason)")
            host.send(about: activity) { .issue(issue, activity: activity, isLate: $0) }
            return 0
        }
    }

    /// The number of the next copy, and how many bytes it may have.
    private func reserve(for activity: UInt64) throws(Refusal) -> (number: UInt64, room: UInt64) {
        let reserved: (UInt64, UInt64)? = budget.withLock { budget in
            if budget.activity != activity {
                budget.activity = activity
                (budget.count, budget.size) = (0, 0)
            }
            guard budget.count < Self.countLimit else { return nil }
            budget.count += 1
            budget.number += 1
            let left = Self.totalLimit - min(budget.size, Self.totalLimit)
            return (UInt64(UInt32(bitPattern: getpid())) << 32 | budget.number, min(Self.sizeLimit, left))
        }
        guard let reserved else { throw Refusal(reason: "there are \(Self.countLimit) already, which is the limit") }
        return reserved
    }
}
