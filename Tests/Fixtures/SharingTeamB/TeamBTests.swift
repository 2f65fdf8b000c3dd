// SPDX-License-Identifier: MIT

import SharedBases
import TestKit

/// Another team's implementation, with a class of a name that the first team has, too.
final class SumLawTests: LawTests {
    override func testInherited() {
        super.testInherited()
        expectEqual(steps.count, 2)
    }
}

/// A failure in a helper of another library.
final class HelpedTests: TestCase {
    func testFailsInTheLibrary() { checkLaw(false) }
    func testPasses() { checkLaw(true) }
}
