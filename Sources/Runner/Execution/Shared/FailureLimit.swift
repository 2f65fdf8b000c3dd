// SPDX-License-Identifier: MIT

import RunnerModel

/// After how many failures nothing more starts in a trial, and which failures count.
struct FailureLimit {
    /// The number of failures, at least 1.
    let count: Int
    /// Whether a failure of a case, or of a class's set-up or tear-down, counts.
    let counts: (Event.Subject) -> Bool

    /// Makes a limit; less than one failure is one.
    init(_ count: Int, counts: @escaping (Event.Subject) -> Bool = { _ in true }) {
        (self.count, self.counts) = (max(1, count), counts)
    }
}
