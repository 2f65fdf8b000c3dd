// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A file without a name in `TMPDIR`, for what would take too much memory; it goes when its last user does.
final class UnlinkedFile {
    /// The open file.
    private let file: FileDescriptor
    /// The first read that failed: from then on, what is read counts for nothing.
    private(set) var fault: SystemFault?

    /// Makes an empty file.
    init() throws(SystemFault) {
        guard let file = FileDescriptor(owning: worker_capture_file(FilePath.temporary)) else {
            throw SystemFault("failed to make a temporary file in '\(FilePath.temporary)'")
        }
        self.file = file
    }

    /// Writes the bytes of elements behind the others.
    func append<Element: BitwiseCopyable>(_ elements: [Element]) throws(SystemFault) {
        if let code = elements.withUnsafeBytes({ $0.writeAll(to: file.number) }) {
            throw SystemFault(
                "failed to write a temporary file in '\(FilePath.temporary)'",
                because: "\(SystemFault.reason(code)); set TMPDIR to a directory with more room")
        }
    }

    /// Reads the bytes from a place on, as many as a buffer takes; they are there, unless the file failed.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
        var count = 0
        let what = "failed to read a temporary file in '\(FilePath.temporary)'"
        while count < buffer.count, fault == nil {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let got = pread(file.number, rest.baseAddress, rest.count, off_t(offset + count))
            if got > 0 {
                count += got
            } else if got == 0 {
                fault = SystemFault(what, because: "it was cut off")
            } else if errno != EINTR {
                fault = SystemFault(what)
            }
        }
    }
}
