// SPDX-License-Identifier: MIT

/// A set of tests that earlier runs define.
public enum TestSet: String, CaseIterable, Sendable {
    /// The tests that failed when they last ran.
    case failed
    /// The tests that failed and passed with the same code.
    case flaky
    /// The tests that take longer than they did.
    case slower
    /// Tests that no earlier run had.
    case new
    /// Tests that `--affected` would run.
    case affected

    /// The words for a set without a test.
    var nobody: String {
        switch self {
        case .failed: "no test failed when it last ran"
        case .flaky: "no test is flaky"
        case .slower: "no test became slower"
        case .new: "no test is new"
        case .affected: "no test is affected"
        }
    }
}
