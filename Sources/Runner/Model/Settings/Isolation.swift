// SPDX-License-Identifier: MIT

/// The isolation of a run: which tests share a process.
public enum Isolation: String, CaseIterable, Sendable {
    /// Classes share a few workers.
    case worker
    /// Each class has a process, forked from a worker that has loaded its bundle.
    case `class`
    /// Each case has a process, and its own class set-up in it.
    case `case`
    /// Everything runs in the process that was started, for a debugger; a forked one reports.
    case none
}
