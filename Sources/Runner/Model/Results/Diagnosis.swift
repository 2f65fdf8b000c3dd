// SPDX-License-Identifier: MIT

/// The verdict on a failure, with its evidence (`--diagnose`, docs/Diagnosis.md).
public struct Diagnosis: Sendable {
    /// The case that failed.
    public let slot: Plan.Slot
    /// The verdict.
    public var cause: Cause
    /// The failures of the case in the trials that show it.
    public var shown = Evidence()
    /// Its failures in the trials without the cause.
    public var without = Evidence()
    /// The changes that the leak check saw in the culprits' classes.
    public var remarks: [String] = []
    /// The number of runs of the search.
    public var runs = 0
    /// The command that shows the failure; empty until the host adds it.
    public var command = ""

    /// The cause of a failure.
    public enum Cause: Equatable, Sendable {
        /// It fails by itself: the test or what it tests is wrong.
        case alone
        /// It fails only after other cases, which leave a trace: a victim and its polluters.
        case victim([Plan.Slot])
        /// It passes only after other cases, which prepare something: a brittle test and its state-setters.
        case brittle([Plan.Slot])
        /// It fails by itself, and passes after the cases that its class declares before it, all of them.
        case declaredOrder
        /// The order of sets and dictionaries decides.
        case hashing
        /// Random numbers decide; with those of this seed it fails.
        case random(seed: UInt64)
        /// The order of its own tasks decides.
        case interleaving(Interleaving)
        /// The tests that other workers run at the same time decide.
        case concurrency
        /// It failed in a run of several workers, and passed once by itself; nothing else was tried. The run may have left a record.
        case company(isRecorded: Bool)
        /// It takes nearly its limit, or longer, in nanoseconds.
        case time(took: UInt64, limit: UInt64)
        /// It fails now and then, whatever is changed.
        case flaky
        /// The cause is unknown, for a reason.
        case unknown(String)
    }

    /// The cases that make the difference.
    public var culprits: [Plan.Slot] {
        switch cause {
        case .victim(let slots), .brittle(let slots): slots
        default: []
        }
    }
}

extension Diagnosis.Cause {
    /// A word for programs.
    public var word: String {
        switch self {
        case .alone: "alone"
        case .victim: "victim"
        case .brittle: "brittle"
        case .declaredOrder: "declaredOrder"
        case .hashing: "hashing"
        case .random: "random"
        case .interleaving: "interleaving"
        case .concurrency: "concurrency"
        case .company: "company"
        case .time: "time"
        case .flaky: "flaky"
        case .unknown: "unknown"
        }
    }
}

extension Diagnosis {
    /// A verdict before its evidence is stated.
    public init(slot: Plan.Slot, cause: Cause, shown: Evidence = Evidence(), without: Evidence = Evidence()) {
        self.init(slot: slot, cause: cause, shown: shown, without: without, remarks: [])
    }
}
