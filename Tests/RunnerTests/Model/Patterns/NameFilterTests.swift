// SPDX-License-Identifier: MIT

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

    @Test("malformed expression says why", arguments: ["[", "(", "a{2,1}", "*", "\\"])
    func malformed(pattern: String) {
        do {
            _ = try NameFilter("re:\(pattern)")
            #expect(Bool(false), "\(pattern) was taken")
        } catch {
            #expect(error.pattern == pattern)
            #expect(!error.reason.isEmpty && !error.reason.contains("\n") && !error.reason.contains("Error("))
        }
    }
}
