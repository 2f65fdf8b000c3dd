// SPDX-License-Identifier: MIT

/// Reads a tag expression, word by word.
struct TagExpressionParser {
    /// The largest depth of parentheses and `not`, so that a malicious expression cannot end the process.
    private static let depthLimit = 100

    /// A word of an expression.
    private enum Word: Equatable {
        case and, or, not, open, close
        case tag(String)

        /// The word that is not in quotation marks.
        init(_ text: String) {
            switch text {
            case "and": self = .and
            case "or": self = .or
            case "not": self = .not
            default: self = .tag(text)
            }
        }

        /// The word as it is shown.
        var text: String {
            switch self {
            case .and: "and"
            case .or: "or"
            case .not: "not"
            case .open: "("
            case .close: ")"
            case .tag(let name): name
            }
        }
    }

    /// The words, each with its position: a count of characters, from 1.
    private var words: [(word: Word, position: Int)] = []
    /// The position behind the last character.
    private let end: Int
    /// Which word comes next.
    private var next = 0
    /// How deep what is being read lies.
    private var depth = 0

    /// Takes an expression apart.
    init(_ text: String) throws(TagExpression.Malformed) {
        let characters = Array(text)
        end = characters.count + 1
        var index = 0
        while index < characters.count {
            let (start, first) = (index, characters[index])
            index += 1
            if first.isWhitespace { continue }
            if first == "(" || first == ")" {
                words.append((first == "(" ? .open : .close, start + 1))
            } else if first == "'" || first == "\"" {
                guard let close = characters[index...].firstIndex(of: first) else {
                    throw TagExpression.Malformed(reason: "the quotation mark at position \(start + 1) is not closed")
                }
                if close == index {
                    throw TagExpression.Malformed(reason: "the tag at position \(start + 1) is empty")
                }
                words.append((.tag(String(characters[index..<close])), start + 1))
                index = close + 1
            } else {
                while index < characters.count, !Self.endsWord(characters[index]) { index += 1 }
                words.append((Word(String(characters[start..<index])), start + 1))
            }
        }
    }

    /// Whether a character ends a word that is not in quotation marks.
    private static func endsWord(_ character: Character) -> Bool {
        character.isWhitespace || "()'\"".contains(character)
    }

    /// Reads all of it.
    mutating func parse() throws(TagExpression.Malformed) -> TagExpression.Node {
        let node = try parseOr()
        if next < words.count { throw unexpected("'and', 'or' or the end") }
        return node
    }

    /// Terms with `or` between them.
    private mutating func parseOr() throws(TagExpression.Malformed) -> TagExpression.Node {
        var terms = [try parseAnd()]
        while take(.or) { terms.append(try parseAnd()) }
        return terms.count == 1 ? terms[0] : .or(terms)
    }

    /// Factors with `and` between them.
    private mutating func parseAnd() throws(TagExpression.Malformed) -> TagExpression.Node {
        var terms = [try parseFactor()]
        while take(.and) { terms.append(try parseFactor()) }
        return terms.count == 1 ? terms[0] : .and(terms)
    }

    /// A tag, what follows `not`, or what is in parentheses.
    private mutating func parseFactor() throws(TagExpression.Malformed) -> TagExpression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw TagExpression.Malformed(reason: "it is nested more than \(Self.depthLimit) levels deep")
        }
        if take(.not) { return .not(try parseFactor()) }
        if take(.open) {
            let start = words[next - 1].position
            let node = try parseOr()
            if take(.close) { return node }
            if next < words.count { throw unexpected("'and', 'or' or ')'") }
            throw TagExpression.Malformed(reason: "the parenthesis at position \(start) is not closed")
        }
        guard next < words.count, case .tag(let name) = words[next].word else {
            throw unexpected("a tag, 'not' or '('")
        }
        next += 1
        return .tag(name)
    }

    /// Whether the next word is this one; then it is passed.
    private mutating func take(_ word: Word) -> Bool {
        guard next < words.count, words[next].word == word else { return false }
        next += 1
        return true
    }

    /// Says that the next word is none of those that may come.
    private func unexpected(_ expected: String) -> TagExpression.Malformed {
        guard next < words.count else {
            return TagExpression.Malformed(reason: "expected \(expected), got the end at position \(end)")
        }
        let (word, position) = words[next]
        return TagExpression.Malformed(reason: "expected \(expected), got '\(word.text)' at position \(position)")
    }
}
