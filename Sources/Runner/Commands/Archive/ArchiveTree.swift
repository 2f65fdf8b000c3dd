// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The directories that an archive is made of, read in an order that depends on names alone.
enum ArchiveTree {
    /// The most levels of directories: links could lead in circles.
    private static let depthLimit = 64

    /// The names in a directory, sorted, either without the hidden ones or only those; none if it cannot be read.
    ///
    /// Names that are not UTF-8 are left out.
    static func names(in directory: String, hidden: Bool = false) -> [String] {
        FilePath.nameBytes(in: directory).compactMap { bytes in
            (bytes.first == UInt8(ascii: ".")) == hidden ? String(validating: bytes, as: UTF8.self) : nil
        }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether there is a file at a path, links followed.
    static func isFile(_ path: String) -> Bool { stat(path: path)?.kind == S_IFREG }

    /// Whether there is a directory at a path, links followed.
    static func isDirectory(_ path: String) -> Bool { stat(path: path)?.kind == S_IFDIR }

    /// All files below a directory whose names fulfil a condition, as paths.
    static func files(below directory: String, depth: Int = 0, where isWanted: (String) -> Bool) -> [String] {
        if depth > depthLimit { return [] }
        var files: [String] = []
        for name in names(in: directory) {
            let path = directory + "/" + name
            if isDirectory(path) {
                files += self.files(below: path, depth: depth + 1, where: isWanted)
            } else if isWanted(name), isFile(path) {
                files.append(path)
            }
        }
        return files
    }

    /// A path without links in its directories; the last name stays as it is, since it names the bundle.
    static func place(_ path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let real = FilePath.real(directory) else { return nil }
        return real == "/" ? "/" + name : real + "/" + name
    }

    /// The deepest directory around some directories.
    static func common(_ directories: [String]) -> String {
        guard var common = directories.first?.split(separator: "/") else { return "/" }
        for directory in directories.dropFirst() {
            common = Array(zip(common, directory.split(separator: "/")).prefix { $0 == $1 }.map(\.0))
        }
        return "/" + common.joined(separator: "/")
    }

    /// A path as seen from a directory around it; nil if it is elsewhere.
    ///
    /// The directory itself is the empty path.
    static func path(_ path: String, below directory: String) -> String? {
        if path == directory { return "" }
        let root = directory == "/" ? "/" : directory + "/"
        return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
    }
}
