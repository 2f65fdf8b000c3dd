// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The git checkout around a directory, read from its files: no process is started.
///
/// Whatever cannot be read is as if there were no checkout.
public enum GitCheckout {
    /// The most bytes of a file with one line.
    private static let lineLimit = 4096
    /// The most bytes of the file with all references.
    private static let packedLimit = 4 << 20
    /// The most references that lead to each other.
    private static let depthLimit = 5

    /// The commit that is checked out around a directory, in hexadecimal digits; nil if there is none.
    public static func commit(around directory: String) -> String? {
        var directory = directory
        while true {
            if let git = gitDirectory(in: directory) { return head(of: git) }
            if directory == "/" || !directory.hasPrefix("/") { return nil }
            directory = FilePath.directory(of: directory)
        }
    }

    /// The directory with the files of git; nil if a directory is not the root of a checkout.
    ///
    /// A further working tree, and a submodule, has a file there that names it.
    private static func gitDirectory(in directory: String) -> String? {
        let path = (directory == "/" ? "" : directory) + "/.git"
        guard let information = stat(path: path) else { return nil }
        if information.kind == S_IFDIR { return path }
        guard let line = line(path), line.hasPrefix("gitdir: ") else { return nil }
        return absolute(String(line.dropFirst(8)), in: directory)
    }

    /// A path as it is seen from a directory.
    private static func absolute(_ path: String, in directory: String) -> String {
        path.hasPrefix("/") ? path : directory + "/" + path
    }

    /// The commit that HEAD leads to.
    private static func head(of git: String) -> String? {
        let common = line(git + "/commondir").map { absolute($0, in: git) } ?? git
        guard var value = line(git + "/HEAD") else { return nil }
        for _ in 0..<depthLimit {
            guard value.hasPrefix("ref: ") else { return isCommit(value) ? value : nil }
            let name = String(value.dropFirst(5))
            guard name.hasPrefix("refs/"), !name.split(separator: "/").contains("..") else { return nil }
            guard let next = line("\(git)/\(name)") ?? line("\(common)/\(name)") ?? packed(name, in: common) else {
                return nil
            }
            value = next
        }
        return nil
    }

    /// The commit of a reference in the file with all of them.
    private static func packed(_ name: String, in common: String) -> String? {
        guard let bytes = try? InputFile(path: common + "/packed-refs").readAll(limit: packedLimit) else { return nil }
        let wanted = Array(" \(name)".utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.suffix(wanted.count).elementsEqual(wanted) {
            let commit = String(decoding: line.dropLast(wanted.count), as: UTF8.self)
            if isCommit(commit) { return commit }
        }
        return nil
    }

    /// Whether a text is the name of a commit, by SHA-1 or SHA-256.
    public static func isCommit(_ text: String) -> Bool {
        (text.utf8.count == 40 || text.utf8.count == 64)
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// The first line of a file, without spaces at its end; nil if there is none.
    private static func line(_ path: String) -> String? {
        guard let bytes = try? InputFile(path: path).readAll(limit: lineLimit),
            let first = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first
        else { return nil }
        var text = String(decoding: first, as: UTF8.self)
        while text.last == " " || text.last == "\r" || text.last == "\t" { text.removeLast() }
        return text.isEmpty ? nil : text
    }
}
