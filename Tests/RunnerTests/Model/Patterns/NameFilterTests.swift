// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel

/// Patterns for identities.
struct NameFilterTests {
    @Test(
        "glob",
        arguments: [
            ("*", "", true), ("*Cart*", "One/M.Cart/testAdd", true), ("M.Cart", "One/M.Cart", false),
            ("One/*/testAdd", "One/M.Cart/x/testAdd", true), ("One/?.Cart", "One/M.Cart", true), ("?", "ab", false),
            ("[MN].Cart", "N.Cart", true), ("[!MN].Cart", "N.Cart", false), ("[a-c]x", "bx", true),
            ("t\\[one]", "t[one]", true), ("t[[]one]", "t[one]", true), ("t[one]", "t[one]", false),
            ("*Cart", ".hidden/Cart", true),
        ])
    func glob(pattern: String, identity: String, expected: Bool) throws {
        #expect(try NameFilter("glob:\(pattern)").matches(identity) == expected)
    }

    @Test(
        "globs question mark is a character not a byte",
        arguments: [("Gr?ße", "Größe"), ("Gr[aäöü]ße", "Größe"), ("??", "日本"), ("?", "😀")])
    func questionMark(pattern: String, identity: String) throws {
        #expect(try NameFilter("glob:\(pattern)").matches(identity))
    }

    @Test(
        "substring",
        arguments: [("", "a", true), ("ö", "Größe", true), ("öß", "Größe", true), ("x", "", false), ("", "", true)])
    func substring(pattern: String, identity: String, expected: Bool) throws {
        #expect(try NameFilter(pattern).matches(identity) == expected)
    }

    @Test(
        "a tag, with a point in front or without",
        arguments: [("tag:slow", true), ("tag:.slow", true), ("tag:slo", false), ("tag:", false), ("slow", false)])
    func tag(pattern: String, expected: Bool) throws {
        #expect(try NameFilter(pattern).matches("One/M.Cart/testAdd", tags: ["of two words", "slow"]) == expected)
    }

    @Test("a part of an identity may have id: in front")
    func identity() throws {
        #expect(try NameFilter("id:Cart/").matches("One/M.Cart/testAdd"))
        #expect(try !NameFilter("id:Bag/").matches("One/M.Cart/testAdd"))
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
