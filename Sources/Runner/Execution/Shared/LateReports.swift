// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Counts the reports that belong to no running case, and admits a bounded number of them.
struct LateReports {
    /// The number of admitted reports of each kind: failures, and others.
    private static let limit = 100

    /// The number of reports so far, failures and others.
    ///
    /// A flood of remarks must not hide a failure.
    private var failures = 0, others = 0
    /// The issues that came before there was a receiver.
    private var waiting: [Issue] = []

    /// Counts a report; returns whether it is to be shown.
    mutating func admit(_ issue: Issue) -> Bool {
        if issue.isFailure { failures += 1 } else { others += 1 }
        return (issue.isFailure ? failures : others) <= Self.limit
    }

    /// Keeps a report until the reporters are open.
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
        let what = "\(Count.text(leftOut, "more report")) came while their case was not running"
        return Issue(kind: .warning, message: "\(what); the first \(Self.limit) of each kind are shown")
    }
}
