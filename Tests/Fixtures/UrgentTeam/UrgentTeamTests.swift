// SPDX-License-Identifier: MIT

import TestKit
import UrgentBases

/// Its base class is focused.
final class AlarmTests: Focus_UrgentTests {}

/// Nothing focuses it.
final class CalmTests: TestCase {
    func testCalm() {}
}
