// SPDX-License-Identifier: MIT

import TestKit

/// Examples whose types the compiler checks.
class CheckedTests: TestCase {
    class var parsesExamples: [TypedExample<(text: String, number: Int)>] {
        [
            .init("one", (text: "1", number: 1)),
            .init("two", (text: "2", number: 2)),
            .init("wrong", (text: "3", number: 4)),
        ]
    }

    func outlineTestParses(text: String, number: Int) {
        expectEqual(Int(text), number)
    }

    func outlineTestAsyncLength(_ text: String, in range: Range<Int>) throws {
        expectTrue(range.contains(text.count))
        expectEqual(try example["text"], text)
        finish()
    }
}

extension CheckedTests {
    static let asyncLengthExamples = [TypedExample("short", (text: "ab", range: 0..<3))]

    static var trimsExamples: [TypedExample<Substring>] { [.init("a", "a"), .init("a", "b")] }

    func outlineTestTrims(text: Substring) async {}
}

/// Other examples for inherited cases.
final class MoreCheckedTests: CheckedTests {
    override class var parsesExamples: [TypedExample<(text: String, number: Int)>] {
        [.init("ten", (text: "10", number: 10))]
    }
}
