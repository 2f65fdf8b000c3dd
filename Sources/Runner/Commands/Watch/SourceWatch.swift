// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// Waits until something changes in a package, with inotify(7): in its root and all directories below it, except hidden ones.
struct SourceWatch {
    /// The quiet time before a change counts, in milliseconds: an editor or a checkout writes one file after the other.
    private static let settling: Int32 = 200
    /// The events to watch for in a directory.
    private static let mask = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

    /// The inotify descriptor.
    private let descriptor: Int32
    /// The package's directory.
    private let root: String
    /// The directory of each watch descriptor.
    private var directories: [Int32: String] = [:]

    /// Starts to watch a package.
    init(_ root: String) throws(SystemFault) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Inotify.fault("failed to watch for changes") }
        worker_note_descriptor(descriptor, 1)
        self.root = root
        try watch(root)
    }

    /// Stops watching.
    func end() {
        worker_note_descriptor(descriptor, 0)
        close(descriptor)
    }

    /// Watches a directory and those in it; one that is gone by now is skipped.
    private mutating func watch(_ directory: String) throws(SystemFault) {
        let number = inotify_add_watch(descriptor, directory, Self.mask)
        guard number >= 0 else {
            if errno == ENOENT || errno == ENOTDIR || errno == EACCES { return }
            throw Inotify.fault("failed to watch '\(directory)' for changes")
        }
        // A link may lead back.
        guard directories.updateValue(directory, forKey: number) == nil else { return }
        for name in FilePath.names(in: directory) where !name.hasPrefix(".") {
            var information = stat()
            let path = "\(directory)/\(name)"
            guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { continue }
            try watch(path)
        }
    }

    /// Sleeps until something has changed and nothing more happens; false if a signal ends the run.
    mutating func wait(interrupts: Int32) throws(SystemFault) -> Bool {
        var isPending = false
        while true {
            var entries = [
                pollfd(fd: interrupts, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&entries, 2, isPending ? Self.settling : -1)
            if entries[0].revents != 0 {
                switch worker_next_interrupt(interrupts) {
                case 0, SIGUSR1: break
                case SIGTSTP: worker_stop()
                default: return false
                }
            }
            if entries[1].revents != 0 {
                if try takeEvents() { isPending = true }
            } else if count == 0, isPending {
                return true
            }
        }
    }

    /// Reads all pending events, and watches new directories; whether any concerns a file that is not hidden.
    private mutating func takeEvents() throws(SystemFault) -> Bool {
        var isRelevant = false
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return isRelevant }
            var start = 0
            // wd, mask, cookie, length: 32 bits each; then the name, with zeros behind it.
            while start + 16 <= count {
                let fields = bytes.withUnsafeBytes { buffer in
                    (0..<4).map { buffer.loadUnaligned(fromByteOffset: start + 4 * $0, as: UInt32.self) }
                }
                let end = min(count, start + 16 + Int(fields[3]))
                let name = String(decoding: bytes[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)
                start = end
                let (number, mask) = (Int32(bitPattern: fields[0]), fields[1])
                if mask & UInt32(IN_IGNORED) != 0 { directories[number] = nil }
                // Events were lost, of new directories perhaps.
                if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    isRelevant = true
                    directories = [:]
                    try watch(root)
                }
                guard !name.isEmpty, !name.hasPrefix("."), !name.hasSuffix("~") else { continue }
                isRelevant = true
                let isDirectory = mask & UInt32(bitPattern: Int32(IN_ISDIR)) != 0
                if isDirectory, let directory = directories[number] { try watch("\(directory)/\(name)") }
            }
        }
    }
}
