// SPDX-License-Identifier: MIT

import RunnerSupport

/// The judgement on results by rules.
extension CaseRules {
    /// An event as the rules have it: a failure that is known or in quarantine fails nothing, a pass of what is known to fail
    /// is reported.
    public func judged(_ event: Event) -> Event {
        guard !isEmpty, case .caseEnded(let result) = event, let treatment = self[result.slot]?.treatment else {
            return event
        }
        switch treatment {
        case .skip: return event
        case .knownFailing(let reason) where result.outcome == .passed:
            var result = result
            let message = "passed although it is marked as known to fail (\(reason)); remove that rule"
            result.issues.append(Issue(kind: .warning, message: message))
            return .caseEnded(result)
        case .knownFailing(let reason): return forgiven(result, "known to fail (\(reason))")
        case .quarantine(let reason): return forgiven(result, "in quarantine (\(reason))")
        }
    }

    /// How much longer than usual a case must take at least to be slow, in nanoseconds.
    private static let slowMargin: UInt64 = 10_000_000

    /// An event behind all attempts as the rules have it: a pass at a further attempt may count as a failure, and what took much
    /// longer than it usually does has a warning.
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

    /// A failure that fails nothing; anything else as it is.
    private func forgiven(_ result: CaseResult, _ words: String) -> Event {
        guard result.isFailure else { return .caseEnded(result) }
        var result = result
        result.reason = .forgiven("\(words); \(result.outcome.words)")
        result.outcome = .skipped
        for index in result.issues.indices where result.issues[index].isFailure {
            result.issues[index].kind = .warning
        }
        return .caseEnded(result)
    }
}
