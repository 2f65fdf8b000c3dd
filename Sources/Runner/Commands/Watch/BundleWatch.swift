// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Waits until bundles are added or rebuilt.
///
/// A file that is still being written delays the others, so that no half-written bundle runs. Notices say when to look; the
/// files' stamps say what has changed, so that a lost notice loses no change.
///
/// Rule 64.
struct BundleWatch {
    /// The events to watch for in a directory.
    private static let mask =
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF

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
    /// The kernel's notices.
    private let inotify: Inotify
    /// The directory of each watch.
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
        inotify = try Inotify()
        files = BundleFiles(paths: paths, recursive: recursive)
        try watchDirectories(of: files)
        // Covers changes between the first look and the watch.
        files = BundleFiles(paths: paths, recursive: recursive)
    }

    /// Stops watching.
    func end() { inotify.end() }

    /// Watches all directories, their parents, since a removed directory may be created again, and the targets of
    /// links.
    private mutating func watchDirectories(of files: BundleFiles) throws(SystemFault) {
        let others = paths.map(BundleFiles.parent(of:)) + files.targets.keys.map(BundleFiles.parent(of:))
        for directory in files.directories.union(others) {
            guard let watch = try inotify.watch(directory, for: Self.mask, passesForbidden: false) else { continue }
            resolved[watch] = FilePath.real(directory)
            // A parent may also be one of the directories under another path; the directory's entry then counts.
            if directories[watch] == nil || files.directories.contains(directory) { directories[watch] = directory }
        }
    }

    /// Sleeps until a changed bundle is complete, or until a signal ends the run.
    mutating func wait(interrupts: Int32) throws(SystemFault) -> Outcome {
        var hasChanged = false
        while true {
            // The end of the writing is an event of its own.
            switch inotify.wait(interrupts: interrupts, hasChanged: hasChanged && unfinished.isEmpty) {
            case .interrupted: return .interrupted
            case .notices(let notices): for notice in notices { hasChanged = take(notice) || hasChanged }
            case .quiet:
                hasChanged = false
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

    /// Takes a notice; returns whether it may concern a bundle.
    private mutating func take(_ notice: Inotify.Notice) -> Bool {
        if notice.has(IN_Q_OVERFLOW) {
            // Notices were lost, so it is unknown which files are being written; the next event of each file shows it.
            unfinished = []
            return true
        }
        guard let directory = directories[notice.watch] else { return false }
        if notice.has(IN_IGNORED | IN_DELETE_SELF) {
            if notice.has(IN_IGNORED) { directories[notice.watch] = nil }
            return true
        }
        let path = Self.path(notice.name, in: directory)
        let target = resolved[notice.watch].map { Self.path(notice.name, in: $0) }
        let links = target.flatMap { files.targets[$0] } ?? []
        for link in links { note(notice, of: link, at: path) }
        // In a parent directory, and next to a bundle that was named, other files do not count.
        guard files.directories.contains(directory) || named.contains(path) else { return !links.isEmpty }
        if notice.has(IN_ISDIR) { return notice.has(IN_CREATE | IN_MOVED_TO | IN_DELETE) }
        guard notice.name.hasSuffix(".so") || named.contains(path) else { return !links.isEmpty }
        note(notice, of: path, at: path)
        return true
    }

    /// Records the effect of a notice about a path.
    private mutating func note(_ notice: Inotify.Notice, of bundle: String, at path: String) {
        if notice.has(IN_CREATE | IN_MODIFY) {
            // A link is complete as soon as it exists.
            if notice.has(IN_MODIFY) || !Self.isLink(path) { unfinished.insert(bundle) }
        } else {
            unfinished.remove(bundle)
            if notice.has(IN_CLOSE_WRITE | IN_MOVED_TO) { written.insert(bundle) }
        }
    }

    /// The path of a name in a directory.
    private static func path(_ name: String, in directory: String) -> String {
        directory.hasSuffix("/") ? directory + name : directory + "/" + name
    }

    /// Whether the path is a link to a file with another name.
    private static func isLink(_ path: String) -> Bool {
        guard let information = stat(link: path) else { return false }
        return information.kind == S_IFLNK || information.st_nlink > 1
    }
}
