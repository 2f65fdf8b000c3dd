// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerReports

/// How long lines are broken.
struct LineWrapTests {
    /// The parts of a line for a room of 20 columns, the least.
    private func lines(_ text: String) -> [String] { LineWrap.lines(text, width: 20, margin: 0) }

    @Test(
        "at spaces; a word that fits a line is never broken, a longer one behind a mark or before a capital letter",
        arguments: [
            ("one two three four five six", ["one two three four", "five six"]),
            ("twenty columns wide!", ["twenty columns wide!"]), ("", [""]),
            ("twenty columns wide! more", ["twenty columns wide!", "more"]),
            ("a nineteen-character-s word", ["a", "nineteen-character-s", "word"]),
            ("see Sources/Shop/Cart/Basket.swift", ["see Sources/Shop/", "Cart/Basket.swift"]),
            ("    an indentation of four", ["    an indentation", "of four"]),
            ("testThatTheBasketIsEmptyAtFirst", ["testThatTheBasketIs", "EmptyAtFirst"]),
            ("a testThatTheBasketIsEmptyAtFirst", ["a testThatTheBasket", "IsEmptyAtFirst"]),
            // A place in a source is never broken.
            ("at Sources/Shop/Cart/Basket.swift:12", ["at", "Sources/Shop/Cart/Basket.swift:12"]),
            ("Sources/Shop/Cart/Basket.swift:12", ["Sources/Shop/Cart/Basket.swift:12"]),
            (
                "pay() in libShop.so at Sources/Shop/Cart/Basket.swift:12:7 and so on",
                ["pay() in libShop.so", "at", "Sources/Shop/Cart/Basket.swift:12:7", "and so on"]
            ),
            ("at Sources/Shop/Cart/x:1y2 and", ["at Sources/Shop/", "Cart/x:1y2 and"]),
        ])
    func broken(text: String, expected: [String]) { #expect(lines(text) == expected) }

    @Test("in the middle of a word where there is no space; by columns and not by characters")
    func longWord() {
        let word = String(repeating: "x", count: 45)
        #expect(lines(word).map(\.count) == [20, 20, 5])
        #expect(lines("a " + word).joined() == "a " + word)
        #expect(lines(String(repeating: "中", count: 15)).map(\.count) == [10, 5])
        // One letter after another is no part of a name.
        #expect(lines("XMLHTTPREQUESTANDSOMETHING").first?.count == 20)
        let styled = LineWrap.styled("failed testThatTheBasketIsEmptyAtFirst", width: 24)
        #expect(styled == ["failed", "    testThatTheBasketIs", "    EmptyAtFirst"], "\(styled)")
    }

    @Test("a line is not broken at glue, which becomes a space")
    func glue() {
        let text = "failed testNothing (48.0\(LineWrap.glue)µs)"
        #expect(LineWrap.styled(text, width: 24) == ["failed testNothing", "    (48.0 µs)"])
        #expect(LineWrap.styled(text, width: 80) == ["failed testNothing (48.0 µs)"])
        #expect(LineWrap.styled(text, width: nil) == ["failed testNothing (48.0 µs)"])
    }

    @Test("a line with colours is broken as it is seen, and goes on indented; a command is not")
    func styled() {
        let red = Style(isEnabled: true).red
        #expect(LineWrap.styled("one two", width: 20) == ["one two"])
        #expect(LineWrap.styled("one two three four five six", width: nil) == ["one two three four five six"])
        #expect(
            LineWrap.styled("  one two three four five six seven eight", width: 30) == [
                "  one two three four five six", "      seven eight",
            ])
        #expect(LineWrap.styled(red("one two three") + " four", width: 20) == [red("one two three") + " four"])
        #expect(
            LineWrap.styled("a b \(red("three four five six seven"))", width: 22) == [
                "a b \u{1B}[31mthree four five", "  six seven\u{1B}[0m",
            ])
        // Behind a mark, where a word is longer than a line.
        #expect(
            LineWrap.styled("failed Shop/ShopTests.BasketTests/testOpens", width: 24) == [
                "failed Shop/ShopTests.", "    BasketTests/", "    testOpens",
            ])
        #expect(LineWrap.styled("    Tests/ShopTests/Basket.swift:12:", width: 24).count == 1)
        // A path is copied.
        #expect(
            LineWrap.styled("build it again: /home/ann/shop/Sources/Basket.swift, and on", width: 24) == [
                "build it again:", "    /home/ann/shop/Sources/Basket.swift,", "    and on",
            ])
        let command = "repeat: runner --seed 42 --jobs 1 a/b/c"
        #expect(LineWrap.styled(command, width: 24) == [command])
    }

    @Test("the rest of a line is indented further than the line, so that it is no line of its own")
    func details() {
        let details = DetailLines(style: Style(isEnabled: false), width: 40, margin: "      ")
        let text = "backtrace:\n  pick(_:_:) in ShopTests.xctest at /s/Shop.swift\n  next"
        #expect(
            details.of(text) == [
                "      backtrace:", "        pick(_:_:) in ShopTests.xctest", "          at /s/Shop.swift",
                "        next",
            ])
    }

    @Test("without a width nothing is broken")
    func withoutWidth() {
        let word = String(repeating: "x", count: 500)
        #expect(LineWrap.lines(word, width: nil, margin: 4) == [word])
        // Room for so little helps nobody.
        #expect(LineWrap.lines("one two three four", width: 5, margin: 4) == ["one two three four"])
    }
}
