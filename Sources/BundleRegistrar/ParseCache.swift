// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// The results of earlier runs, so that only sources that have changed are parsed again.
///
/// It is next to the output. A cache that is missing, damaged or written by another tool only takes time.
struct ParseCache: Codable, Equatable {
    /// The tool that wrote this cache: another build of it may read sources otherwise.
    var tool: Stamp? = .tool
    /// The parser's library that read the sources.
    var parser: String
    /// The entries, by the source's absolute path.
    var entries: [String: Entry] = [:]

    /// The result of parsing a source, and the source's state at that time.
    struct Entry: Codable, Equatable {
        /// The state of the source file then.
        var stamp: Stamp
        /// The result; nil if the source declares nothing that matters.
        var file: SourceFile?
    }

    /// By what a change of a source shows.
    struct Stamp: Codable, Equatable {
        /// The length in bytes.
        var size: Int
        /// The time of the last change, whole seconds.
        var seconds: Int
        /// The time of the last change, the rest in nanoseconds.
        var nanoseconds: Int
        /// The file's number: another file may have been moved here.
        var inode: UInt64

        /// The stamp of this program.
        static let tool = Stamp(path: "/proc/self/exe")

        /// The stamp of a file; nil if there is none.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
            inode = UInt64(status.st_ino)
        }
    }

    /// Reads the cache at a path; an empty one if there is none, or if another parser or tool wrote it.
    static func load(from path: String, parser: String) -> ParseCache {
        let empty = ParseCache(parser: parser)
        guard let data = FileManager.default.contents(atPath: path),
            let cache = try? JSONDecoder().decode(ParseCache.self, from: data)
        else { return empty }
        return cache.tool == empty.tool && cache.parser == parser ? cache : empty
    }

    /// Writes the cache.
    ///
    /// Where it cannot be written, the next run parses everything again.
    func save(to path: String) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
