// SPDX-License-Identifier: MIT

import Foundation

/// A copy of a test executable that the C library opens.
///
/// It is kept next to the executable until the executable changes.
///
/// If that directory cannot be written to, a private one in `$TMPDIR` is used.
struct AdaptedCopy {
    /// The number of attempts to make a copy that another program removes at once.
    private static let attempts = 10
    /// The endings of the names of files that are made of an executable: its copy, the places of its methods, and links from a version
    /// of the executable to its content.
    private static let suffixes = [".testkit.so", ".testkit.places", ".testkit.content"]

    /// The beginning of the file's name, which others of the same executable have as well.
    private let prefix: String
    /// The hash of the executable's content, for the file's name.
    private let content: String
    /// The name of the link from the executable's version to its content.
    private let link: String
    /// The file's name.
    let name: String
    /// The directories in which it may be, the better first.
    private let directories: [String]

    /// Prepares the copy of a file.
    init(of path: String, _ file: ELFFile) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        prefix = "." + (slash.map { String(path[path.index(after: $0)...]) } ?? path) + "."
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        directories = [directory, temporary + "/testkit-adapter-\(geteuid())"]
        link = prefix + file.version + Self.suffixes[2]
        let link = link
        let noted = directories.lazy.filter { Self.isTrusted($0, in: directory) }
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: $0 + "/" + link) }.first
        content = noted ?? file.content
        name = prefix + content + Self.suffixes[0]
    }

    /// Returns the copy's path; makes it, where there is none yet.
    ///
    /// Several processes may do so at once: each writes a file of its own, which then takes the place.
    func make(_ write: (String) throws -> Void) throws -> String {
        for directory in directories where Self.isTrusted(directory, in: directories[0]) {
            let path = directory + "/" + name
            if CopyLock.use(path) {
                note(in: directory)
                return path
            }
        }
        if access(directories[0], W_OK) != 0 { mkdir(directories[1], 0o700) }
        guard
            let directory = directories.first(where: {
                access($0, W_OK) == 0 && Self.isTrusted($0, in: directories[0])
            })
        else {
            throw ELFFile.Fault(reason: "a copy of it can be written neither beside it nor in \(directories[1])")
        }
        let path = directory + "/" + name
        let draft = Self.draft(of: path)
        defer { unlink(draft) }
        for _ in 1...Self.attempts {
            try write(draft)
            guard rename(draft, path) == 0 else {
                let reason = String(cString: strerror(errno))
                throw ELFFile.Fault(reason: "a copy of it cannot be kept at \(path): \(reason)")
            }
            // A runner of another build may remove it before it is in use.
            guard CopyLock.use(path) else { continue }
            removeOthers(in: directory)
            note(in: directory)
            return path
        }
        throw ELFFile.Fault(reason: "a copy of it was removed at \(path) by another program, \(Self.attempts) times")
    }

    /// A path next to a file that no other process uses, in whatever container.
    static func draft(of path: String) -> String { path + "." + String(UInt64.random(in: 0 ... .max), radix: 16) }

    /// The path of the file with the places of the methods of some files: next to the file that was opened.
    func placesPath(beside opened: String, of files: [ELFFile]) -> String {
        let directory = opened.lastIndex(of: "/").map { String(opened[...$0]) } ?? ""
        // Another build of any of them is another name.
        let others = files.dropFirst().map(\.content).joined()
        let rest = others.isEmpty ? "" : "-" + ELFFile.hash(of: others)
        return directory + prefix + content + rest + Self.suffixes[1]
    }

    /// Notes what this version of the executable has in it, so that the next process need not read all bytes.
    private func note(in directory: String) {
        _ = symlink(content, directory + "/" + link)
    }

    /// Whether the files in a directory belong to the user, as the executable's do: the temporary one may be another user's.
    private static func isTrusted(_ directory: String, in own: String) -> Bool {
        if directory == own { return true }
        var information = stat()
        return lstat(directory, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
            && information.st_uid == geteuid() && information.st_mode & 0o077 == 0
    }

    /// Removes the copies of what the executable was before, less those that another process uses.
    private func removeOthers(in directory: String) {
        for other in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where !other.hasPrefix(prefix + content) && other.hasPrefix(prefix) {
            // A link's lock would be that of what it leads to.
            if other.hasSuffix(Self.suffixes[2]) {
                unlink(directory + "/" + other)
            } else if Self.suffixes.contains(where: other.hasSuffix) {
                CopyLock.removeUnused(directory + "/" + other)
            }
        }
    }

    /// Writes a copy of an executable that does not say that it is one.
    static func write(_ file: ELFFile, flagsAt place: Int, to path: String) throws {
        var bytes = file.bytes
        let flags = try bytes.number(at: place, UInt64.self) & ~ELFFile.executableFlag
        withUnsafeBytes(of: flags.littleEndian) { bytes.replaceSubrange(place..<place + 8, with: $0) }
        do {
            try bytes.write(to: URL(fileURLWithPath: path))
        } catch {
            throw ELFFile.Fault(reason: "a copy of it cannot be written to \(path): \(error)")
        }
    }
}
