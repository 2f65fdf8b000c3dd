// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// How long lines are broken.
@Suite struct LineWrapTests {
    /// The parts of a line for a room of 20 columns, the least.
    private func lines(_ text: String) -> [String] { LineWrap.lines(text, width: 20, margin: 0) }

    @Test func atSpaces() {
        #expect(lines("one two three four five six") == ["one two three four", "five six"])
        #expect(lines("twenty columns wide!") == ["twenty columns wide!"])
        #expect(lines("twenty columns wide! more") == ["twenty columns wide!", "more"])
        #expect(lines("") == [""])
    }

    @Test func inTheMiddleOfAWordWhereThereIsNoSpace() {
        let word = String(repeating: "x", count: 45)
        #expect(lines(word).map(\.count) == [20, 20, 5])
        #expect(lines("a " + word).joined() == "a " + word)
    }

    @Test func byColumnsAndNotByCharacters() {
        #expect(lines(String(repeating: "中", count: 15)).map(\.count) == [10, 5])
    }

    @Test func withoutAWidthNothingIsBroken() {
        let word = String(repeating: "x", count: 500)
        #expect(LineWrap.lines(word, width: nil, margin: 4) == [word])
        // Room for so little helps nobody.
        #expect(LineWrap.lines("one two three four", width: 5, margin: 4) == ["one two three four"])
    }
}
