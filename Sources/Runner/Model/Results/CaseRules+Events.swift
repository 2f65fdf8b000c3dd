// SPDX-License-Identifier: MIT

import RunnerSupport

/// The judgement on results by rules.
extension CaseRules {
    /// An event as the rules have it: a failure that is known or in quarantine fails nothing, also one that comes late; a pass of what
    /// is known to fail is reported.
    public func judged(_ event: Event) -> Event {
        if isEmpty { return event }
        switch event {
        case .caseEnded(var result):
            if case .knownFailing(let reason)? = self[result.slot]?.treatment, result.outcome == .passed {
                let message = "passed although it is marked as known to fail (\(reason)); remove that rule"
                result.issues.append(Issue(kind: .warning, message: message))
            } else if result.isFailure, let words = self[result.slot]?.treatment?.pardon {
                result.reason = .forgiven("\(words); \(result.outcome.words)")
                result.outcome = .skipped
                result.issues = result.issues.map(\.asWarning)
            }
            return .caseEnded(result)
        case .lateIssue(let issue, .slot(let slot)?):
            guard issue.isFailure, let words = self[slot]?.treatment?.pardon else { return event }
            var warning = issue.asWarning
            warning.message += " (\(words))"
            return .lateIssue(warning, .slot(slot))
        default: return event
        }
    }

    /// The least time by which a slow case takes longer than usual, in nanoseconds.
    private static let slowMargin: UInt64 = 10_000_000

    /// An event after all attempts, as judged by the rules: a pass at a further attempt may count as a failure, and a case that took much
    /// longer than usual has a warning.
    public func judgedFinally(_ event: Event) -> Event {
        guard case .caseEnded(var result) = event, result.outcome == .passed else { return event }
        let own = self[result.slot]
        if let usual = usual[result.slot], let factor = own?.slow, result.duration > usual + Self.slowMargin,
            Double(result.duration) > Double(usual) * factor
        {
            let tenths = Int((Double(result.duration) / Double(max(1, usual)) * 10).rounded(.down))
            let message =
                "took \(DurationText.text(result.duration)), \(tenths / 10).\(tenths % 10) times as long as usual "
                + "(\(DurationText.text(usual))): a rule of the configuration warns of that"
            result.issues.append(Issue(kind: .warning, message: message))
        }
        if result.isFlaky, own?.flaky == .fail {
            let message =
                "failed, and passed at attempt \(result.attempt): a rule of the configuration counts that as a failure "
                + "(\"flaky\": \"fail\")"
            result.issues.append(Issue(kind: .error, message: message))
            (result.outcome, result.hasPassedAtRetry) = (.failed, true)
        }
        return .caseEnded(result)
    }
}

extension TestRule.Treatment {
    /// The reason why a failure fails nothing; nil if it does.
    fileprivate var pardon: String? {
        switch self {
        case .skip: nil
        case .knownFailing(let reason): "known to fail (\(reason))"
        case .quarantine(let reason): "in quarantine (\(reason))"
        }
    }
}
