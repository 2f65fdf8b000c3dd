// SPDX-License-Identifier: MIT

/// Reads an expression, word by word.
struct ExpressionParser {
    /// The kind of an expression's words.
    enum Kind {
        /// Tags.
        case tags
        /// Patterns for tests, which may have parentheses, brackets and quotation marks in them.
        case tests

        /// A word for one of them, for errors.
        fileprivate var noun: String { self == .tags ? "a tag" : "a pattern" }
    }

    /// The largest depth of parentheses and `not`, so that a malicious expression cannot end the process.
    private static let depthLimit = 100

    /// A word of an expression.
    private enum Word: Equatable {
        case and, or, not, open, close
        case leaf(Expression.Leaf)

        /// The word as it is shown.
        var text: String {
            switch self {
            case .and: "and"
            case .or: "or"
            case .not: "not"
            case .open: "("
            case .close: ")"
            case .leaf(let leaf): leaf.text
            }
        }
    }

    /// The words, each with its position: a count of characters, from 1.
    private var words: [(word: Word, position: Int)] = []
    /// The position after the last character.
    private let end: Int
    /// The kind of its words.
    private let kind: Kind
    /// Which word comes next.
    private var next = 0
    /// The depth of the part that is being read.
    private var depth = 0

    /// Takes an expression apart.
    init(_ text: String, _ kind: Kind) throws(Expression.Malformed) {
        let characters = Array(text)
        (end, self.kind) = (characters.count + 1, kind)
        var index = 0
        while index < characters.count {
            let (start, first) = (index, characters[index])
            if first.isWhitespace {
                index += 1
            } else if first == "(" || first == ")" {
                index += 1
                words.append((first == "(" ? .open : .close, start + 1))
            } else if Self.isQuote(first) {
                let text = try Self.quoted(characters, &index, kind)
                words.append((.leaf(Expression.Leaf(text: text, isQuoted: true, position: start + 1)), start + 1))
            } else {
                let text =
                    kind == .tags ? Self.tag(characters, &index) : try Self.pattern(characters, &index)
                let leaf = Word.leaf(Expression.Leaf(text: text, isQuoted: false, position: start + 1))
                words.append((Self.combining[text] ?? leaf, start + 1))
            }
        }
    }

    /// The words that combine others.
    private static let combining: [String: Word] = ["and": .and, "or": .or, "not": .not]

    /// Whether a text has a word that combines others, wherever that is.
    static func combines(_ text: String) -> Bool {
        text.split { $0.isWhitespace || $0 == "(" || $0 == ")" }.contains { combining[String($0)] != nil }
    }

    /// Whether a character is a quotation mark.
    private static func isQuote(_ character: Character) -> Bool { character == "'" || character == "\"" }

    /// Reads what is in quotation marks.
    private static func quoted(
        _ characters: [Character], _ index: inout Int, _ kind: Kind
    ) throws(Expression.Malformed) -> String {
        let start = index
        guard let close = characters[(start + 1)...].firstIndex(of: characters[start]) else {
            throw Expression.Malformed(reason: "the quotation mark at position \(start + 1) is not closed")
        }
        if close == start + 1 {
            throw Expression.Malformed(reason: "the \(kind.noun.dropFirst(2)) at position \(start + 1) is empty")
        }
        index = close + 1
        return String(characters[(start + 1)..<close])
    }

    /// Reads a tag that is not in quotation marks.
    private static func tag(_ characters: [Character], _ index: inout Int) -> String {
        let start = index
        while index < characters.count, !characters[index].isWhitespace, !"()'\"".contains(characters[index]) {
            index += 1
        }
        return String(characters[start..<index])
    }

    /// Reads a pattern: to a space, or a parenthesis that it has not opened itself; text in its brackets, and in the quotation marks
    /// after a colon, is part of it.
    private static func pattern(
        _ characters: [Character], _ index: inout Int
    ) throws(Expression.Malformed) -> String {
        var (text, depth) = ("", 0)
        while index < characters.count, !characters[index].isWhitespace {
            let character = characters[index]
            if isQuote(character), text.last == ":" {
                text += try quoted(characters, &index, .tests)
                continue
            }
            if character == ")" && depth == 0 || character == "(" && combining[text] != nil { break }
            if character == "(" || character == ")" { depth += character == "(" ? 1 : -1 }
            if character == "[", let close = characters[index...].firstIndex(of: "]") {
                text += String(characters[index..<close])
                index = close
                continue
            }
            text.append(character)
            index += 1
        }
        return text
    }

    /// Reads all of it.
    mutating func parse() throws(Expression.Malformed) -> Expression.Node {
        let node = try parseOr()
        if next < words.count { throw unexpected("'and', 'or' or the end") }
        return node
    }

    /// Terms with `or` between them.
    private mutating func parseOr() throws(Expression.Malformed) -> Expression.Node {
        var terms = [try parseAnd()]
        while take(.or) { terms.append(try parseAnd()) }
        return terms.count == 1 ? terms[0] : .or(terms)
    }

    /// Factors with `and` between them.
    private mutating func parseAnd() throws(Expression.Malformed) -> Expression.Node {
        var terms = [try parseFactor()]
        while take(.and) { terms.append(try parseFactor()) }
        return terms.count == 1 ? terms[0] : .and(terms)
    }

    /// A word, what follows `not`, or what is in parentheses.
    private mutating func parseFactor() throws(Expression.Malformed) -> Expression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw Expression.Malformed(reason: "it is nested more than \(Self.depthLimit) levels deep")
        }
        if take(.not) { return .not(try parseFactor()) }
        if take(.open) {
            let start = words[next - 1].position
            let node = try parseOr()
            if take(.close) { return node }
            if next < words.count { throw unexpected("'and', 'or' or ')'") }
            throw Expression.Malformed(reason: "the parenthesis at position \(start) is not closed")
        }
        guard next < words.count, case .leaf(let leaf) = words[next].word else {
            throw unexpected("\(kind.noun), 'not' or '('")
        }
        next += 1
        return .leaf(leaf)
    }

    /// Whether the next word is this one; then it is passed.
    private mutating func take(_ word: Word) -> Bool {
        guard next < words.count, words[next].word == word else { return false }
        next += 1
        return true
    }

    /// Says that the next word is none of those that may come.
    private func unexpected(_ expected: String) -> Expression.Malformed {
        guard next < words.count else {
            return Expression.Malformed(reason: "expected \(expected), got the end at position \(end)")
        }
        let (word, position) = words[next]
        return Expression.Malformed(reason: "expected \(expected), got '\(word.text)' at position \(position)")
    }
}
