// SPDX-License-Identifier: MIT

/// The results of the last runs in a directory: which tests failed, and how long they took.
///
/// It is bounded by construction: a case has an entry of its own only if it failed or took long, the others are summed
/// up in their class's (docs/STATE.md). Durations are in microseconds.
public struct RunRecord: Equatable, Sendable {
    /// The last run.
    public struct Run: Equatable, Sendable {
        /// The number of runs so far, this one included.
        public var number: UInt64
        /// When it ended: "2026-11-21T08:00:00Z".
        public var time: String
        /// The seed of the run.
        public var seed: UInt64
        /// The ending of the run.
        public var ending: Ending
        /// The number of cases that were attempted.
        public var executed: Int
        /// The number of them that failed.
        public var failed: Int
        /// The command that repeats it.
        public var command: String

        /// Makes one from its parts.
        public init(
            number: UInt64, time: String, seed: UInt64, ending: Ending, executed: Int, failed: Int, command: String
        ) {
            self.number = number
            self.time = time
            self.seed = seed
            self.ending = ending
            self.executed = executed
            self.failed = failed
            self.command = command
        }
    }

    /// The endings of a run.
    public enum Ending: String, Sendable {
        /// With all that it was to do.
        case finished
        /// Enough had failed.
        case stopped
        /// By an interrupt or a time limit.
        case cutShort = "cut-short"
    }

    /// A class: what is known of it since it last ran.
    public struct Class: Equatable, Sendable {
        /// "bundle/Module.Class".
        public var identity: String
        /// The number of the run in which it ran last.
        public var run: UInt64
        /// Whether its own set-up or tear-down failed.
        public var isAbnormal = false
        /// The number of its cases that the duration includes.
        public var count = 0
        /// The duration of those cases together.
        public var duration: UInt64 = 0
        /// The cases that failed or took long.
        public var cases: [Case] = []

        /// Makes one from its parts.
        public init(
            identity: String, run: UInt64, isAbnormal: Bool = false, count: Int = 0, duration: UInt64 = 0,
            cases: [Case] = []
        ) {
            self.identity = identity
            self.run = run
            self.isAbnormal = isAbnormal
            self.count = count
            self.duration = duration
            self.cases = cases
        }
    }

    /// A case of a class.
    public struct Case: Equatable, Sendable {
        /// "case" or "case[example]".
        public var name: String
        /// The outcome.
        public var outcome: Outcome
        /// The duration.
        public var duration: UInt64

        /// Makes one from its parts.
        public init(name: String, outcome: Outcome, duration: UInt64) {
            self.name = name
            self.outcome = outcome
            self.duration = duration
        }

        /// Whether it counted against the run.
        public var isFailure: Bool { outcome.isFailure }
    }

    /// The least duration of a case that has its own entry, in microseconds.
    public static let longDuration: UInt64 = 10_000
    /// The most lines that are kept, of classes and cases, apart from those of what failed.
    public static let lineLimit = 50_000

    /// The last run.
    public var run: Run
    /// All classes that are known.
    public var classes: [Class] = []

    /// Makes one from its parts.
    public init(run: Run, classes: [Class] = []) {
        self.run = run
        self.classes = classes
    }

    /// Drops what took long, and the classes without a failure, of those that have not run for longest, until what did not
    /// fail is within a number of lines.
    ///
    /// All failures stay, since `--rerun-failed` runs nothing else.
    public mutating func trim(to limit: Int = lineLimit) {
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
