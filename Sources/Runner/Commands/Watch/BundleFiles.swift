// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// A snapshot of the files that may be bundles, and of the directories that contain them.
struct BundleFiles {
    /// The stamp that distinguishes a file from a later one at the same path.
    struct Stamp: Equatable {
        /// Device, inode, size, seconds and nanoseconds of the last change.
        private let numbers: [Int]

        /// Reads the stamp of the file at a path.
        init(_ information: stat) {
            numbers = [
                Int(truncatingIfNeeded: information.st_dev), Int(truncatingIfNeeded: information.st_ino),
                Int(information.st_size), information.st_mtim.tv_sec, information.st_mtim.tv_nsec,
            ]
        }
    }

    /// The directories in which bundles are looked for.
    private(set) var directories: Set<String> = []
    /// The files, by their paths as `Discovery` has them.
    private(set) var stamps: [String: Stamp] = [:]
    /// The files that links among them lead to, by their only names, with those links.
    private(set) var targets: [String: Set<String>] = [:]

    /// Takes a snapshot of bundles and of the `*.so` files and test executables of directories, as `Discovery` finds them; a
    /// missing path is skipped.
    init(paths: [String], recursive: Bool) {
        for path in paths {
            guard let information = stat(path: path) else { continue }
            if information.kind == S_IFDIR {
                look(in: path, recursive: recursive)
            } else {
                add(Self.full(path), information)
            }
        }
    }

    /// Adds a file and, if it is a link, its target.
    private mutating func add(_ path: String, _ information: stat) {
        stamps[path] = Stamp(information)
        guard Self.isLink(path), let target = FilePath.real(path) else { return }
        targets[target, default: []].insert(path)
    }

    /// Keeps the former targets of links that are broken now, since a target may be created again.
    mutating func keepTargets(of earlier: BundleFiles) {
        for (target, links) in earlier.targets {
            for link in links where stamps[link] == nil && Self.isLink(link) {
                targets[target, default: []].insert(link)
            }
        }
    }

    /// Whether a path is a symbolic link.
    private static func isLink(_ path: String) -> Bool { stat(link: path)?.kind == S_IFLNK }

    /// Adds the files of a directory, except hidden ones.
    private mutating func look(in directory: String, recursive: Bool) {
        guard directories.insert(directory).inserted else { return }
        let prefix = directory.hasSuffix("/") ? directory : directory + "/"
        for name in FilePath.names(in: directory) where !name.hasPrefix(".") {
            let path = prefix + name
            guard let information = stat(path: path) else { continue }
            if information.kind == S_IFDIR {
                if recursive { look(in: path, recursive: true) }
            } else if [".so", ".xctest", "-test-runner"].contains(where: path.hasSuffix) {
                add(path, information)
            }
        }
    }

    /// A path with its directory before it, as in `Discovery`, without a slash at its end.
    static func full(_ path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return trimmed.contains("/") ? trimmed : "./" + trimmed
    }

    /// The directory that contains a path.
    static func parent(of path: String) -> String { FilePath.directory(of: full(path)) }
}
