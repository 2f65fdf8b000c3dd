// SPDX-License-Identifier: MIT

/// What an adapter lists of a test executable, where that is not all of it.
package struct AdapterSelection: Equatable, Sendable {
    /// A test framework.
    package enum Framework: Sendable {
        case xctest, swiftTesting
    }

    /// The framework whose tests are listed.
    package var framework: Framework
    /// The wanted XCTest cases, "Module.Class/case" or "Module.Class"; nil for all.
    package var cases: [String]?
    /// Swift Testing's expressions of which one must match, if there are any.
    package var filters: [String] = []
    /// Swift Testing's expressions of which none may match.
    package var skips: [String] = []

    /// Selects tests of a framework, by default all of them.
    package init(framework: Framework, cases: [String]? = nil, filters: [String] = [], skips: [String] = []) {
        (self.framework, self.cases, self.filters, self.skips) = (framework, cases, filters, skips)
    }
}
