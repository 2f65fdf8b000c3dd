// SPDX-License-Identifier: MIT

import HierarchyBases
import TestKit

extension Outer {
    final class OtherFileTests: TestCase {
        func testInOtherFile() {}
    }
}

extension Outer.DeepTests {
    func testOfAnExtension() {}
}

extension LeafTests {
    func testOfAnotherFile() {}
}

extension HierarchyBases.SameTests {
    func testOfAnotherModule() {}
}
