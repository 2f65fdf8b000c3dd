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

    /// Removes a file or a directory with all that is in it; follows no link, and leaves what it may not remove.
    public static func remove(_ path: String) {
        // Fails for a directory, and for no link to one.
        if unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    /// Puts new bytes in the place of a file, at one stroke; returns why that failed.
    public static func replace(_ path: String, by bytes: [UInt8]) -> SystemFault? {
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { return SystemFault("failed to write '\(draft)'") }
        var code = bytes.withUnsafeBytes { $0.writeAll(to: descriptor) }
        close(descriptor)
        if code == nil, rename(draft, path) != 0 { code = errno }
        guard let code else { return nil }
        unlink(draft)
        return SystemFault("failed to write '\(path)'", because: SystemFault.reason(code))
    }
}
