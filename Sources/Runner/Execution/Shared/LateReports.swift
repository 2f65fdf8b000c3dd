// SPDX-License-Identifier: MIT

/// Counts what is reported of no case that runs, which may be any number of things, and lets a bounded number through.
struct LateReports {
    /// How many of either kind are let through: failures, and what fails nothing.
    private static let limit = 100

    /// How many came: failures, and others.
    ///
    /// A flood of remarks must not hide a failure.
    private var failures = 0, others = 0
    /// The issues that came before there was a receiver.
    private var waiting: [Issue] = []

    /// Takes one, and says whether it is to be told.
    mutating func admit(_ issue: Issue) -> Bool {
        if issue.isFailure { failures += 1 } else { others += 1 }
        return (issue.isFailure ? failures : others) <= Self.limit
    }

    /// Keeps one until somebody can be told.
    mutating func keep(_ issue: Issue) { if admit(issue) { waiting.append(issue) } }

    /// Returns the kept issues; later ones are reported at once.
    mutating func takeWaiting() -> [Issue] {
        defer { waiting = [] }
        return waiting
    }

    /// Returns an issue about those that were not reported, once; nil if all were.
    mutating func takeSummary() -> Issue? {
        let leftOut = max(0, failures - Self.limit) + max(0, others - Self.limit)
        if leftOut == 0 { return nil }
        (failures, others) = (min(failures, Self.limit), min(others, Self.limit))
        let what = "\(Count.text(leftOut, "more report")) came when no case of theirs was running"
        return Issue(kind: .warning, message: "\(what); the first \(Self.limit) of each kind are told")
    }
}
