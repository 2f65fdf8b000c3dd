// SPDX-License-Identifier: MIT

import Testing

@testable import TestKit

/// Rule 24: values as text, and their difference.
@Suite struct DifferenceTests {
    /// A structure with a field of several lines.
    private struct Person {
        var name: String
        var address: Address
        var tags: [String] = []
    }
    /// A field of a person.
    private struct Address {
        var street: String
        var town: String
    }

    /// The lines of a difference, without its heading.
    private func lines(_ expected: Any, _ actual: Any) -> [String] {
        let text = Difference.text(expected: expected, actual: actual) ?? ""
        return text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test("rule 24: lines of text, with the equal ones around them")
    func text() {
        #expect(
            lines("a\nb\nc\nd\ne\nf", "a\nb\nc\nX\ne\nf") == [
                "… (1 equal lines)", "  b", "  c", "- d", "+ X", "  e", "  f",
            ]
        )
    }

    @Test("rule 24: elements of a collection, a set and a dictionary")
    func collections() {
        #expect(lines([1, 2, 3], [1, 3, 4]) == ["  1", "- 2", "  3", "+ 4"])
        #expect(lines(Set([1, 2]), Set([2, 3])) == ["- 1", "  2", "+ 3"])
        #expect(lines(["a": 1, "b": 2], ["b": 3, "a": 1]) == ["  \"a\": 1", "- \"b\": 2", "+ \"b\": 3"])
    }

    @Test("rule 24: fields of a structure, nested ones too")
    func structures() {
        let one = Person(name: "A", address: Address(street: "S", town: "T"))
        let other = Person(name: "A", address: Address(street: "S", town: "U"))
        #expect(
            lines(one, other) == [
                "… (1 equal lines)", "  address: ", "    street: \"S\"", "-   town: \"T\"", "+   town: \"U\"",
                "  tags: []",
            ]
        )
    }

    @Test("rule 24: values of one line have no difference")
    func oneLine() {
        #expect(Difference.text(expected: 1, actual: 2) == nil)
        #expect(Difference.text(expected: "a", actual: "b") == nil)
    }

    @Test("rule 24: big values are cut, with a note")
    func big() {
        #expect(ValueText.line(String(repeating: "x", count: 100), limit: 10) == "\"xxxxxxxxx… (92 more characters)")
        #expect(ValueText.line(Array(0..<1_000)).hasSuffix("49, … (1000 elements)]"))
        #expect(ValueText.line("a\nb") == "\"a\\nb\"")
        let text = Difference.text(expected: Array(0..<10_000), actual: Array(1..<10_001))
        #expect(text == "first difference at line 1:\n- 0\n+ 1")
        #expect(lines(Array(0..<200), Array(200..<400)).last == "… (340 more lines)")
    }
}
