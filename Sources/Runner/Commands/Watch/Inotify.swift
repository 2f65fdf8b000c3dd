// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// The kernel's notices of what happens in some directories: inotify(7).
struct Inotify {
    /// Something that has happened in a directory.
    struct Notice {
        /// The number of the directory's watch.
        let watch: Int32
        /// The kinds of change, as bits.
        private let mask: UInt32
        /// The name of the file that it has happened to; "" for the directory itself.
        let name: String

        /// Takes a notice as it is in memory.
        fileprivate init(_ watch: UInt32, _ mask: UInt32, _ name: some Sequence<UInt8>) {
            (self.watch, self.mask) = (Int32(bitPattern: watch), mask)
            self.name = String(decoding: Array(name), as: UTF8.self)
        }

        /// Whether it has one of some bits.
        func has(_ bits: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: bits) != 0 }
    }

    /// The cause of the end of a wait.
    enum Outcome {
        /// Something has happened.
        case notices([Notice])
        /// Nothing has for a while.
        case quiet
        /// A signal that ends the run.
        case interrupted
    }

    /// The quiet time before a change counts, in milliseconds: a build, an editor or a checkout writes one file after the other.
    private static let settling: Int32 = 200

    /// The descriptor to read from.
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))

    /// Starts without a directory.
    init() throws(SystemFault) {
        guard descriptor >= 0 else { throw Self.fault("failed to watch for changes") }
        worker_note_descriptor(descriptor, 1)
    }

    /// Stops watching.
    func end() {
        worker_note_descriptor(descriptor, 0)
        close(descriptor)
    }

    /// Watches a directory; returns the number of its watch, nil where it is gone, or must not be read and that is allowed for.
    func watch(_ directory: String, for bits: some BinaryInteger, passesForbidden: Bool) throws(SystemFault) -> Int32? {
        let number = inotify_add_watch(descriptor, directory, UInt32(truncatingIfNeeded: bits))
        if number >= 0 { return number }
        if errno == ENOENT || errno == ENOTDIR || passesForbidden && errno == EACCES { return nil }
        throw Self.fault("failed to watch '\(directory)' for changes")
    }

    /// Sleeps until something happens or a signal ends the run; where something has changed, until nothing more happens.
    func wait(interrupts: Int32, hasChanged: Bool) -> Outcome {
        while true {
            var entries = [
                pollfd(fd: interrupts, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&entries, 2, hasChanged ? Self.settling : -1)
            if entries[0].revents != 0 {
                switch worker_next_interrupt(interrupts) {
                case 0, SIGUSR1: break
                case SIGTSTP: worker_stop()
                default: return .interrupted
                }
            }
            if entries[1].revents != 0 { return .notices(notices()) }
            if count == 0 { return .quiet }
        }
    }

    /// All notices that have come.
    private func notices() -> [Notice] {
        var notices: [Notice] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return notices }
            var start = 0
            // wd, mask, cookie, length: 32 bits each; then the name, with zeros after it.
            while start + 16 <= count {
                let fields = bytes.withUnsafeBytes { buffer in
                    (0..<4).map { buffer.loadUnaligned(fromByteOffset: start + 4 * $0, as: UInt32.self) }
                }
                let end = min(count, start + 16 + Int(fields[3]))
                notices.append(Notice(fields[0], fields[1], bytes[(start + 16)..<end].prefix { $0 != 0 }))
                start = end
            }
        }
    }

    /// The reason why nothing can be watched, by `errno`; where a setting is too small, its name.
    private static func fault(_ what: String) -> SystemFault {
        switch errno {
        case ENOSPC: SystemFault(what, because: "no watch is free; raise fs.inotify.max_user_watches (sysctl)")
        case EMFILE: SystemFault(what, because: "no instance is free; raise fs.inotify.max_user_instances (sysctl)")
        default: SystemFault(what)
        }
    }
}
