// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// Waits until bundles are added or rebuilt, with inotify(7).
///
/// A file that is still being written delays the others, so that no half-written bundle runs. Events say when to look;
/// the
/// files' stamps say what has changed, so that a lost event loses no change.
///
/// Rule 64.
struct BundleWatch {
    /// The quiet time before a change counts, in milliseconds: a build replaces one file after the other.
    private static let settling: Int32 = 200
    /// The events to watch for in a directory.
    private static let mask = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF)

    /// The reason why a wait ended.
    enum Outcome: Equatable {
        /// Bundles that are new or changed, and bundles that are gone, by path, sorted.
        case changed([String], gone: [String])
        /// A signal that ends the run.
        case interrupted
    }

    /// The bundles and directories to watch.
    private let paths: [String]
    /// The same paths, each with its parent directory.
    private let named: Set<String>
    /// Whether to look in subdirectories.
    private let recursive: Bool
    /// The inotify descriptor.
    private let descriptor: Int32
    /// The directory of each watch descriptor.
    private var directories: [Int32: String] = [:]
    /// The same directories without links.
    private var resolved: [Int32: String] = [:]
    /// The files as they were at the last reported change.
    private var files: BundleFiles
    /// The files that are being written.
    private var unfinished: Set<String> = []
    /// The files that were written or moved here since the last reported change.
    private var written: Set<String> = []

    /// Starts to watch.
    init(paths: [String], recursive: Bool) throws(SystemFault) {
        self.paths = paths
        self.recursive = recursive
        named = Set(paths.map(BundleFiles.full))
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Inotify.fault("failed to watch for changes") }
        worker_note_descriptor(descriptor, 1)
        files = BundleFiles(paths: paths, recursive: recursive)
        try watchDirectories(of: files)
        // Covers changes between the first look and the watch.
        files = BundleFiles(paths: paths, recursive: recursive)
    }

    /// Stops watching.
    func end() {
        worker_note_descriptor(descriptor, 0)
        close(descriptor)
    }

    /// Watches all directories, their parents, since a removed directory may be created again, and the targets of
    /// links.
    private mutating func watchDirectories(of files: BundleFiles) throws(SystemFault) {
        let others = paths.map(BundleFiles.parent(of:)) + files.targets.keys.map(BundleFiles.parent(of:))
        for directory in files.directories.union(others) {
            let watch = inotify_add_watch(descriptor, directory, Self.mask)
            if watch >= 0 {
                resolved[watch] = FilePath.real(directory)
                // A parent may also be one of the directories under another path; the directory's entry then counts.
                if directories[watch] == nil || files.directories.contains(directory) { directories[watch] = directory }
            } else if errno != ENOENT, errno != ENOTDIR {
                throw Inotify.fault("failed to watch '\(directory)' for changes")
            }
        }
    }

    /// Sleeps until a changed bundle is complete, or until a signal ends the run.
    mutating func wait(interrupts: Int32) throws(SystemFault) -> Outcome {
        var isPending = false
        while true {
            var entries = [
                pollfd(fd: interrupts, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            // The end of the writing is an event of its own.
            let count = poll(&entries, 2, isPending && unfinished.isEmpty ? Self.settling : -1)
            if entries[0].revents != 0 {
                switch worker_next_interrupt(interrupts) {
                case 0, SIGUSR1: break
                case SIGTSTP: worker_stop()
                default: return .interrupted
                }
            }
            if entries[1].revents != 0 {
                if takeEvents() { isPending = true }
            } else if count == 0, isPending {
                isPending = false
                if let outcome = try changes() { return outcome }
            }
        }
    }

    /// The changes since the last report; nil if there are none.
    private mutating func changes() throws(SystemFault) -> Outcome? {
        var now = BundleFiles(paths: paths, recursive: recursive)
        now.keepTargets(of: files)
        try watchDirectories(of: now)
        let changed = now.stamps.filter { files.stamps[$0.key] != $0.value || written.contains($0.key) }.keys.sorted()
        let gone = files.stamps.keys.filter { now.stamps[$0] == nil }.sorted()
        files = now
        written = []
        return changed.isEmpty && gone.isEmpty ? nil : .changed(changed, gone: gone)
    }

    /// Reads all pending events.
    ///
    /// Returns whether any of them may concern a bundle.
    private mutating func takeEvents() -> Bool {
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
                if take(Int32(bitPattern: fields[0]), fields[1], name) { isRelevant = true }
                start = end
            }
        }
    }

    /// Handles an event.
    ///
    /// Returns whether it may concern a bundle.
    private mutating func take(_ watch: Int32, _ mask: UInt32, _ name: String) -> Bool {
        func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
        if has(IN_Q_OVERFLOW) {
            // Events were lost, so it is unknown which files are being written; the next event of each file shows it.
            unfinished = []
            return true
        }
        guard let directory = directories[watch] else { return false }
        if has(IN_IGNORED) || has(IN_DELETE_SELF) {
            if has(IN_IGNORED) { directories[watch] = nil }
            return true
        }
        let path = Self.path(name, in: directory)
        let target = resolved[watch].map { Self.path(name, in: $0) }
        let links = target.flatMap { files.targets[$0] } ?? []
        for link in links { note(mask, of: link, at: path) }
        // In a parent directory, and beside a bundle that was named, other files do not count.
        guard files.directories.contains(directory) || named.contains(path) else { return !links.isEmpty }
        if has(Int32(bitPattern: UInt32(IN_ISDIR))) { return has(IN_CREATE) || has(IN_MOVED_TO) || has(IN_DELETE) }
        guard name.hasSuffix(".so") || named.contains(path) else { return !links.isEmpty }
        note(mask, of: path, at: path)
        return true
    }

    /// Records the effect of an event at a path.
    private mutating func note(_ mask: UInt32, of bundle: String, at path: String) {
        func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
        if has(IN_CREATE) || has(IN_MODIFY) {
            // A link is complete as soon as it exists.
            if has(IN_MODIFY) || !Self.isLink(path) { unfinished.insert(bundle) }
        } else {
            unfinished.remove(bundle)
            if has(IN_CLOSE_WRITE) || has(IN_MOVED_TO) { written.insert(bundle) }
        }
    }

    /// The path of a name in a directory.
    private static func path(_ name: String, in directory: String) -> String {
        directory.hasSuffix("/") ? directory + name : directory + "/" + name
    }

    /// Whether the path is a link to a file with another name.
    private static func isLink(_ path: String) -> Bool {
        var information = stat()
        guard lstat(path, &information) == 0 else { return false }
        return information.st_mode & S_IFMT == S_IFLNK || information.st_nlink > 1
    }
}
