// SPDX-License-Identifier: MIT

import Testing

@testable import TestKit

/// Rule 24: values as text, and their difference.
struct DifferenceTests {
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

    @Test("rule 24: a text of several lines is in a failure once, as a difference")
    func textOnce() {
        let finding = Assertion.Finding(expected: "a\nb\nc", actual: "a\nX\nc", showsDifference: true)
        #expect(finding.message == #"expected "b", got "X" in line 2"#)
        #expect(finding.details == "difference (- expected, + actual):\n  a\n- b\n+ X\n  c")
        let short = Assertion.Finding(expected: "a\nb", actual: "a", showsDifference: true)
        #expect(short.message == #"expected "b", got the end of the text in line 2"#)
        let list = Assertion.Finding(expected: Array(0..<40), actual: Array(1..<41), showsDifference: true)
        #expect(list.message.hasPrefix("expected [0, 1, 2"))
        #expect(list.details?.hasPrefix("difference (- expected, + actual):\n- 0\n  1\n") == true)
        // Of one line, and too long for the message: the whole is nowhere else.
        let line = Assertion.Finding(
            expected: String(repeating: "x", count: 90) + "1", actual: String(repeating: "x", count: 90),
            showsDifference: true)
        #expect(line.details?.contains("first difference at character 91") == true)
        #expect(line.details?.hasPrefix("expected: \"xxx") == true)
    }

    @Test("rule 24: elements of a collection, a set and a dictionary")
    func collections() {
        #expect(lines([1, 2, 3], [1, 3, 4]) == ["  1", "- 2", "  3", "+ 4"])
        #expect(lines(Set([1, 2]), Set([2, 3])) == ["- 1", "  2", "+ 3"])
        #expect(lines(["a": 1, "b": 2], ["b": 3, "a": 1]) == ["  \"a\": 1", "- \"b\": 2", "+ \"b\": 3"])
    }

    @Test("rule 24: fields of a structure, also nested ones")
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

    @Test("rule 24: what cannot be seen in a text's lines is shown, and cannot be taken for what is there")
    func invisible() {
        #expect(lines("a\nb\tc", "a\nb    c") == ["  a", "- b\\tc", "+ b    c"])
        #expect(lines("a\nb  ", "a\nb") == ["  a", "- b\\u{20}\\u{20}", "+ b"])
        #expect(lines("a\r\nb", "a\nb") == ["- a\\r", "+ a", "  b"])
        #expect(lines("a\nx\u{200B}y", "a\nxy") == ["  a", "- x\\u{200B}y", "+ xy"])
        #expect(lines("a\nx\u{A0}y", "a\nx y") == ["  a", "- x\\u{A0}y", "+ x y"])
        #expect(lines("a\nx\u{FEFF}", "a\nx\u{202E}") == ["  a", "- x\\u{FEFF}", "+ x\\u{202E}"])
        #expect(lines("a\n\u{301}", "a\n\u{300}") == ["  a", "- \\u{301}", "+ \\u{300}"])
        #expect(lines("a\n\0", "a\n\u{1B}") == ["  a", "- \\0", "+ \\u{1B}"])
        // With an escape somewhere, a backslash is also one; without, it is shown as it is.
        #expect(lines("a\nb\tc", "a\nb\\tc") == ["  a", "- b\\tc", "+ b\\\\tc"])
        #expect(lines("a\nb", "a\nb\\tc") == ["  a", "- b", "+ b\\tc"])
        let text = Difference.text(expected: "a\nb ", actual: "a\nb") ?? ""
        #expect(text.hasPrefix("difference (- expected, + actual, escapes as in a literal):\n"))
    }

    @Test("rule 24: letters with marks and emoji stay as they are")
    func letters() {
        #expect(lines("a\né e\u{301} ñ", "a\nб 中") == ["  a", "- é é ñ", "+ б 中"])
        #expect(lines("a\n👩‍💻 ❤️", "a\n👨‍👩‍👧 🇩🇪").first == "  a")
        #expect(lines("a\n👩‍💻", "a\n👨‍👩‍👧") == ["  a", "- 👩‍💻", "+ 👨‍👩‍👧"])
    }

    @Test("rule 24: what cannot be seen in a value of one line is shown")
    func invisibleInOneLine() {
        #expect(ValueText.line("a\u{A0}b\u{200B}\tc ") == #""a\u{A0}b\u{200B}\tc ""#)
        #expect(ValueText.line(["a\u{A0}"]) == #"["a\u{A0}"]"#)
        #expect(ValueText.line("👩‍💻é") == "\"👩‍💻é\"")
    }

