// SPDX-License-Identifier: MIT

import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// A test that takes long: it runs only with `ALL_TESTS=1`, as in the gate.
    static var long: Self {
        .enabled(if: ProcessInfo.processInfo.environment["ALL_TESTS"] == "1", "takes long; ALL_TESTS=1 runs it as well")
    }
}
