// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Text that is kept until a report is complete: a small amount in memory, a large one in an unlinked temporary file.
public final class Spool {
    /// A stretch of it.
    public struct Extent {
        /// The beginning.
        public var start: Int
        /// The size, in bytes.
        public var count: Int
    }

    /// The most bytes that are kept in memory.
    private static let memoryLimit = 1 << 20

    /// The part that is not in the file.
    private var memory: [UInt8] = []
    /// The number of bytes that are in the file.
    private var stored = 0
    /// The file, once there is one.
    private var file: FileDescriptor?
    /// The reason why it cannot be written or read, as an `errno`: then nothing more is kept.
    public private(set) var failure: Int32?

    /// Starts with the defaults.
    public init() {}

    /// Keeps some bytes.
    public func append(_ bytes: [UInt8]) -> Extent {
        defer {
            memory += bytes
            if memory.count > Self.memoryLimit { store() }
        }
        return Extent(start: stored + memory.count, count: bytes.count)
    }

    /// Moves the part in memory to the file.
    private func store() {
        if file.number == nil { file = FileDescriptor(owning: worker_capture_file(FilePath.temporary)) }
        if let number = file.number {
            if failure == nil { failure = memory.withUnsafeBytes { $0.writeAll(to: number) } }
        } else if failure == nil {
            failure = errno
        }
        stored += memory.count
        memory.removeAll(keepingCapacity: true)
    }

    /// Writes a stretch to a report.
    public func write(_ extent: Extent, to output: inout TextOutput) {
        var place = extent.start
        let end = place + extent.count
        var chunk: [UInt8] = []
        while place < min(end, stored), failure == nil, let number = file.number {
            if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: min(65_536, extent.count)) }
            let wanted = min(chunk.count, min(end, stored) - place)
            let count = pread(number, &chunk, wanted, off_t(place))
            if count > 0 {
                output.write(chunk[..<count])
                place += count
            } else if count == 0 || errno != EINTR {
                failure = count == 0 ? EIO : errno
            }
        }
        if place < end, failure == nil { output.write(memory[(place - stored)..<(end - stored)]) }
    }
}
