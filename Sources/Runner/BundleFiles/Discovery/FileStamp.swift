// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The stamp of a file, which changes when the file is replaced or overwritten.
public struct FileStamp: Equatable, Sendable {
    /// Which file it is, and which state of it.
    private(set) var version: FileVersion
    /// The linker's build identifier; empty if there is none.
    private var build: [UInt8]

    /// The stamp of no file.
    public init() { (version, build) = (FileVersion(stat()), []) }

    /// Looks at a file; nil where there is none.
    public init?(path: String) {
        guard let version = FileVersion(path: path) else { return nil }
        (self.version, build) = (version, BuildIdentifier.read(path: path) ?? [])
    }

    /// Looks at an open library.
    init(_ library: FileBytes) {
        version = FileVersion(library.information)
        build = (try? ELFImage.segments(library)).flatMap { BuildIdentifier.read(library, $0) } ?? []
    }

    /// Looks at the file of a library that is loaded, whose build the loader knows; nil where there is none.
    public init?(path: String, build: [UInt8]) {
        guard let version = FileVersion(path: path) else { return nil }
        (self.version, self.build) = (version, build)
    }

    /// The linker's build identifier, if there is one, and the size and the time of the file, as a word: the identifier may be fixed.
    public var text: String {
        let (seconds, rest) = version.written.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (build.isEmpty ? "" : build.hexadecimal + "-") + "\(version.size)-\(seconds).\(rest)"
    }

    /// Passes all of it.
    public mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(fixed: &version)
        coder.pass(&build, blank: 0) { $1.pass(fixed: &$0) }
    }

    /// Whether two paths lead to one file.
    public static func areOne(_ one: String, _ other: String) -> Bool {
        guard let one = FileVersion(path: one) else { return false }
        return one == FileVersion(path: other)
    }

    /// Whether the file at a path is still the stamped one.
    ///
    /// A copy of it with its time and its build identifier is: its file system may not keep numbers. The identifier alone says nothing,
    /// since it may be fixed.
    public func stands(at path: String) -> Bool {
        guard let now = FileVersion(path: path), now.size == version.size else { return false }
        if now == version { return true }
        return now.written == version.written && !build.isEmpty && BuildIdentifier.read(path: path) == build
    }
}
