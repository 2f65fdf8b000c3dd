// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The objects that SwiftPM compiled for a library, next to it: `Module.build/Source.swift.o`, and `Source.d`, which names the sources.
///
/// Swift's compiler leaves an object alone that would be the same again, and then nothing is linked. So after a checkout that only
/// touched the sources, a library stays older than they are, though they were compiled since.
///
/// One value serves all libraries of a run: many may be in one directory.
struct BuiltObjects {
    /// The longest list of sources that is read, in bytes.
    private static let listLimit = 16 << 20

    /// The directories of objects, by the directory in which they are; read when they are first needed.
    private var directories: [String: [String]] = [:]

    /// Whether a source was compiled after it was last written, to an object that a library has already, which was linked at `built`.
    mutating func hasCompiled(_ source: String, changed: timespec, for library: String, built: timespec) -> Bool {
        let suffix = ".swift"
        guard source.hasSuffix(suffix) else { return false }
        let name = FilePath.name(of: source)
        return directories(beside: library).contains { directory in
            let list = "\(directory)/\(name.dropLast(suffix.count)).d"
            guard let compiled = SourceSurvey.time(of: list),
                let object = SourceSurvey.time(of: "\(directory)/\(name).o"),
                Self.isBefore(changed, compiled), !Self.isBefore(built, object)
            else { return false }
            return Self.names(list, source)
        }
    }

    /// The directories of objects next to a library.
    private mutating func directories(beside library: String) -> [String] {
        let place = FilePath.directory(ofFile: library)
        if let known = directories[place] { return known }
        let names = FilePath.names(in: place).filter { $0.hasSuffix(".build") }.map { "\(place)/\($0)" }
        directories[place] = names
        return names
    }

    /// Whether a time is before another.
    private static func isBefore(_ one: timespec, _ other: timespec) -> Bool {
        (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec)
    }

    /// Whether a list of what an object was made of names a source: modules may have sources of one name.
    private static func names(_ list: String, _ source: String) -> Bool {
        guard let bytes = try? InputFile(path: list).readAll(limit: listLimit) else { return false }
        let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        // A space in a path is written as in a makefile, and is not looked for: then the source counts as newer.
        return words.contains { $0.elementsEqual(source.utf8) }
    }
}
