// SPDX-License-Identifier: MIT

import ConsumerBases
import TestKit

/// A suite of another project.
final class ConsumerTests: ConsumerBaseTests {
    func testOwn() {
        expectEqual(1 + 1, 2)
    }

    func testAwaited() async {
        await Task.yield()
    }
}
