// SPDX-License-Identifier: MIT

import TestKit

/// A class whose only case says that it should not run.
final class SkipTests: TestCase {
    func testSaysThatItShouldNot() throws { try skip("not today") }
}
