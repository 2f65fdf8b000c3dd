// SPDX-License-Identifier: MIT

import Testing

extension Trait where Self == ConditionTrait {
    /// A test of something that Swift 6.2 lacks: the texts of assertions, and failures of `#expect` outside of its own tests.
    static var swift63: Self {
        #if compiler(>=6.3)
        .enabled(if: true)
        #else
        .disabled("Swift 6.2 does not have it: docs/Platforms.md")
        #endif
    }
}
