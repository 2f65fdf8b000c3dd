import Glibc
import WorkerShims

/// A pattern for identities, as `--filter` and `--skip` take it.
struct NameFilter {
    /// A regular expression that cannot be read.
    struct Malformed: Error, Equatable, CustomStringConvertible {
        /// As it was written.
        let pattern: String
        /// What is wrong with it.
        let reason: String

        /// What to tell the user.
        var description: String { "the regular expression '\(pattern)' cannot be read: \(reason)" }
    }

    /// How a pattern matches.
    private enum Kind {
        /// Anywhere in the identity, byte for byte.
        case substring([UInt8])
        /// The whole identity, by the shell's rules; `*` crosses slashes.
        case glob(String)
        /// Anywhere in the identity.
        case expression(Regex<AnyRegexOutput>)
    }

    /// How it matches.
    private let kind: Kind

    /// Reads a pattern: `glob:…`, `re:…`, or else a part of the identity.
    init(_ pattern: String) throws(Malformed) {
        if pattern.hasPrefix("glob:") {
            kind = .glob(String(pattern.dropFirst(5)))
        } else if pattern.hasPrefix("re:") {
            let text = String(pattern.dropFirst(3))
            do { kind = .expression(try Regex(text)) } catch { throw Malformed(pattern: text, reason: "\(error)") }
        } else {
            kind = .substring(Array(pattern.utf8))
        }
    }

    /// Whether an identity matches.
    func matches(_ identity: String) -> Bool {
        switch kind {
        case .substring(let wanted): Self.contains(identity, wanted)
        case .glob(let pattern): fnmatch(pattern, identity, 0) == 0
        case .expression(let expression): (try? expression.firstMatch(in: identity)) != nil
        }
    }

    /// Whether some bytes stand in a text.
    private static func contains(_ text: String, _ wanted: [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            worker_contains(bytes.baseAddress, bytes.count, wanted, wanted.count) != 0
        }
    }
}
