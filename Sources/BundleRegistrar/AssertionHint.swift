// SPDX-License-Identifier: MIT

/// The assertion that takes the operands of a condition, and so shows their values: `expectContains(list, item)` for
/// `expectTrue(list.contains(item))`.
enum AssertionHint {
    /// Methods of one argument, with what follows `expect` or `require`.
    private static let methods = ["contains": "Contains", "hasPrefix": "HasPrefix", "hasSuffix": "HasSuffix"]
    /// Comparisons, with what follows `expect` or `require`.
    private static let comparisons = [
        "==": "Equal", "!=": "NotEqual", "<": "LessThan", "<=": "LessThanOrEqual", ">": "GreaterThan",
        ">=": "GreaterThanOrEqual",
    ]
    /// The most characters of an operand: a longer one is no help.
    private static let limit = 60

    /// The assertion in place of one that a condition is true; nil where there is none, or the condition is more than one operation.
    static func text(instead name: String, of condition: SyntaxNode, in source: SourceText) -> String? {
        guard let verb = ["expect", "require"].first(where: { name == $0 + "True" }) else { return nil }
        let text = source.text(condition.range)
        // An operand of several lines, or with a comment, is more than one operation most of the time.
        guard text.count <= 2 * limit, !text.contains(where: \.isNewline), !text.contains("/*") else { return nil }
        let call = condition.children.first { $0.kind == .call && $0.range == condition.range }
        let parts = call.map { self.call($0, in: source) } ?? comparison(text)
        return parts.map { "\(verb)\($0.assertion)(\($0.operands.joined(separator: ", ")))" }
    }

    /// A call of a method with one argument that has no label.
    private static func call(_ node: SyntaxNode, in source: SourceText) -> (assertion: String, operands: [String])? {
        let callee = source.text(node.nameRange)
        let arguments = node.children.filter { $0.kind == .argument }
        guard let dot = callee.lastIndex(of: "."), let assertion = methods[String(callee[callee.index(after: dot)...])],
            arguments.count == 1, arguments[0].nameRange.isEmpty, isSimple(callee)
        else { return nil }
        let operand = source.text(arguments[0].range)
        // A closure.
        return operand.hasPrefix("{") ? nil : (assertion, [String(callee[..<dot]), operand])
    }

    /// A comparison of two operands, or whether something is empty.
    private static func comparison(_ text: String) -> (assertion: String, operands: [String])? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if words.count == 3, let assertion = comparisons[words[1]], isSimple(words[0]), isSimple(words[2]) {
            return words[2] == "nil" ? nil : (assertion, [words[0], words[2]])
        }
        guard words.count == 1, text.hasSuffix(".isEmpty"), isSimple(text) else { return nil }
        return ("Empty", [String(text.dropLast(".isEmpty".count))])
    }

    /// Whether a text is a name, members of one, or a number: nothing in it is an operator.
    private static func isSimple(_ text: String) -> Bool {
        !text.isEmpty && text.first != "." && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    }
}
