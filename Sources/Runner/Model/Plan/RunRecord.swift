// SPDX-License-Identifier: MIT

/// The results of the last runs in a directory: which tests failed, and how long they took.
///
/// It is bounded by construction: a case has an entry of its own only if it failed or took long, the others are summed
/// up in their class's (docs/STATE.md). Durations are in microseconds.
struct RunRecord: Equatable, Sendable {
    /// The last run.
    struct Run: Equatable, Sendable {
        /// How many runs there have been, this one included.
        var number: UInt64
        /// When it ended: "2026-11-21T08:00:00Z".
        var time: String
        /// The seed of the run.
        var seed: UInt64
        /// How it ended.
        var ending: Ending
        /// How many cases were attempted.
        var executed: Int
        /// How many of them failed.
        var failed: Int
        /// The command that repeats it.
        var command: String
    }

    /// How a run ended.
    enum Ending: String, Sendable {
        /// With all that it was to do.
        case finished
        /// Enough had failed.
        case stopped
        /// By an interrupt or a time limit.
        case cutShort = "cut-short"
    }

    /// A class: what is known of it since it last ran.
    struct Class: Equatable, Sendable {
        /// "bundle/Module.Class".
        var identity: String
        /// The number of the run in which it ran last.
        var run: UInt64
        /// Whether its own set-up or tear-down failed.
        var isAbnormal = false
        /// How many of its cases the duration is of.
        var count = 0
        /// How long those took together.
        var duration: UInt64 = 0
        /// The cases that failed or took long.
        var cases: [Case] = []
    }

    /// How a case ended.
    enum Outcome: String, Sendable {
        case passed, failed, crashed
        case timedOut = "timed-out"
        case skipped
    }

    /// A case of a class.
    struct Case: Equatable, Sendable {
        /// "case" or "case[example]".
        var name: String
        /// How it ended.
        var outcome: Outcome
        /// How long it took.
        var duration: UInt64

        /// Whether it counted against the run.
        var isFailure: Bool { outcome == .failed || outcome == .crashed || outcome == .timedOut }
    }

    /// How long a case must take to have an entry of its own, in microseconds.
    static let longDuration: UInt64 = 10_000
    /// The most lines that are kept, of classes and cases, apart from those of what failed.
    static let lineLimit = 50_000

    /// The last run.
    var run: Run
    /// All classes that are known.
    var classes: [Class] = []

    /// Drops what took long, and the classes without a failure, of those that have not run for longest, until what did not
    /// fail is within a number of lines.
    ///
    /// All failures stay, since `--rerun-failed` runs nothing else.
    mutating func trim(to limit: Int = lineLimit) {
        var left = limit
        if classes.reduce(0, { $0 + 1 + $1.cases.count }) <= limit { return }
        for index in classes.indices.sorted(by: { classes[$0].run > classes[$1].run }) {
            let failures = classes[index].cases.filter(\.isFailure)
            if left < classes[index].cases.count - failures.count + 1 { classes[index].cases = failures }
            let isNeeded = !failures.isEmpty || classes[index].isAbnormal
            if left <= 0, !isNeeded { classes[index].identity = "" }
            left -= classes[index].cases.count - failures.count + 1
        }
        classes.removeAll { $0.identity.isEmpty }
    }
}
