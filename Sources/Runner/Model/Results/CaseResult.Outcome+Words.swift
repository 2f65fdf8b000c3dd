// SPDX-License-Identifier: MIT

/// The outcomes in words.
extension CaseResult.Outcome {
    /// The outcome in a word or two.
    var words: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .crashed: "crashed"
        case .timedOut: "timed out"
        case .skipped: "skipped"
        case .notRun: "not run"
        }
    }
}
