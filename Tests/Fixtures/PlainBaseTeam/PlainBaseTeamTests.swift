// SPDX-License-Identifier: MIT

import PlainBases
import TestKit

/// Its base class is in a module without the plug-in: what it inherits would not run.
final class PlainTeamTests: PlainBaseTests {
    func testOwn() {}
}
