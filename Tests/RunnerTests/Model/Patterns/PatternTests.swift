// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// Regular expressions for identities: docs/PATTERNS.md.
///
/// Rule 63.
struct PatternTests {
    /// Whether an expression matches somewhere in a text.
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        PatternMatcher(try PatternProgram(pattern)).matches(text)
    }

    @Test(
        "an expression matches somewhere in a text, or does not",
        arguments: [
            // Structure.
            ("", "", true), ("", "a", true), ("b", "abc", true), ("^b", "abc", false), ("c$", "abc", true),
            ("^$", "", true),
            ("^$", "a", false), ("a.c", "abc", true), ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true),
            ("a|b", "xb", true),
            ("^(a|b)$", "ab", false), ("^(?:ab)*$", "abab", true), ("^(?:ab)*$", "aba", false), ("^a+$", "", false),
            ("^a?$", "aa", false), ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true),
            ("^a{,2}$", "aaa", false), ("^a{1,3}$", "aaa", true), ("^a{1,3}$", "aaaa", false), ("a{", "a{", true),
            ("a{x}", "a{x}", true), ("^a{0}$", "", true), ("^a*?$", "aaa", true), ("^(a*)*$", "aaa", true),
            ("^(a|)+$", "aa", true), ("^(|a)*b", "aab", true), ("^(((){1000}){1000}){1000}$", "", true),
            ("^(a|b|){2,4}c$", "abac", true), ("^(a|b){2,4}c$", "ababac", false),
            // Characters.
            ("^[abc]$", "b", true), ("^[^abc]$", "b", false), ("^[^abc]$", "d", true), ("^[a-c]$", "b", true),
            ("^[a-]$", "-", true), ("^[]]$", "]", true), ("^[^]]$", "]", false), ("^[\\]a]$", "]", true),
            ("^[.]$", "x", false),
            ("^\\d\\D\\w\\W\\s\\S$", "1x_-\tx", true), ("^[\\d_]+$", "1_2", true), ("^[^\\d]$", "1", false),
            ("^\\.$", "x", false), ("^\\x41\\u00e4\\x{1F600}$", "Aä😀", true), ("^[ä-ü]$", "ö", true),
            ("^.$", "日", true),
            ("^\\p{Lu}\\p{L}\\P{L}$", "Äß1", true), ("^[[:alpha:][:digit:]]+$", "aä1", true),
            ("^[[:^digit:]]$", "1", false),
            ("^[a[b-d]]$", "c", true), ("\\bCart\\b", "One/M.Cart/x", true), ("\\bCart\\b", "One/M.CartTests", false),
            ("\\BTests", "CartTests", true), ("\\Aa\\z", "a", true), ("^\\Q.*\\E$", ".*", true),
            ("^\\Q.*\\E$", "ab", false),
            ("(?i)cart", "CART", true), ("(?i)[a-c]ÄSS", "Bäss", true), ("a(?i)b(?-i)c", "aBC", false),
            ("a(?:(?i)b)c", "aBc", true), ("a(?:(?i)b)c", "aBC", false), ("(?<name>a)", "a", true),
            ("(?P<n>a)", "a", true),
            ("\\[one\\]$", "t[one]", true), ("\\n\\t", "\n\t", true),
        ])
    func matching(pattern: String, text: String, expected: Bool) throws {
        #expect(try matches(pattern, text) == expected)
    }

    @Test(
        "refused",
        arguments: [
            ("[", "the set is not closed at position 1"), ("a(b", "the group is not closed at position 2"),
            ("a)", "a parenthesis closes no group at position 2"), ("a{2,1}", "a repetition from 2 to 1 at position 2"),
            ("*", "a quantifier with nothing before it at position 1"),
            ("\\", "a backslash with nothing after it at position 1"),
            ("a**", "a quantifier follows another one at position 3"),
            ("(a)\\1", "back-references are not supported at position 4"),
            ("a++", "a possessive quantifier (++) is not supported at position 3"),
            ("[b-a]", "a range whose end is before its start at position 5"),
            ("\\y", "'\\y' has no meaning here; write '\\\\' for a backslash at position 1"),
            ("a{1001}", "more than 1000 repetitions at position 3"),
            ("a{99999999999999999999}", "more than 1000 repetitions at position 3"),
            ("\\p{Xx}", "'Xx' is not a general category such as L, Lu or Nd, at position 7"),
            ("[a&&b]", "set operations ('&&') are not supported at position 3"),
            ("\\x{110000}", "expected the hexadecimal number of a character at position 11"),
            ("((a{1000}){1000}){1000}", "it needs more than 20000 steps; use fewer repetitions or alternatives"),
        ])
    func refused(pattern: String, reason: String) {
        #expect(throws: PatternFault(reason)) { try PatternProgram(pattern) }
    }

    @Test("no look around", arguments: ["(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?>a)"])
    func noLookAround(pattern: String) throws {
        let fault = #expect(throws: PatternFault.self) { try PatternProgram(pattern) }
        let words = "only (?:…), (?i), (?s) and (?<name>…) are supported; look-around is not, at position "
        #expect(fault?.description.hasPrefix(words) == true)
    }

    @Test("what nobody wrote is refused with a limit")
    func sizeLimit() throws {
        let many = 30_000
        for pattern in [
            String(repeating: "[", count: many), String(repeating: "(", count: many),
            String(repeating: "(?:", count: many),
            String(repeating: "a{2}", count: 1) + String(repeating: "?", count: many),
            String(repeating: "a|", count: many), "(((a{1000}){1000}){1000}){1000}", "((){,1000}){1000}",
            String(repeating: "x", count: 100_000),
        ] {
            let fault = #expect(throws: PatternFault.self) { try PatternProgram(pattern) }
            #expect((fault?.description.utf8.count ?? 0) < 200)
        }
    }

    /// Text and expressions on which a matcher that goes back takes exponential or cubic time: the test ends.
    @Test(
        "takes time in proportion",
        arguments: ["^(a+)+$", "(a|aa)+$", "(a*)*b", "^(a?){50}a{50}$", "(.*)(.*)(.*)(.*)(.*)[^a]$", "(x+x+)+y"])
    func duration(pattern: String) throws {
        let text = String(repeating: pattern.hasPrefix("(x") ? "x" : "a", count: 5_000) + "!"
        let isEnd = pattern.hasSuffix("[^a]$")
        #expect(try matches(pattern, text) == isEnd)
    }

    @Test("one matcher serves many texts")
    func manyTexts() throws {
        let matcher = PatternMatcher(try PatternProgram("^M\\.C[0-9]+/test$"))
        for index in 0..<1000 {
            #expect(matcher.matches("M.C\(index)/test"))
            #expect(!matcher.matches("M.C\(index)/tests"))
        }
    }
}
