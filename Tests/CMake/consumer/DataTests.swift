// SPDX-License-Identifier: MIT

import TestKit
import TestKitResources

/// A suite with a data file, which lies beside the bundle.
final class DataTests: TestCase {
    func outlineTestDoubles() throws {
        let number: Int = try example["number"]
        expectEqual(number * 2, try example["double"])
    }
}
