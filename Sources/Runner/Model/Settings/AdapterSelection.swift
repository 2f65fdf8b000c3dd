// SPDX-License-Identifier: MIT

/// What an adapter lists of a test executable, where that is not all of it.
struct AdapterSelection: Equatable, Sendable {
    /// A test framework.
    enum Framework: Sendable {
        case xctest, swiftTesting
    }

    /// The framework whose tests are listed.
    var framework: Framework
    /// The wanted XCTest cases, "Module.Class/case" or "Module.Class"; nil for all.
    var cases: [String]?
    /// Swift Testing's expressions of which one must match, if there are any.
    var filters: [String] = []
    /// Swift Testing's expressions of which none may match.
    var skips: [String] = []
}
