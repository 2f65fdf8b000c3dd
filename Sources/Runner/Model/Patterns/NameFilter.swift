// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A pattern for tests, as `--filter` and `--skip` take it: for their identities, or for a tag.
public struct NameFilter {
    /// A regular expression that cannot be read.
    struct Malformed: Error, Equatable, CustomStringConvertible {
        /// As it was written.
        let pattern: String
        /// The reason why it cannot be read.
        let reason: String

        /// The message for the user.
        var description: String { "the regular expression '\(pattern)' cannot be read: \(reason)" }
    }

    /// How a pattern matches.
    private enum Kind {
        /// Anywhere in the identity, byte for byte.
        case substring([UInt8])
        /// The whole identity, by the shell's rules; `*` crosses slashes.
        case glob(String)
        /// Anywhere in the identity, in time in proportion to it.
        case expression(PatternMatcher)
        /// One of the tags of the test.
        case tag(String)
    }

    /// As it was written.
    let text: String
    /// How it matches.
    private let kind: Kind

    /// Reads a pattern: `glob:…`, `re:…`, `tag:…`, or else a part of the identity, with `id:` in front or without.
    init(_ pattern: String) throws(Malformed) {
        text = pattern
        if pattern.hasPrefix("glob:") {
            kind = .glob(String(pattern.dropFirst(5)))
        } else if pattern.hasPrefix("re:") {
            let text = String(pattern.dropFirst(3))
            do throws(PatternFault) { kind = .expression(PatternMatcher(try PatternProgram(text))) } catch {
                throw Malformed(pattern: text, reason: error.description)
            }
        } else if pattern.hasPrefix("tag:") {
            let name = pattern.dropFirst(4)
            // As Swift writes it.
            kind = .tag(String(name.hasPrefix(".") ? name.dropFirst() : name))
        } else {
            kind = .substring(Array(pattern.utf8.dropFirst(pattern.hasPrefix("id:") ? 3 : 0)))
        }
    }

    /// The part of an identity that it looks for; nil for one of another kind.
    var part: String? {
        guard case .substring(let wanted) = kind else { return nil }
        return String(decoding: wanted, as: UTF8.self)
    }

    /// Whether it may match some arguments of a test and not others: it has the bracket in which an identity names them.
    var isOfArguments: Bool { text.utf8.contains(UInt8(ascii: "[")) }

    /// Whether a test matches: an identity, and the tags that it has.
    public func matches(_ identity: String, tags: @autoclosure () -> [String] = []) -> Bool {
        switch kind {
        case .substring(let wanted): Self.contains(identity, wanted)
        case .glob(let pattern): Self.matchesGlob(pattern, identity)
        case .expression(let matcher): matcher.matches(identity)
        case .tag(let name): tags().contains(name)
        }
    }

    /// Where a character may be several bytes; nil on a system without it.
    ///
    /// Made once, and never freed.
    nonisolated(unsafe) private static let characters = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Whether the whole of a text matches a shell's pattern, character for character.
    private static func matchesGlob(_ pattern: String, _ text: String) -> Bool {
        // Only for this call and this thread: a locale of the whole process would affect the suites.
        let previous = characters.flatMap { uselocale($0) }
        defer { if let previous { uselocale(previous) } }
        return fnmatch(pattern, text, 0) == 0
    }

    /// Whether some bytes are in a text.
    private static func contains(_ text: String, _ wanted: [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            worker_contains(bytes.baseAddress, bytes.count, wanted, wanted.count) != 0
        }
    }
}
