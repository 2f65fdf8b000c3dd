// SPDX-License-Identifier: MIT

/// Something about a test that deserves a look.
public struct HistoryFinding: Equatable, Sendable {
    /// The kinds of findings.
    public enum Kind: Equatable, Sendable {
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

        /// The word for it that programs read.
        public var word: String {
            switch self {
            case .flaky: "flaky"
            case .newlyFailing: "newlyFailing"
            case .failingForLong: "failingForLong"
            case .slower: "slower"
            case .idle: "idle"
            }
        }
    }

    /// The test's identity.
    public let identity: String
    /// The kind of finding.
    public let kind: Kind
    /// The test's name for people, which is not its identity for the set-up of a class.
    public let title: String

    /// Makes one from its parts.
    public init(identity: String, kind: Kind, title: String? = nil) {
        self.identity = identity
        self.kind = kind
        self.title = title ?? identity
    }
}
