// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// How much is tested: with `ALL_TESTS=1`, as by night, everything.
enum TestDepth {
    /// Whether everything is tested.
    static let isWhole = ProcessInfo.processInfo.environment["ALL_TESTS"] == "1"

    /// All arguments of a test by night; otherwise some of them, evenly spread.
    static func some<Argument>(_ count: Int, of all: [Argument]) -> [Argument] {
        isWhole || all.count <= count ? all : (0..<count).map { all[$0 * all.count / count] }
    }
}

extension Trait where Self == ConditionTrait {
    /// A test that takes long: it runs only with `ALL_TESTS=1`, as by night.
    static var long: Self { .enabled(if: TestDepth.isWhole, "takes long; ALL_TESTS=1 runs it as well") }

    /// A test of something that Swift 6.2 lacks: the texts of assertions, and failures of `#expect` outside of its own tests.
    static var swift63: Self {
        #if compiler(>=6.3)
        .enabled(if: true)
        #else
        .disabled("Swift 6.2 does not have it: docs/Platforms.md")
        #endif
    }
}
