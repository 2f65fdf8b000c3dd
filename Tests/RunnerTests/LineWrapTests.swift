// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// How long lines are broken.
struct LineWrapTests {
    /// The parts of a line for a room of 20 columns, the least.
    private func lines(_ text: String) -> [String] { LineWrap.lines(text, width: 20, margin: 0) }

    @Test("at spaces")
    func atSpaces() {
        #expect(lines("one two three four five six") == ["one two three four", "five six"])
        #expect(lines("twenty columns wide!") == ["twenty columns wide!"])
        #expect(lines("twenty columns wide! more") == ["twenty columns wide!", "more"])
        #expect(lines("") == [""])
    }

    @Test("in the middle of a word where there is no space")
    func inTheMiddleOfAWordWhereThereIsNoSpace() {
        let word = String(repeating: "x", count: 45)
        #expect(lines(word).map(\.count) == [20, 20, 5])
        #expect(lines("a " + word).joined() == "a " + word)
    }

    @Test("by columns and not by characters")
    func byColumnsAndNotByCharacters() {
        #expect(lines(String(repeating: "中", count: 15)).map(\.count) == [10, 5])
    }

    @Test("without a width nothing is broken")
    func withoutAWidthNothingIsBroken() {
        let word = String(repeating: "x", count: 500)
        #expect(LineWrap.lines(word, width: nil, margin: 4) == [word])
        // Room for so little helps nobody.
        #expect(LineWrap.lines("one two three four", width: 5, margin: 4) == ["one two three four"])
    }
}
