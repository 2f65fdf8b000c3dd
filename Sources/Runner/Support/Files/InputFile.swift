// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A file that the user named, and that can be opened and read without blocking for ever.
///
/// It is opened without blocking and refused unless it is a regular file, so that a pipe, a device or a socket in its
/// place is an error and not a wait without end.
///
/// Rule 63.
public final class InputFile {
    /// The kinds of files that are accepted at the path.
    public enum Kind {
        /// A regular file.
        case regular
        /// A pipe as well, for what another program writes.
        case regularOrPipe
    }

    /// The reason why a file cannot be read.
    public struct Fault: Error, Equatable, CustomStringConvertible {
        /// In words that follow the file's name and a colon.
        public let description: String
        /// Whether nothing is there.
        public var isMissing = false

        /// Takes the system's reason.
        public init(code: Int32) {
            description = SystemFault.reason(code)
            isMissing = code == ENOENT || code == ENOTDIR
        }

        /// States a reason of the project's own.
        public init(_ reason: String) { description = reason }
    }

    /// The longest time of a named pipe without a writer, in milliseconds.
    private static let patience: Int32 = 10_000

    /// The open file.
    public let descriptor: Int32
    /// The file's size when it was opened, in bytes; nil for a pipe.
    public let size: UInt64?
    /// Which state of it was opened.
    public let version: FileVersion
    /// Whether a pipe has given anything yet.
    private var hasGiven = false
    /// Whether it is a pipe that has a name, and so may wait for its writer.
    private var isNamedPipe = false

    /// Opens a file; `-` is standard input where `kind` allows a pipe, whatever that is.
    public init(path: String, _ kind: Kind = .regular) throws(Fault) {
        let isStandardInput = path == "-" && kind == .regularOrPipe
        // Never the controlling terminal of the run.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = isStandardInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, flags)
        guard opened >= 0 else { throw Fault(code: errno) }
        guard let information = stat(descriptor: opened) else {
            let code = errno
            close(opened)
            throw Fault(code: code)
        }
        let type = information.kind
        let isPipe = type == S_IFIFO && kind == .regularOrPipe
        guard type == S_IFREG || isPipe || isStandardInput else {
            close(opened)
            throw Fault("expected a regular file, got \(Self.name(of: type))")
        }
        descriptor = opened
        version = FileVersion(information)
        size = type == S_IFREG ? UInt64(max(0, information.st_size)) : nil
        isNamedPipe = isPipe && !isStandardInput && !Self.isAnonymousPipe(opened)
    }

    deinit { close(descriptor) }

    /// Whether a pipe has no name in a file system, so that no further writer can open it.
    private static func isAnonymousPipe(_ descriptor: Int32) -> Bool {
        var name = [CChar](repeating: 0, count: 5)
        let count = readlink("/proc/self/fd/\(descriptor)", &name, 5)
        return count == 5 && name.elementsEqual("pipe:".utf8.map { CChar(bitPattern: $0) })
    }

    /// A kind of file, in words.
    private static func name(of type: mode_t) -> String {
        switch type {
        case S_IFDIR: "a directory"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "something else"
        }
    }

    /// Reads what comes next into some bytes from a place on; nothing at the end.
    ///
    /// A wait for a pipe's writer ends with an interrupt.
    public func read(into bytes: inout [UInt8], from start: Int = 0) throws(Fault) -> Int {
        while true {
            if size == nil { try awaitInput() }
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            }
            if count >= 0 {
                hasGiven = hasGiven || count > 0
                return count
            }
            if errno != EINTR, errno != EAGAIN { throw Fault(code: errno) }
        }
    }

    /// Takes the content into a fingerprint, part by part: a large file in memory takes longer than its reading.
    ///
    /// - Parameter limit: Where to end, about: a file that grows all the time has no end.
    public func add(to result: inout Fingerprint, limit: Int = .max) {
        // A multiple of eight, as the fingerprint needs it.
        let partSize = 1 << 16
        var part = [UInt8](repeating: 0, count: partSize)
        var (total, end) = (0, 0)
        while let count = try? read(into: &part, from: end) {
            end += count
            if end == partSize || count == 0 {
                part.withUnsafeBytes { result.add(part: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
                (total, end) = (total + end, 0)
            }
            if count == 0 || total > limit { return result.end(after: total) }
        }
    }

    /// Waits until a pipe has something to read, or its writers are gone.
    private func awaitInput() throws(Fault) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let isWaitingForWriter = isNamedPipe && !hasGiven
        while true {
            let count = poll(&entry, 1, isWaitingForWriter ? Self.patience : -1)
            if count > 0 { return }
            if count == 0 { throw Fault("nothing wrote to the pipe for \(Self.patience / 1000) s") }
            guard errno == EINTR else { throw Fault(code: errno) }
            if worker_is_interrupted() != 0 { throw Fault("interrupted while waiting for the pipe's writer") }
        }
    }

    /// Reads all that is left; a file of more bytes than the limit is refused before more than that is kept.
    public func readAll(limit: Int) throws(Fault) -> [UInt8] {
        if let size, size > UInt64(limit) { throw Self.tooLarge(limit) }
        // With one byte more, the end of a file is seen without another part.
        var bytes = [UInt8](repeating: 0, count: size.map { Int($0) + 1 } ?? 65_536)
        var end = 0
        while true {
            let count = try read(into: &bytes, from: end)
            end += count
            if end > limit { throw Self.tooLarge(limit) }
            if count == 0 {
                bytes.removeLast(bytes.count - end)
                return bytes
            }
            if end == bytes.count { bytes += repeatElement(0, count: min(end, limit - end + 1)) }
        }
    }

    /// All bytes of a file; a fault begins with what failed, "failed to read the record".
    public static func bytes(
        of path: String, _ kind: Kind = .regular, limit: Int, otherwise what: String
    ) throws(SystemFault) -> [UInt8] {
        do throws(Fault) { return try InputFile(path: path, kind).readAll(limit: limit) } catch {
            throw SystemFault(what, because: error.description)
        }
    }

    /// The fault of a file that is too large.
    private static func tooLarge(_ limit: Int) -> Fault {
        Fault("the file is larger than \(limit >> 20 > 0 ? "\(limit >> 20) MB" : "\(limit) bytes")")
    }
}
