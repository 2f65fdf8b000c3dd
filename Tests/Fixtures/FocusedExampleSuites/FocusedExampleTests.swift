// SPDX-License-Identifier: MIT

import TestKit

/// Rule 14: parameterised cases take focus.
final class FocusedExampleTests: TestCase {
    override class func examples() -> [Example] { [Example("a"), Example("b")] }

    func focus_outlineTestFocused() { print("focused \(example.name)") }
    func outlineTestOther() {}
    func testOther() {}
}