    @Test("rule 24: long lines are cut to where they differ")
    func longLines() {
        let same = String(repeating: "x", count: 1_000)
        let tail = String(repeating: "y", count: 1_000)
        let lead = String(repeating: "x", count: 40)
        let rest = String(repeating: "y", count: 159)
        let found = lines("a\n\(same)1\(tail)", "a\n\(same)2\(tail)")
        #expect(
            found == [
                "  a", "- (960 characters) …\(lead)1\(rest)… (841 more characters)",
                "+ (960 characters) …\(lead)2\(rest)… (841 more characters)",
            ])
        let one = Difference.text(expected: same + "1", actual: same + "2")
        let all = String(repeating: "x", count: 199)
        #expect(
            one == "first difference at character 1001:\n- (801 characters) …\(all)1\n+ (801 characters) …\(all)2")
        #expect(lines("\(same)\na", "\(same)\nb").first?.hasSuffix("x… (800 more characters)") == true)
    }

    @Test("rule 24: the message about long texts that begin alike is about where they differ")
    func longTexts() {
        let same = String(repeating: "pallet-", count: 42)
        func message(_ actual: String, _ expected: String) -> String {
            Assertion.Finding(expected: expected, actual: actual, showsDifference: true).message
        }
        #expect(
            message(same + "north-1", same + "south-1")
                == #"expected "…llet-pallet-south-1", got "…llet-pallet-north-1" at character 295"#)
        #expect(
            message(same + "1" + same, same)
                == #"expected "…llet-pallet-", got "…llet-pallet-1pallet-pallet-pallet-pallet…" at character 295"#)
        // What differs early is in a cut message as well.
        #expect(message("a" + same, "b" + same).hasPrefix(#"expected "bpallet-"#))
    }

    @Test("rule 24: fields behind an optional, and of an enumeration's payload")
    func payloads() {
        enum Shape {
            case box(width: Int, tags: [String])
            case none
        }
        let (one, other) = (Address(street: "S", town: "T"), Address(street: "S", town: "U"))
        #expect(
            lines(Optional(one) as Any, Optional(other) as Any) == [
                "  street: \"S\"", "- town: \"T\"", "+ town: \"U\"",
            ])
        #expect(
            lines([Shape.box(width: 1, tags: ["a", "b"])], [Shape.box(width: 2, tags: ["a", "b"])]) == [
                "  box: ", "-   width: 1", "+   width: 2", "    tags: ", "      \"a\"", "… (1 equal lines)",
            ]
        )
        #expect(
            Difference.text(expected: Shape.box(width: 1, tags: []), actual: Shape.none)?.contains("+ none") == true)
        #expect(Difference.text(expected: Result<Int, RequirementFailure>.success(1), actual: 2) == nil)
    }

    @Test("rule 24: the only field of values that are described alike")
    func describedAlike() {
        struct Same: CustomStringConvertible {
            var number: Int
            var description: String { "same" }
        }
        #expect(lines(Same(number: 1), Same(number: 2)) == ["- number: 1", "+ number: 2"])
    }

    @Test("rule 24: objects that refer to each other are shown once each")
    func graph() {
        final class Node {
            let number: Int
            var others: [Node] = []
            init(_ number: Int) { self.number = number }
        }
        let nodes = (0..<100).map(Node.init)
        for node in nodes { node.others = nodes }
        defer { for node in nodes { node.others = [] } }
        // Each of the hundred names a hundred; each way through three of them would be a million.
        #expect(ValueLines.of(nodes[0]).count < 20_000)
        #expect(lines(nodes[0], nodes[1]).prefix(2) == ["- number: 0", "+ number: 1"])
    }

    @Test("rule 24: of very large texts, where they differ")
    func largeTexts() {
        let line = String(repeating: "é", count: 40) + "\n"
        let same = String(repeating: line, count: 2_000)
        #expect(
            Difference.text(expected: same + "ab\nc", actual: same + "ax\nc")
                == "first difference at line 2001, byte 162002:\n- ab\n+ ax"
        )
        let flat = String(repeating: "é", count: 60_000)
        let lead = String(repeating: "é", count: 40)
        #expect(
            Difference.text(expected: flat + "1", actual: flat)
                == "first difference at line 1, byte 120001:\n- …\(lead)1\n+ …\(lead)"
        )
        #expect(
            Difference.text(expected: "1" + flat, actual: "2" + flat)
                == "first difference at line 1, byte 1:\n- 1\(String(repeating: "é", count: 199))…\n"
                + "+ 2\(String(repeating: "é", count: 199))…"
        )
        #expect(Difference.text(expected: flat, actual: flat) == nil)
        #expect(ValueText.line(flat, limit: 3) == "\"éé… (120000 bytes in all)")
    }
}
