// SPDX-License-Identifier: MIT

import RunnerSupport

/// A run as the history keeps it: when and how, and the results of its tests, class by class.
public struct HistoryRun: Equatable, Sendable {
    /// A bundle of the run.
    public struct Bundle: Equatable, Sendable {
        /// Its name.
        public var name: String
        /// A hash of its build; 0 if it is unknown.
        public var build: UInt64

        /// Makes one from its parts.
        public init(name: String, build: UInt64) {
            self.name = name
            self.build = build
        }
    }

    /// The details of a result besides its two bytes, if it failed or had several attempts.
    public struct Detail: Equatable, Sendable {
        /// The test, by its place among those of its class.
        public var place: Int
        /// The number of attempts.
        public var attempts = 1
        /// The number of times that it ran, and the number that it failed, in the repetitions of the run.
        public var runs = 1, failures = 0
        /// The seed of the repetition that failed; nil for that of the run.
        public var seed: UInt64?
        /// The first line of what went wrong.
        public var message = ""
    }

    /// The results of a class.
    public struct Class: Equatable, Sendable {
        /// The name of a test and its result.
        public struct Named: Equatable, Sendable {
            /// "case" or "case[example]".
            public var name: String
            /// Its result.
            public var result: HistoryResult

            /// Makes one from its parts.
            public init(name: String, result: HistoryResult) {
                self.name = name
                self.result = result
            }
        }

        /// The kept results of the tests.
        public enum Content: Equatable, Sendable {
            /// The result of each, in the order of the class's names.
            case each([HistoryResult])
            /// The results of tests that failed or took long; of the others only whether all of them passed.
            case some([Named], othersPassed: Bool)
        }

        /// The hash of its names (`HistoryNames`).
        public var key: UInt64
        /// Its bundle, by its place among those of the run.
        public var bundle = 0
        /// Whether its own set-up or tear-down failed.
        public var isAbnormal = false
        /// The first line of what went wrong there, and in which part.
        public var reason = ""
        /// The kept results of its tests.
        public var content: Content
        /// The details of some results.
        public var details: [Detail] = []
    }

    /// A number that no other run has: of its start, its seed and its machine.
    public var id: UInt64
    /// When it started, in nanoseconds since 1970.
    public var started: UInt64 = 0
    /// The duration, in nanoseconds.
    public var duration: UInt64 = 0
    /// Its seed.
    public var seed: UInt64 = 0
    /// The number of workers; 0 if that is unknown.
    public var jobs = 0
    /// The ending of the run.
    public var ending = RunRecord.Ending.finished
    /// Whether options left tests out.
    public var isPartial = false
    /// Whether it was a job of a CI system, which tests what is committed and nothing else.
    public var isCI = false
    /// Whether it was imported, so that its place in the file says nothing about when it was.
    public var isImported = false
    /// Whether classes shared processes, each test ran once, and nothing was recorded or measured of it.
    public var isPlain = false
    /// The commit of the checkout in which it was started; empty if there is none.
    public var commit = ""
    /// The machine's name.
    public var machine = ""
    /// The command that repeats it.
    public var command = ""
    /// The bundles.
    public var bundles: [Bundle] = []
    /// The classes of which something ended.
    public var classes: [Class] = []

    /// The number of a run that started at a time, with a seed, on a machine.
    public static func id(started: UInt64, seed: UInt64, machine: String, shard: String?) -> UInt64 {
        HistoryHash.value([String(started), String(seed), machine, shard ?? ""])
    }

    /// The longest command that is kept, in bytes.
    private static let commandLimit = 1000

    /// A command that repeats a run, if it is short enough to be kept.
    public static func kept(_ command: String) -> String { command.utf8.count <= commandLimit ? command : "" }

    /// A hash of the code of a class's results: two runs with the same one tested the same code.
    ///
    /// That is one build at one commit. A CI system builds each commit anew and tests nothing else, so there the commit is
    /// enough.
    public func code(of item: Class) -> UInt64 {
        if isCI, !commit.isEmpty { return HistoryHash.value(["ci", commit]) }
        let build = bundles.indices.contains(item.bundle) ? bundles[item.bundle].build : 0
        // Whether another run had the same unknown build cannot be known.
        if build == 0 { return HistoryHash.value(["run", String(id)]) }
        return HistoryHash.value([String(build), commit])
    }
}

extension HistoryRun {
    /// A run of which nothing is known yet.
    public init(id: UInt64) { self.init(id: id, started: 0) }
}

extension HistoryRun.Class {
    /// The results of a class, of which none has more than its two bytes yet.
    public init(key: UInt64, bundle: Int, isAbnormal: Bool, reason: String, content: Content) {
        self.init(key: key, bundle: bundle, isAbnormal: isAbnormal, reason: reason, content: content, details: [])
    }
}

extension HistoryRun.Detail {
    /// Notes a test with some attempts; its further details are not known yet.
    public init(place: Int, attempts: Int) { self.init(place: place, attempts: attempts, runs: 1) }
}

/// The hash of the history's files.
public enum HistoryHash {
    /// The state before the first byte; the key is fixed, since files outlive processes.
    public static let start = SipHash24(k0: 0x7465_7374_6b69_7421, k1: 0x6869_7374_6f72_7921)

    /// The hash of some texts, of which none runs into the next.
    public static func value(_ texts: [String]) -> UInt64 {
        var hash = start
        for text in texts {
            hash.append(Array(text.utf8))
            hash.append([0xFF])
        }
        return hash.finalized()
    }

    /// The hash of some bytes.
    public static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { start.finalized(appending: $0) }
    }
}
