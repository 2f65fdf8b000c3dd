// SPDX-License-Identifier: MIT

import TestKit

/// Examples that are named after values whose texts are not stable, and stable ones that look like those.
final class NamelessTests: TestCase {
    /// An object, whose text is the name of its class.
    private final class Token: Sendable {}

    /// An object that shows where it is.
    private final class Place: Sendable, CustomStringConvertible {
        var description: String { "Place \(ObjectIdentifier(self))" }
    }

    /// A value that shows a collection without order.
    private struct Basket: Sendable { let fruit: Set<String> }

    override class func examples(for name: String) throws -> [Example] {
        switch name {
        case "outlineTestAddress": try Example.product(["value": [Place(), "plain", Place()]])
        case "outlineTestEqual": try Example.product(["value": [Token(), "plain", Token()]])
        case "outlineTestUnordered":
            try Example.zip(["value": [Set(1...5), Basket(fruit: ["apple", "pear", "plum"]), ["only": 1]]])
        default: try Example.zip(["value": ["", "#1", "0xdeadbeef", "0x7f3c5a401c10", "last"]])
        }
    }

    func outlineTestAddress() { isThere() }

    func outlineTestEqual() { isThere() }

    func outlineTestUnordered() { isThere() }

    func outlineTestText() { isThere() }

    /// Fails with the example's name and the type of its value.
    private func isThere() { fail("this is \(example.values["value"].map { "\(type(of: $0))" } ?? "nothing")") }
}
