// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Where a library wants the loader to look for what it needs (ld.so(8)).
public struct RunPath: Equatable, Sendable {
    /// The directories as they are written, in order.
    public let entries: [String]
    /// Whether they come before those of `LD_LIBRARY_PATH`, as those of the older of the two tags do.
    private let isFirst: Bool

    /// Makes one from its parts.
    public init(_ entries: [String] = [], isFirst: Bool = false) { (self.entries, self.isFirst) = (entries, isFirst) }

    /// The directories of `LD_LIBRARY_PATH`; none where it is empty.
    public static var ofEnvironment: [String] {
        guard let given = getenv("LD_LIBRARY_PATH"), given.pointee != 0 else { return [] }
        let entries = String(cString: given).split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
        // An empty one is the working directory.
        return entries.map { $0.isEmpty ? "." : String($0) }
    }

    /// The directories for a library that is in one.
    public func directories(origin: String) -> [String] { entries.map { Self.expanded($0, origin: origin) } }

    /// The places by these directories and by those of the environment, in the order in which the loader looks.
    public func ordered<Place>(_ own: [Place], environment: [Place]) -> [Place] {
        isFirst ? own + environment : environment + own
    }

    /// A directory with what the loader puts in the place of its words.
    private static func expanded(_ entry: String, origin: String) -> String {
        // Nearly always there is none.
        if !entry.utf8.contains(UInt8(ascii: "$")) { return entry }
        var (text, rest) = ("", entry[...])
        while let place = rest.firstIndex(of: "$") {
            text += rest[..<place]
            let (length, value) = word(beginning: rest[place...], origin: origin)
            text += value
            rest = rest[place...].dropFirst(length)
        }
        return text + rest
    }

    /// The length of the loader's word with which a text begins, and its replacement.
    ///
    /// By hand, since a table would need the type of its storage in each worker.
    private static func word(beginning text: Substring, origin: String) -> (length: Int, value: String) {
        if text.hasPrefix("$ORIGIN") { return (7, origin) }
        if text.hasPrefix("${ORIGIN}") { return (9, origin) }
        if text.hasPrefix("$LIB") { return (4, "lib") }
        if text.hasPrefix("${LIB}") { return (6, "lib") }
        return (1, "$")
    }
}
