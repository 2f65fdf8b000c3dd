// SPDX-License-Identifier: MIT

import MiddleBases
import TestKit
import UrgentBases

/// Its base class is focused.
final class AlarmTests: Focus_UrgentTests {}

/// Nothing focuses it.
final class CalmTests: TestCase {
    func testCalm() {}
}

/// The focus comes from a library behind that of its superclass.
final class FireTests: MiddleAlertTests {
    func testFire() { expectTrue(isReady) }
}
