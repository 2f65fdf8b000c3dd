// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel

/// Patterns for identities.
struct NameFilterTests {
    @Test(
        "a pattern matches an identity or a tag, or does not",
        arguments: [
            ("glob:*", "", true), ("glob:*Cart*", "One/M.Cart/testAdd", true), ("glob:M.Cart", "One/M.Cart", false),
            ("glob:One/*/testAdd", "One/M.Cart/x/testAdd", true), ("glob:One/?.Cart", "One/M.Cart", true),
            ("glob:?", "ab", false), ("glob:[MN].Cart", "N.Cart", true), ("glob:[!MN].Cart", "N.Cart", false),
            ("glob:[a-c]x", "bx", true), ("glob:t\\[one]", "t[one]", true), ("glob:t[[]one]", "t[one]", true),
            ("glob:t[one]", "t[one]", false), ("glob:*Cart", ".hidden/Cart", true),
            // A question mark is a character, not a byte.
            ("glob:Gr?ße", "Größe", true), ("glob:Gr[aäöü]ße", "Größe", true), ("glob:??", "日本", true),
            ("glob:?", "😀", true),
            // A part of an identity, which may have id: in front.
            ("", "a", true), ("ö", "Größe", true), ("öß", "Größe", true), ("x", "", false), ("", "", true),
            ("id:Cart/", "One/M.Cart/testAdd", true), ("id:Bag/", "One/M.Cart/testAdd", false),
            // A tag, with a point in front or without.
            ("tag:slow", "a", true), ("tag:.slow", "a", true), ("tag:slo", "a", false), ("tag:", "a", false),
            ("slow", "a", false),
        ])
    func matching(pattern: String, identity: String, expected: Bool) throws {
        #expect(try NameFilter(pattern).matches(identity, tags: ["of two words", "slow"]) == expected)
    }

    /// The rows of the page, each a pattern and the numbers of the tests that it matches.
    static let rows: [(pattern: String, numbers: [Int])] = {
        let page = (try? String(contentsOfFile: Checkout.path("docs/PATTERNS.md"), encoding: .utf8)) ?? ""
        return page.matches(of: /\n\| `([^`]+)` \| ([0-9, ]+) \|/).map { match in
            (String(match.1.replacing("\\|", with: "|")), match.2.split(separator: ", ").compactMap { Int($0) })
        }
    }()

    @Test("each expression of docs/PATTERNS.md matches the tests that the page says")
    func page() throws {
        let page = try String(contentsOfFile: Checkout.path("docs/PATTERNS.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: #/```text\n((?s).*?)```/#))
        let tests = block.1.split(separator: "\n").map(String.init)
        #expect(tests.count == 4 && Self.rows.count == 6)
        for (pattern, numbers) in Self.rows {
            let filter = try OptionValue.pattern(pattern, "--filter").resolved([
                .flaky: [tests[1]], .affected: [tests[3]],
            ])
            let matching = tests.indices.filter { filter.matches(tests[$0], tags: $0 == 1 ? ["slow"] : []) }
            #expect(matching.map { $0 + 1 } == numbers, "\(pattern)")
        }
    }

    @Test(
        "what was a pattern before expressions is the same",
        arguments: [
            ("outlineTestSalt[salt and pepper]", "M.A/outlineTestSalt[salt and pepper]"),
            ("flaky", "M.Flaky/testflaky"),
            ("id:salt and pepper", "M.A/outlineTest[salt and pepper]"), ("re:salt and|or", "M.A/outlineTest[salt and]"),
            ("add(a:b:)", "M.A/add(a:b:)"), ("two of one", "M.A/outlineTest[two of one]"),
            ("don't", "M.A/outlineTest[don't]"),
        ])
    func sameAsBefore(pattern: String, identity: String) throws {
        #expect(try NameFilter(pattern).matches(identity) && !NameFilter(pattern).matches("M.B/testOther"))
    }

    @Test(
        "an expression that cannot be read says why and where",
        arguments: [
            ("Cart and", "expected a pattern, 'not' or '(', got the end at position 9"),
            ("not (a or b", "the parenthesis at position 5 is not closed"),
            ("a b and c", "expected 'and', 'or' or the end, got 'b' at position 3"),
            ("a and re:[", "the set is not closed at position 1, in 're:[' at position 7"),
            ("a or set:flakey", "did you mean set:flaky?, in 'set:flakey' at position 6"),
        ])
    func unreadable(pattern: String, reason: String) {
        #expect(throws: UsageError.self) { try OptionValue.pattern(pattern, "--filter") }
        do { _ = try NameFilter(pattern) } catch {
            #expect(error.reason == reason && error.expected.hasPrefix("patterns combined with"))
        }
    }

    @Test("a set that is none is refused with its nearest; one that nobody has looked up has no test")
    func sets() throws {
        do { _ = try NameFilter("set:neww") } catch {
            #expect(error.reason == "did you mean set:new?")
            #expect(error.expected == "set: and one of failed, flaky, slower, new or affected")
        }
        let filter = try NameFilter("set:new")
        #expect(filter.sets == [.new] && !filter.matches("a"))
        #expect(filter.resolved([.new: ["a"]]).matches("a"))
        #expect(try NameFilter("not failed or (slower and affected)").sets == [.failed, .slower, .affected])
    }
}
