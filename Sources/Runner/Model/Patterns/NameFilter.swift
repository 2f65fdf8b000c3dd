// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// A pattern for tests, as `--filter` and `--skip` take it: for their identities, tags and earlier results, or an expression of such.
///
/// Rule 28.
public struct NameFilter {
    /// A pattern that cannot be read.
    struct Malformed: Error, Equatable {
        /// As it was written.
        let pattern: String
        /// The reason why it cannot be read.
        let reason: String
        /// The expected form.
        var expected = "a valid regular expression"
    }

    /// A part of an identity.
    private enum Part: String {
        case bundle, `class`, `case`
    }

    /// The way in which a pattern matches.
    private enum Kind {
        /// Anywhere in the identity, byte for byte.
        case substring([UInt8])
        /// The whole identity, by the shell's rules; `*` crosses slashes.
        case glob(String)
        /// Anywhere in the identity, in time in proportion to it.
        case regex(PatternMatcher)
        /// One of the tags of the test.
        case tag(String)
        /// A part of the identity, by the shell's rules.
        case part(Part, String)
        /// The tests that earlier runs define; nil if not looked up yet.
        case set(TestSet, Set<String>?)
        /// An expression, with the pattern of each of its words. No table: a worker has another hash key than the host.
        case combined(Expression, [(filter: NameFilter, position: Int?)])
    }

    /// As it was written.
    public let text: String
    /// The way in which it matches.
    private var kind: Kind

    /// Reads a pattern: `glob:…`, `re:…`, `tag:…`, `bundle:…`, `class:…`, `case:…`, `set:…`, an expression of these, or else a part of the
    /// identity, with `id:` in front or without.
    init(_ pattern: String) throws(Malformed) {
        let isWhole = ["id:", "glob:", "re:"].contains { pattern.hasPrefix($0) }
        guard !isWhole, ExpressionParser.combines(pattern) else {
            try self.init(word: pattern)
            return
        }
        let expected = "patterns combined with and, or, not and parentheses, or id: before a part of a name"
        do throws(Expression.Malformed) {
            let expression = try Expression(pattern, .tests)
            var words: [(filter: NameFilter, position: Int?)] = []
            for leaf in expression.leaves {
                do throws(Malformed) {
                    let filter = try leaf.isQuoted ? NameFilter(part: leaf.text) : NameFilter(leaf: leaf.text)
                    words.append((filter, leaf.position))
                } catch {
                    throw Expression.Malformed(
                        reason: "\(error.reason), in '\(leaf.text)' at position \(leaf.position)")
                }
            }
            self.init(text: pattern, kind: .combined(expression, words))
        } catch { throw Malformed(pattern: pattern, reason: error.reason, expected: expected) }
    }

