// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel

/// Copies attachments in the worker, so that no later event can take them away.
final class AttachmentService: Sendable {
    /// The most bytes that one attachment may have.
    static let sizeLimit: UInt64 = 64 << 20
    /// The reason why an attachment is not kept.
    private typealias Refusal = AttachmentCopy.Refusal

    /// The copies that an activity has made so far.
    private struct Budget {
        /// Which.
        var activity = TESTKIT_NO_ACTIVITY
        /// The number of the first copies, and their bytes.
        var firstCount = 0, firstSize: UInt64 = 0
        /// The last copies: their numbers and sizes.
        var last: [(number: UInt64, size: UInt64)] = []
        /// The bytes of the last copies.
        var lastSize: UInt64 = 0
        /// The number of copies that this worker has made in all.
        var number: UInt64 = 0

        /// Counts a new copy; returns the numbers of older copies without room.
        mutating func count(_ number: UInt64, _ size: UInt64) -> [UInt64] {
            let hasRoom = firstCount < AttachmentPlace.countLimit && firstSize + size <= AttachmentPlace.totalLimit
            if last.isEmpty, hasRoom {
                (firstCount, firstSize) = (firstCount + 1, firstSize + size)
                return []
            }
            last.append((number, size))
            lastSize += size
            var dropped: [UInt64] = []
            while last.count > AttachmentPlace.countLimit || lastSize > AttachmentPlace.totalLimit, last.count > 1 {
                lastSize -= last[0].size
                dropped.append(last.removeFirst().number)
            }
            return dropped
        }
    }

    /// Where copies go.
    private let place: AttachmentPlace
    /// Guards the counts; any thread may attach.
    private let budget = CallbackLock(Budget())

    /// Has kept nothing yet.
    init(place: AttachmentPlace) { self.place = place }

    /// Adds its functions to the host's.
    static func add(to table: inout testkit_host) {
        table.attach_data = { host, activity, name, bytes, size in
            guard let host = HostInterface.behind(host) else { return 0 }
            let data = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(clamping: size))
            return host.attachments.keep(name, of: activity, host) { file, room throws(Refusal) in
                try AttachmentCopy.write(data, to: file, room: room)
                return UInt64(data.count)
            }
        }
        table.attach_file = { host, activity, name, path in
            guard let host = HostInterface.behind(host) else { return 0 }
            let path = path.map { String(cString: $0) } ?? ""
            return host.attachments.keep(name, of: activity, host) { file, room throws(Refusal) in
                try AttachmentCopy.copy(path, to: file, room: room)
            }
        }
    }

    /// Makes a copy and reports it to the host; on failure, reports a warning of the activity.
    ///
    /// Of an activity that attaches in a loop, the host keeps the first and the last. So that the copies which it has not come
    /// to move do not fill the disk, this takes those back that are neither.
    ///
    /// - Parameter fill: Writes the copy, of so many bytes at most; returns how many they are.
    /// - Returns: 1 if it is kept, as the ABI defines.
    private func keep(
        _ name: UnsafePointer<CChar>?, of activity: UInt64, _ host: HostInterface,
        _ fill: (Int32, UInt64) throws(Refusal) -> UInt64
    ) -> Int32 {
        let name = name.map { String(cString: $0) } ?? ""
        do throws(Refusal) {
            let number = budget.withLock { budget in
                budget.number += 1
                return UInt64(UInt32(bitPattern: getpid())) << 32 | budget.number
            }
            let size = try AttachmentCopy.makeFile(at: place.path(ofStaged: number), in: place) {
                file throws(Refusal) in
                try fill(file, Self.sizeLimit)
            }
            let staged = StagedAttachment(name: name, number: number, size: size)
            host.send(.attachment(staged), about: activity)
            for old in count(number, size, of: activity, isUnderWay: host.isUnderWay(activity)) {
                unlink(place.path(ofStaged: old))
            }
            return 1
        } catch {
            host.send(.issue(.attachment(name, isNotKept: error.reason)), about: activity)
            return 0
        }
    }

    /// Counts a copy of an activity; returns the numbers of those that are to be taken back.
    ///
    /// A late attachment counts for the activity that attached something last.
    private func count(_ number: UInt64, _ size: UInt64, of activity: UInt64, isUnderWay: Bool) -> [UInt64] {
        budget.withLock { budget in
            if budget.activity != activity, isUnderWay {
                let made = budget.number
                budget = Budget()
                (budget.activity, budget.number) = (activity, made)
            }
            return budget.count(number, size)
        }
    }
}
