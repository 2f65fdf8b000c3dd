// SPDX-License-Identifier: MIT

/// The part of a test executable that an adapter lists.
public struct AdapterSelection: Equatable, Sendable {
    /// A test framework.
    public enum Framework: Sendable {
        case xctest, swiftTesting
    }

    /// The framework whose tests are listed.
    public var framework: Framework
    /// The wanted XCTest cases, "Module.Class/case" or "Module.Class"; nil for all.
    public var cases: [String]?
    /// Swift Testing's expressions of which one must match, if there are any.
    public var filters: [String] = []
    /// Swift Testing's expressions of which none may match.
    public var skips: [String] = []

    /// Selects tests of a framework, by default all of them.
    public init(framework: Framework, cases: [String]? = nil, filters: [String] = [], skips: [String] = []) {
        (self.framework, self.cases, self.filters, self.skips) = (framework, cases, filters, skips)
    }
}
