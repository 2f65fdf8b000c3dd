// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// The output of a worker, in an unlinked temporary file.
///
/// Stretches of it are read, and their disk space is freed when they are reported.
struct WorkerOutput: ~Copyable {
    /// The amount of reported output that may stay on the disk, in bytes.
    static let slack: UInt64 = 1 << 20

    /// The file; nil if the worker prints to the host's output.
    private let file: FileDescriptor?
    /// The ends of the freed ranges: of reported output, and of output that was too long.
    private var (forgotten, thinned): (UInt64, UInt64) = (0, 0)

    /// Takes a file.
    init(_ file: consuming FileDescriptor?) { self.file = file }

    /// The number of the file's descriptor; -1 without a file.
    private var descriptor: Int32 { file.number ?? -1 }

    /// Whether its file system has no space left.
    var hasNoRoom: Bool { worker_has_no_room(descriptor) != 0 }

    /// The number of bytes printed so far.
    var end: UInt64 {
        stat(descriptor: descriptor).map { UInt64(max(0, $0.st_size)) } ?? 0
    }

    /// Returns a range of it; the middle of a long range is left out.
    func text(from start: UInt64, to end: UInt64?, limit: Int = 65_536) -> String? {
        guard let information = stat(descriptor: descriptor) else { return nil }
        let last = min(end ?? UInt64.max, UInt64(max(0, information.st_size)))
        guard last > start else { return nil }
        let count = Int(last - start)
        if count <= limit { return read(from: start, count: count) }
        let half = limit / 2
        return read(from: start, count: half) + "\n[\(count - 2 * half) bytes left out]\n"
            + read(from: last - UInt64(half), count: half)
    }

    /// Some bytes of it, invalid UTF-8 repaired.
    private func read(from start: UInt64, count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, off_t(start))
        return String(decoding: bytes.prefix(max(0, got)), as: UTF8.self)
    }

    /// Frees the disk space of reported output.
    func forget(_ stretch: (UInt64, UInt64)) {
        guard stretch.1 > stretch.0, stretch.1 - stretch.0 > Self.slack else { return }
        worker_punch(descriptor, stretch.0, min(stretch.1, end))
    }

    /// Frees the disk space of everything before a place.
    mutating func forget(to place: UInt64) {
        guard place > forgotten, place - forgotten > Self.slack, place <= end else { return }
        worker_punch(descriptor, forgotten, place)
        forgotten = place
    }

    /// Frees the disk space of the middle of the output since `start()`, of which only the ends are reported.
    ///
    /// The start is read after the end, so everything between them is from the current activity.
    mutating func thin(since start: () -> UInt64) {
        let (end, start) = (end, start())
        let thinned = max(self.thinned, start &+ Self.slack)
        guard end > thinned, end - thinned > 2 * Self.slack else { return }
        worker_punch(descriptor, thinned, end - Self.slack)
        // From the page on that was left as it is.
        self.thinned = end - 2 * Self.slack
    }
}
