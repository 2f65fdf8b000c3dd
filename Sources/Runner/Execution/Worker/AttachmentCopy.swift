// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// Copies bytes and files into new files, for attachments.
///
/// Rule 42.
enum AttachmentCopy {
    /// The reason why an attachment is not kept.
    struct Refusal: Error {
        /// The reason, to follow "is not kept: ".
        let reason: String
    }

    /// The number of bytes to read at once.
    private static let portion = 1 << 16

    /// Makes a new file, and removes it again if it cannot be filled.
    static func makeFile(
        at path: String, in place: AttachmentPlace, _ fill: (Int32) throws(Refusal) -> UInt64
    ) throws(Refusal) -> UInt64 {
        guard FilePath.makeDirectory(place.root) else { throw refusal("failed to make \(place.root)") }
        if mkdir(place.stagingPath, 0o700) != 0, errno != EEXIST {
            throw refusal("failed to make \(place.stagingPath)")
        }
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw refusal("failed to make \(path)") }
        defer { close(file) }
        do throws(Refusal) { return try fill(file) } catch {
            unlink(path)
            throw error
        }
    }

    /// Writes bytes to a file.
    static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, room: UInt64) throws(Refusal) {
        guard bytes.count <= room else { throw tooLarge(UInt64(bytes.count), room) }
        if let code = bytes.writeAll(to: file) { throw refusal("failed to write the copy", code) }
    }

    /// Copies a file to another; returns the number of bytes.
    static func copy(_ path: String, to file: Int32, room: UInt64) throws(Refusal) -> UInt64 {
        // A regular file only, since a pipe could block the worker.
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw refusal("failed to open \(path)") }
        defer { close(source) }
        guard let information = stat(descriptor: source), information.kind == S_IFREG else {
            throw Refusal(reason: "\(path) is not a regular file")
        }
        guard information.st_size <= room else { throw tooLarge(UInt64(information.st_size), room) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: portion, alignment: 1)
        defer { memory.deallocate() }
        var size: UInt64 = 0
        while true {
            let count = read(source, memory, portion)
            if count == 0 { return size }
            if count < 0 {
                if errno == EINTR { continue }
                throw refusal("failed to read \(path)")
            }
            size += UInt64(count)
            // It may grow while it is read.
            if size > room { throw tooLarge(size, room) }
            try write(UnsafeRawBufferPointer(start: memory, count: count), to: file, room: room)
        }
    }

    /// Returns the system's message about its last failure.
    private static func refusal(_ what: String, _ code: Int32 = errno) -> Refusal {
        Refusal(reason: "\(what): \(String(cString: strerror(code)))")
    }

    /// Returns the refusal of a size.
    private static func tooLarge(_ size: UInt64, _ room: UInt64) -> Refusal {
        Refusal(reason: "it has \(size) bytes; the limit is \(room)")
    }
}
