// SPDX-License-Identifier: MIT

/// The text of an assertion's call, which a failure shows where the sources are not at hand.
struct AssertionText: Codable, Equatable, Sendable {
    /// Where `#line` and `#column` say that the call is: at its opening parenthesis, or brace.
    var location: Location
    /// The call in one line, without its comment.
    var text: String
    /// The assertion that would show the values of its operands; nil where it does itself, or there is none.
    var hint: String?
}

extension AssertionText {
    /// The longest text that is kept, in characters; the rest is an ellipsis.
    private static let limit = 400
    /// The labels of arguments that say where a failure is, not what.
    private static let placeLabels: Set<String> = ["file", "filePath", "line", "column", "isolation"]
    /// The number of unlabelled arguments of an assertion, without its comment, by the rest of its name after `expect` or `require`.
    private static let operandCounts: [String: Int] = [
        "True": 1, "False": 1, "Nil": 1, "NotNil": 1, "Empty": 1, "NotEmpty": 1, "Eventually": 1, "Equal": 2,
        "NotEqual": 2, "Identical": 2, "NotIdentical": 2, "LessThan": 2, "LessThanOrEqual": 2,
        "GreaterThan": 2, "GreaterThanOrEqual": 2, "HasPrefix": 2, "HasSuffix": 2, "Contains": 2, "Matches": 2,
        "Count": 2,
        "EqualInAnyOrder": 2,
    ]

    /// The text of a call; nil if it is none of an assertion, by its name.
    ///
    /// Functions of a suite's own count as well, by their names: they give assertions the place of their caller.
    init?(_ node: SyntaxNode, in source: SourceText) {
        guard node.kind == .call, node.bodyOffset > 0, Self.mayBeAssertion(node.nameRange, in: source) else {
            return nil
        }
        let callee = source.text(node.nameRange)
        let name = callee.split(separator: ".").last.map(String.init) ?? callee
        guard Self.prefixes.contains(where: { name.hasPrefix($0) }) else { return nil }
        location = source.location(of: node.bodyOffset - 1)

        let kept = Self.operands(of: node, named: name, in: source)
        let all = node.children.filter { $0.kind == .argument }
        let whole: String
        if kept.count == all.count {
            whole = source.text(node.range)
        } else {
            whole = "\(callee)(\(kept.map { source.text($0.range) }.joined(separator: ", ")))"
        }
        let line = Self.inOneLine(whole)
        text = line.count > Self.limit ? line.prefix(Self.limit - 1) + "…" : line
        hint = kept.first.flatMap { AssertionHint.text(instead: name, of: $0, in: source) }
    }

    /// The prefixes of the names of assertions.
    private static let prefixes = ["expect", "require", "assert", "XCTAssert", "XCTFail", "XCTUnwrap"]

    /// Whether a callee's last name begins with the first letter of one of the prefixes.
    ///
    /// Spares nearly all calls the making of a string.
    private static func mayBeAssertion(_ range: Range<Int>, in source: SourceText) -> Bool {
        guard range.upperBound <= source.bytes.count, !range.isEmpty else { return false }
        var start = range.upperBound
        while start > range.lowerBound, source.bytes[start - 1] != UInt8(ascii: ".") { start -= 1 }
        guard start < range.upperBound else { return false }
        switch source.bytes[start] {
        case UInt8(ascii: "e"), UInt8(ascii: "r"), UInt8(ascii: "a"), UInt8(ascii: "X"): return true
        default: return false
        }
    }

    /// The arguments that say what is asserted.
    private static func operands(of node: SyntaxNode, named name: String, in source: SourceText) -> [SyntaxNode] {
        let assertion = name.hasPrefix("expect") ? name.dropFirst(6) : name.dropFirst(7)
        var left = operandCounts[String(assertion)] ?? .max
        return node.children.filter { argument in
            guard argument.kind == .argument else { return false }
            guard argument.nameRange.isEmpty else { return !placeLabels.contains(source.text(argument.nameRange)) }
            left -= 1
            return left >= 0
        }
    }

    /// A text without line breaks and indentation.
    private static func inOneLine(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        let lines = text.split(whereSeparator: \.isNewline).map { line -> Substring in
            let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
            return line[..<end].drop { $0.isWhitespace }
        }
        let joined = lines.filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: " ")
        return joined.replacing("( ", with: "(").replacing(" )", with: ")")
    }
}
