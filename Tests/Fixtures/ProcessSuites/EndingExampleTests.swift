// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Ends its process in an example, whose name says nothing of its values.
final class EndingExampleTests: TestCase {
    /// A value whose description must not be asked for before the case runs.
    private struct Silent: CustomStringConvertible {
        var description: String { fatalError("asked for") }
    }

    override class func examples() -> [Example] {
        [
            Example("fine", ["count": 1, "text": "a", "silent": Silent()]),
            Example("ends", ["count": 9, "text": "x: y", "silent": Silent()]),
        ]
    }

    func outlineTestCounts() throws { if try example["count"] == 9 { exit(3) } }
    func testPlain() {}
}
