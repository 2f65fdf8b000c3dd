// SPDX-License-Identifier: MIT

/// Something about a test that deserves a look.
package struct HistoryFinding: Equatable, Sendable {
    /// What it is.
    package enum Kind: Equatable, Sendable {
        /// It failed and passed with the same code: how often it fails, the seeds with which it did, the newest first, and the
        /// run in which it failed last.
        case flaky(Proportion, seeds: [UInt64], last: Int)
        /// It fails since a run, and passed so many times before.
        case newlyFailing(since: Int, times: Int, passedBefore: Int)
        /// It has failed for long, since a run; whether it ever passed in the runs that are known.
        case failingForLong(since: Int, times: Int, hasPassed: Bool)
        /// It takes longer since a run; the durations are in nanoseconds.
        case slower(before: UInt64, after: UInt64, since: Int)
        /// None of the last runs ran it, though they ran everything.
        case idle(runs: Int)
    }

    /// The test's identity.
    package let identity: String
    /// What it is.
    package let kind: Kind
    /// The test's name for people, which is not its identity for the set-up of a class.
    package let title: String

    /// Makes one from its parts.
    package init(identity: String, kind: Kind, title: String? = nil) {
        self.identity = identity
        self.kind = kind
        self.title = title ?? identity
    }
}
