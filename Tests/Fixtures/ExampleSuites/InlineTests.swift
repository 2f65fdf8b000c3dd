// SPDX-License-Identifier: MIT

import TestKit

/// Rules 14, 15 and 17: examples in code, by method name.
final class InlineTests: TestCase {
    override class func examples(for name: String) throws -> [Example] {
        switch name {
        case "outlineTestParses":
            [
                Example("one", ["text": "1", "number": 1]),
                Example("two", ["text": "2", "number": 2]),
                Example("wrong", ["text": "3", "number": 4]),
            ]
        case "parameterisedTestSuites":
            [Example("top")]
                + Example.suite("suite", [Example("a"), Example("b")] + Example.suite("inner", [Example("a")]))
        case "outlineTestNames":
            Self.oddNames.map { Example($0, value: $0) }
        default:
            try super.examples(for: name)
        }
    }

    /// Names that hold any character.
    static let oddNames = [
        "plain", "two words", "a/b", "[x]", "]", "[", "a]b[c", "\u{301}combines", "é", "e\u{301}", "tab\tnew\nline",
        "-dash", "*?", "👩‍👩‍👧", "\"quoted\"", "focus_x",
    ]

    func outlineTestParses() throws {
        let number: Int = try example["number"]
        expectEqual(Int(try example.value("text", as: String.self)), number)
    }

    func parameterisedTestSuites() {
        print("suite example \(example.name)")
    }

    func outlineTestNames() throws {
        expectEqual(try example.value(as: String.self), example.name)
    }

    func testPlain() {
        expectNil(currentExample)
    }
}
