// SPDX-License-Identifier: MIT

import OwnBases
import TestKit

/// Its base class belongs to another copy of TestKit.
final class OwnTeamTests: OwnBaseTests {
    func testOwn() {}
}
