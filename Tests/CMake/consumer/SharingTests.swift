// SPDX-License-Identifier: MIT

import SharedBases
import TestKit

/// A suite whose base class is in a shared library.
final class SharingTests: SharedBaseTests {
    func testOwn() { expectTrue(isReady) }
}
