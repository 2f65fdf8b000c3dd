// SPDX-License-Identifier: MIT

import TypeLaws

/// Strings are equal by what they mean in Unicode, not by their bytes.
final class StringHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            ["caf\u{E9}", "cafe\u{301}"],
            ["\u{1112}\u{1161}\u{11AB}", "\u{D55C}"],
            ["\u{212B}", "\u{C5}", "A\u{30A}"],
            ["cafe"],
            [""],
        ]
    }
}

/// A substring has the identity of its text, not of its place.
final class SubstringHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        let text = "abcabc"
        return [[text.prefix(3), text.suffix(3)], [text.prefix(2)], [text.prefix(0), text.suffix(0)]]
    }
}

/// Collections compare by their elements.
final class CollectionHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            [Set([1, 2, 3]), Set([3, 2, 1, 1])],
            [[1, 2, 3]],
            [[3, 2, 1]],
            [["a": 1, "b": 2], Dictionary(uniqueKeysWithValues: [("b", 2), ("a", 1)])],
        ]
    }
}
