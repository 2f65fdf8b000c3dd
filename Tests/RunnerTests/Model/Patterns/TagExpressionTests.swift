// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// The expressions of `--tag` and `--skip-tag`.
struct TagExpressionTests {
    /// Whether an expression holds for some tags.
    func holds(_ text: String, _ tags: String...) throws -> Bool { try TagExpression(text).matches(tags) }

    /// Why an expression is refused; empty if it is not.
    func reason(_ text: String) -> String {
        do {
            _ = try TagExpression(text)
            return ""
        } catch { return error.reason }
    }

    @Test("words")
    func words() throws {
        #expect(try holds("slow", "slow") && !holds("slow", "slower") && !holds("slow"))
        #expect(try holds("not slow") && !holds("not slow", "slow") && holds("not not slow", "slow"))
        #expect(try holds("a and b", "a", "b") && !holds("a and b", "a") && !holds("a and b", "b"))
        #expect(try holds("a or b", "a") && holds("a or b", "b") && !holds("a or b", "c"))
    }

    @Test("precedence")
    func precedence() throws {
        // not before and, and before or.
        #expect(try holds("a or b and c", "a") && !holds("(a or b) and c", "a"))
        #expect(try holds("not a and b", "b") && !holds("not (a and b)", "a", "b") && holds("not (a and b)", "b"))
        #expect(try holds("not a or b", "a", "b") && !holds("not (a or b)", "b"))
        #expect(try holds("((a))and(not(b))", "a"))
    }

    @Test("quotation marks")
    func quotationMarks() throws {
        #expect(try holds("'a b'", "a b") && holds("\"not\"", "not"))
        #expect(try holds("\"it's\" and größe", "it's", "größe"))
        #expect(try TagExpression("'a b' or not c").tags == ["a b", "c"])
    }

    @Test(
        "refused",
        arguments: [
            ("", "expected a tag, 'not' or '(', got the end at position 1"),
            ("   ", "expected a tag, 'not' or '(', got the end at position 4"),
            ("slow and", "expected a tag, 'not' or '(', got the end at position 9"),
            ("slow and or b", "expected a tag, 'not' or '(', got 'or' at position 10"),
            ("slow fast", "expected 'and', 'or' or the end, got 'fast' at position 6"),
            ("größe AND b", "expected 'and', 'or' or the end, got 'AND' at position 7"),
            ("a)", "expected 'and', 'or' or the end, got ')' at position 2"),
            ("a and (b or c", "the parenthesis at position 7 is not closed"),
            ("(a b)", "expected 'and', 'or' or ')', got 'b' at position 4"),
            ("a or 'b", "the quotation mark at position 6 is not closed"),
            ("a or ''", "the tag at position 6 is empty"),
            ("()", "expected a tag, 'not' or '(', got ')' at position 2"),
        ])
    func refused(text: String, expected: String) { #expect(reason(text) == expected) }

    @Test("depth has an end")
    func depthLimit() {
        #expect(reason(String(repeating: "(", count: 100_000)) == "it is nested more than 100 levels deep")
        #expect(reason(String(repeating: "not ", count: 100_000) + "a") == "it is nested more than 100 levels deep")
        #expect(reason(String(repeating: "not ", count: 99) + "a") == "")
    }

    /// More than a stack has room for: terms that stand side by side have no depth.
    @Test("any number of terms is read and evaluated", arguments: ["and", "or"])
    func manyTerms(word: String) throws {
        let terms = (0..<20_000).map { "t\($0)" }
        let expression = try TagExpression(terms.joined(separator: " \(word) "))
        #expect(expression.tags.count == terms.count)
        #expect(expression.matches(["t19999"]) == (word == "or"))
        #expect(!expression.matches([]))
    }

    @Test("filter")
    func filter() throws {
        let filter = TagFilter(
            wanted: [try TagExpression("a"), try TagExpression("b")], skipped: [try TagExpression("c")])
        #expect(filter.matches(["a"]) && filter.matches(["b"]) && !filter.matches(["a", "c"]) && !filter.matches([]))
        #expect(TagFilter(skipped: [try TagExpression("c")]).matches([]))
        #expect(TagFilter().isEmpty && !filter.isEmpty)
    }

    @Test("tags that no test has")
    func unknownTags() throws {
        let filter = TagFilter(
            wanted: [try TagExpression("slwo or zebra")], skipped: [try TagExpression("netwrk or giraffe")])
        #expect(
            filter.remarks(on: ["slow", "network"]) == [
                "no test has the tag 'netwrk'; did you mean 'network'?",
                "no test has the tag 'slwo'; did you mean 'slow'?",
                "no test has the tag 'zebra'; --list --format json shows all tags",
            ])
    }
}
