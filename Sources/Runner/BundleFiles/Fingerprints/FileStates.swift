// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The numbers that represent what is at paths, each read once.
public struct FileStates {
    /// A way to use a path.
    private struct Use: Hashable {
        let path: String
        let use: UInt32
    }

    /// The uses of files, as in `reach_use`.
    public static let (looked, listed, link): (UInt32, UInt32, UInt32) = (0, 1, 2)
    /// Of a larger file, the size and the time of its last change represent the content.
    private static let sizeLimit = 1 << 28

    /// The states that were read.
    private var known: [Use: UInt64] = [:]
    /// The states of regular files that were read, whatever the use.
    private var regular: [String: UInt64] = [:]

    /// Knows nothing yet.
    public init() {}

    /// The number of a path where nothing is.
    public static let absent = Fingerprint.of("absent".utf8)

    /// Whether a file is one that the runner keeps next to a test executable.
    public static func isOfRunner(_ path: String) -> Bool {
        let name = FilePath.name(of: path)
        return name.hasPrefix(".") && name.contains(".testkit.")
    }

    /// Returns the number of what is at a path now.
    public mutating func state(of path: String, use: UInt32) -> UInt64 {
        let key = Use(path: path, use: use)
        if let state = known[key] { return state }
        let state = read(path, use)
        known[key] = state
        return state
    }

    /// Reads the state of the file at a path.
    private mutating func read(_ path: String, _ use: UInt32) -> UInt64 {
        guard let information = use == Self.link ? stat(link: path) : stat(path: path) else { return Self.absent }
        let kind = information.kind
        var result = Fingerprint()
        result.add(UInt64(kind))
        // A directory's own mode matters less than that it is one, but may forbid to go on.
        result.add(UInt64(information.st_mode & 0o7777))
        if kind == S_IFLNK {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &target, target.count)
            result.add(target.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
        } else if kind == S_IFREG {
            if let state = regular[path] { return state }
            result.add(UInt64(information.st_size))
            if information.st_size > Self.sizeLimit {
                result.add(UInt64(bitPattern: Int64(information.st_mtim.tv_sec)))
                result.add(UInt64(information.st_mtim.tv_nsec))
            } else if let file = try? InputFile(path: path) {
                file.add(to: &result, limit: Self.sizeLimit)
            }
            regular[path] = result.value
        } else if kind == S_IFDIR, use == Self.listed {
            // The copies of test executables have other names after each build.
            for name in FilePath.names(in: path).sorted() where !Self.isOfRunner(name) { result.add(name) }
        }
        return result.value
    }
}