    /// Makes one from its parts.
    private init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }

    /// Takes a part of an identity, whatever it contains.
    private init(part: String) { self.init(text: part, kind: .substring(Array(part.utf8))) }

    /// Reads a word of an expression, in which the name of a set needs nothing in front.
    private init(leaf: String) throws(Malformed) {
        try self.init(word: TestSet(rawValue: leaf) == nil ? leaf : "set:\(leaf)")
    }

    /// Reads a pattern that is no expression.
    private init(word: String) throws(Malformed) {
        text = word
        let (head, tail) =
            word.firstIndex(of: ":").map { (word[..<$0], String(word[word.index(after: $0)...])) } ?? ("", "")
        switch head {
        case "glob": kind = .glob(tail)
        case "re":
            do throws(PatternFault) { kind = .regex(PatternMatcher(try PatternProgram(tail))) } catch {
                throw Malformed(pattern: tail, reason: error.description)
            }
        // As Swift writes it.
        case "tag": kind = .tag(tail.hasPrefix(".") ? String(tail.dropFirst()) : tail)
        case "set":
            guard let set = TestSet(rawValue: tail) else {
                let names = TestSet.allCases.map(\.rawValue)
                let near = Suggestion.nearest(to: tail, in: names, limit: 1).first
                throw Malformed(
                    pattern: word, reason: near.map { "did you mean set:\($0)?" } ?? "there is no set '\(tail)'",
                    expected: "set: and one of \(Alternatives.text(names))")
            }
            kind = .set(set, nil)
        default:
            if let part = Part(rawValue: String(head)) {
                kind = .part(part, tail)
            } else {
                kind = .substring(Array(head == "id" ? tail.utf8 : word.utf8))
            }
        }
    }

    /// The part of an identity that it looks for; nil for one of another kind.
    var part: String? {
        guard case .substring(let wanted) = kind else { return nil }
        return String(decoding: wanted, as: UTF8.self)
    }

    /// Whether it may match some arguments of a test and not others: it has the bracket in which an identity names them, or asks for
    /// earlier results.
    var isOfArguments: Bool { text.utf8.contains(UInt8(ascii: "[")) || !sets.isEmpty }

    /// The patterns of which it consists, with the positions of those of an expression.
    public var leaves: [(filter: NameFilter, position: Int?)] {
        guard case .combined(_, let words) = kind else { return [(self, nil)] }
        return words
    }

    /// Whether it combines patterns.
    public var isExpression: Bool {
        if case .combined = kind { return true }
        return false
    }

    /// The set of tests that it is; nil for another pattern.
    public var set: TestSet? {
        guard case .set(let set, _) = kind else { return nil }
        return set
    }

    /// The sets that it needs.
    public var sets: Set<TestSet> { Set(leaves.compactMap(\.filter.set)) }

    /// Returns the pattern with the tests of some sets, by their identities.
    public func resolved(_ sets: [TestSet: Set<String>]) -> NameFilter {
        var copy = self
        switch kind {
        case .set(let set, _): copy.kind = .set(set, sets[set])
        case .combined(let expression, let words):
            copy.kind = .combined(expression, words.map { ($0.filter.resolved(sets), $0.position) })
        default: break
        }
        return copy
    }

    /// Whether a test matches: an identity, and the tags that it has.
    public func matches(_ identity: String, tags: @autoclosure () -> [String] = []) -> Bool {
        switch kind {
        case .substring(let wanted): return Self.contains(identity, wanted)
        case .glob(let pattern): return Self.matchesGlob(pattern, identity)
        case .regex(let matcher): return matcher.matches(identity)
        case .tag(let name): return tags().contains(name)
        case .part(let part, let wanted): return Self.matches(part, wanted, identity)
        case .set(_, let tests): return tests?.contains(identity) ?? false
        case .combined(let expression, let words):
            let tags = tags()
            return expression.isTrue { leaf in
                words.first { $0.position == leaf.position }?.filter.matches(identity, tags: tags) ?? false
            }
        }
    }

    /// Whether a part of an identity is the one that is wanted: a class with its module or without, a case with its example or without.
    private static func matches(_ part: Part, _ wanted: String, _ identity: String) -> Bool {
        // Brackets and slashes are escaped in all but a bundle's path and an example.
        let whole = identity.prefix { $0 != "[" }
        let slash = whole.lastIndex(of: "/") ?? whole.startIndex
        let owner = whole[..<slash]
        let inner = owner.lastIndex(of: "/") ?? owner.startIndex
        func matches(_ pattern: String, _ text: some StringProtocol) -> Bool { matchesGlob(pattern, String(text)) }
        switch part {
        case .bundle: return matches(wanted, owner[..<inner])
        case .class:
            let name = owner[inner...].drop { $0 == "/" }
            return matches(wanted, name) || matches("*." + wanted, name)
        case .case:
            let name = whole[slash...].drop { $0 == "/" }
            // A function of Swift Testing has its parameters after its name.
            return matches(wanted, name) || matches(wanted, name.prefix { $0 != "(" })
                || name.endIndex < identity.endIndex && name + identity[name.endIndex...] == wanted
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

extension Sequence<NameFilter> {
    /// The sets that some patterns need.
    public var sets: Set<TestSet> { reduce(into: []) { $0.formUnion($1.sets) } }
}
