// SPDX-License-Identifier: MIT

/// The judgement on results by rules.
extension CaseRules {
    /// An event as the rules have it: a failure that is known or in quarantine fails nothing, a pass of what is known to fail
    /// is told.
    func judged(_ event: Event) -> Event {
        guard !treatments.isEmpty, case .caseEnded(let result) = event, let treatment = treatments[result.slot] else {
            return event
        }
        switch treatment {
        case .skip: return event
        case .knownFailing(let reason) where result.outcome == .passed:
            var result = result
            let message = "passes, and is known to fail (\(reason)): the rule of the configuration can go"
            result.issues.append(Issue(kind: .warning, message: message))
            return .caseEnded(result)
        case .knownFailing(let reason): return forgiven(result, "known to fail (\(reason))")
        case .quarantine(let reason): return forgiven(result, "in quarantine (\(reason))")
        }
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
