// SPDX-License-Identifier: MIT

import Glibc

/// Paths, and the directories that they lead to.
public enum FilePath {
    /// The user's directory for temporary files: `$TMPDIR`, or /tmp.
    public static var temporary: String {
        guard let text = getenv("TMPDIR"), text.pointee != 0 else { return "/tmp" }
        return String(cString: text)
    }

    /// The working directory; nil if it is gone.
    public static var working: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// A path that is right in any working directory.
    public static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return working.map { $0 + "/" + path } ?? path
    }

    /// Paths that are right in any working directory; the system is asked for that once.
    public static func absolute(_ paths: [String]) -> [String] {
        let base = paths.allSatisfy { $0.hasPrefix("/") } ? nil : working
        return paths.map { path in path.hasPrefix("/") ? path : base.map { "\($0)/\(path)" } ?? path }
    }

    /// A path without links; nil if nothing is there.
    public static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The directory of a path that has one.
    public static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The directory of a file: the working directory where its path is a bare name.
    public static func directory(ofFile path: String) -> String { path.contains("/") ? directory(of: path) : "." }

    /// The last name of a path.
    public static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The names in a directory; none if it cannot be read.
    public static func names(in directory: String) -> [String] {
        nameBytes(in: directory).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of the names in a directory, which may be no text; none if it cannot be read.
    public static func nameBytes(in directory: String) -> [[UInt8]] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        return nameBytes(in: stream)
    }

    /// The bytes of the names in an open directory.
    private static func nameBytes(in stream: OpaquePointer) -> [[UInt8]] {
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names
    }

    /// Makes a directory and those around it that are missing; whether it is there, else `errno` says why.
    public static func makeDirectory(_ path: String, mode: mode_t = 0o777) -> Bool {
        if mkdir(path, mode) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
        return makeDirectory(String(path[..<slash]), mode: mode) && (mkdir(path, mode) == 0 || errno == EEXIST)
    }

    /// Makes a directory for the user alone, whose name begins so and that no other process has; nil where `errno` says why.
    public static func makeUniqueDirectory(_ prefix: String) -> String? {
        var name = Array("\(prefix)XXXXXX".utf8CString)
        return mkdtemp(&name).map { String(cString: $0) }
    }

    /// Removes a file or a directory with all that is in it; follows no link below the path's directory, and leaves what it may not
    /// remove.
    public static func remove(_ path: String) { remove(Array(path.utf8), in: AT_FDCWD) }

    /// Removes what has a name in an open directory.
    private static func remove(_ name: [UInt8], in directory: Int32) {
        let name = name.map(CChar.init(bitPattern:)) + [0]
        // Fails for a directory, and for no link to one.
        if unlinkat(directory, name, 0) == 0 { return }
        let descriptor = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0, let stream = fdopendir(descriptor) {
            for inner in nameBytes(in: stream) { remove(inner, in: descriptor) }
            closedir(stream)
        }
        unlinkat(directory, name, AT_REMOVEDIR)
    }
}
