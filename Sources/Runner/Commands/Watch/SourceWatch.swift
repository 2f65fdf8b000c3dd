// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Waits until something changes in a package: in its root and all directories below it, except hidden ones.
struct SourceWatch {
    /// The events to watch for in a directory.
    private static let mask = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | Int32(IN_ONLYDIR)

    /// The kernel's notices.
    private let inotify: Inotify
    /// The package's directory.
    private let root: String
    /// The directory of each watch.
    private var directories: [Int32: String] = [:]

    /// Starts to watch a package.
    init(_ root: String) throws(SystemFault) {
        (inotify, self.root) = (try Inotify(), root)
        try watch(root)
    }

    /// Stops watching.
    func end() { inotify.end() }

    /// Watches a directory and those in it; one that is gone by now is skipped, and so is the target of a link that leads back.
    private mutating func watch(_ directory: String) throws(SystemFault) {
        guard let number = try inotify.watch(directory, for: Self.mask, passesForbidden: true),
            directories.updateValue(directory, forKey: number) == nil
        else { return }
        for name in FilePath.names(in: directory) where !name.hasPrefix(".") {
            let path = "\(directory)/\(name)"
            if stat(path: path)?.kind == S_IFDIR { try watch(path) }
        }
    }

    /// Sleeps until something has changed and nothing more happens; false if a signal ends the run.
    mutating func wait(interrupts: Int32) throws(SystemFault) -> Bool {
        var hasChanged = false
        while true {
            switch inotify.wait(interrupts: interrupts, hasChanged: hasChanged) {
            case .interrupted: return false
            case .quiet: return true
            case .notices(let notices): for notice in notices { hasChanged = try take(notice) || hasChanged }
            }
        }
    }

    /// Takes a notice, and watches a new directory; whether it concerns a file that is not hidden.
    private mutating func take(_ notice: Inotify.Notice) throws(SystemFault) -> Bool {
        if notice.has(IN_IGNORED) { directories[notice.watch] = nil }
        // Notices were lost, of new directories perhaps.
        let isLossy = notice.has(IN_Q_OVERFLOW)
        if isLossy {
            directories = [:]
            try watch(root)
        }
        let name = notice.name
        if name.isEmpty || name.hasPrefix(".") || name.hasSuffix("~") { return isLossy }
        if notice.has(IN_ISDIR), let directory = directories[notice.watch] { try watch("\(directory)/\(name)") }
        return true
    }
}
