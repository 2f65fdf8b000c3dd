// SPDX-License-Identifier: MIT

/// The outcomes that a record keeps, of results.
extension RunRecord.Outcome {
    /// How a case ended that was attempted; nil for one that was not.
    init?(_ outcome: CaseResult.Outcome) {
        switch outcome {
        case .passed: self = .passed
        case .failed: self = .failed
        case .crashed: self = .crashed
        case .timedOut: self = .timedOut
        case .skipped: self = .skipped
        case .notRun: return nil
        }
    }
}
