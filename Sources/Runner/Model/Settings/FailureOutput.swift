// SPDX-License-Identifier: MIT

/// When failures are shown whole.
public enum FailureOutput: String, CaseIterable, Sendable {
    /// As they happen.
    case immediate
    /// When everything has ended.
    case final
    /// When they happen, and again at the end of the run.
    case both
    /// Never: a line says that a test failed, and the list at the end where.
    case never

    /// Whether they are shown as they happen.
    public var isImmediate: Bool { self == .immediate || self == .both }
}
