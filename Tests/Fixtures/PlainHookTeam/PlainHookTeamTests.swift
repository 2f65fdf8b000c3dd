// SPDX-License-Identifier: MIT

import PlainBases
import TestKit

/// Its base class has no case, so that nothing is lost without the plug-in.
final class HookedTests: PlainHookTests {
    func testHookRan() { expectTrue(isReady) }
}
