// SPDX-License-Identifier: MIT

import Glibc

/// The stamp that tells a file from one that replaces it, and from itself after it is overwritten.
struct FileStamp: Equatable, Sendable {
    /// The device and the number of the file there.
    private var (device, inode): (UInt64, UInt64)
    /// How many bytes it has.
    private let size: Int64
    /// When it was written and when anything of it was changed, in seconds and nanoseconds.
    private var times: [Int]
    /// The linker's build identifier; empty if there is none.
    private var build: [UInt8] = []

    /// Looks at a file; nil where there is none.
    ///
    /// Who made it is read only if that `isComplete`.
    init?(path: String, isComplete: Bool = true) {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        (device, inode) = (UInt64(information.st_dev), UInt64(information.st_ino))
        size = Int64(information.st_size)
        let (written, changed) = (information.st_mtim, information.st_ctim)
        times = [written.tv_sec, written.tv_nsec, changed.tv_sec, changed.tv_nsec]
        if isComplete { build = BuildIdentifier.read(path: path) ?? [] }
    }

    /// The linker's build identifier, or else the size and the time of the file, as a word.
    var text: String {
        if build.isEmpty { return "\(size)-\(times[0]).\(times[1])" }
        return build.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Whether what is at a path now is what this was taken of.
    ///
    /// A file of the same build is: it was copied or linked anew, or its file system does not keep its numbers.
    func stands(at path: String) -> Bool {
        guard var now = FileStamp(path: path, isComplete: false), now.size == size else { return false }
        now.build = build
        if now == self { return true }
        return !build.isEmpty && BuildIdentifier.read(path: path) == build
    }
}
