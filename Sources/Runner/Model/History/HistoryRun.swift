// SPDX-License-Identifier: MIT

import RunnerSupport

/// A run as the history keeps it: when and how, and the results of its tests, class by class.
package struct HistoryRun: Equatable, Sendable {
    /// A bundle of the run.
    package struct Bundle: Equatable, Sendable {
        /// Its name.
        package var name: String
        /// A hash of its build; 0 if it is unknown.
        package var build: UInt64

        /// Makes one from its parts.
        package init(name: String, build: UInt64) {
            self.name = name
            self.build = build
        }
    }

    /// What a result has besides its two bytes, if it failed or had several attempts.
    package struct Detail: Equatable, Sendable {
        /// The test, by its place among those of its class.
        package var place: Int
        /// How many attempts it had.
        package var attempts = 1
        /// How many times it ran, and how many times it failed, in the repetitions of the run.
        package var runs = 1, failures = 0
        /// The seed of the repetition that failed; nil for that of the run.
        package var seed: UInt64?
        /// The first line of what went wrong.
        package var message = ""

        /// Makes one from its parts.
        package init(
            place: Int, attempts: Int = 1, runs: Int = 1, failures: Int = 0, seed: UInt64? = nil, message: String = ""
        ) {
            self.place = place
            self.attempts = attempts
            (self.runs, self.failures) = (runs, failures)
            self.seed = seed
            self.message = message
        }
    }

    /// The results of a class.
    package struct Class: Equatable, Sendable {
        /// The name of a test and its result.
        package struct Named: Equatable, Sendable {
            /// "case" or "case[example]".
            package var name: String
            /// Its result.
            package var result: HistoryResult

            /// Makes one from its parts.
            package init(name: String, result: HistoryResult) {
                self.name = name
                self.result = result
            }
        }

        /// What is kept of the tests.
        package enum Content: Equatable, Sendable {
            /// The result of each, in the order of the class's names.
            case each([HistoryResult])
            /// Those that failed or took long; of the others only whether all of them passed.
            case some([Named], othersPassed: Bool)
        }

        /// The hash of its names (`HistoryNames`).
        package var key: UInt64
        /// Its bundle, by its place among those of the run.
        package var bundle = 0
        /// Whether its own set-up or tear-down failed.
        package var isAbnormal = false
        /// The first line of what went wrong there, and in which part.
        package var reason = ""
        /// What is kept of its tests.
        package var content: Content
        /// What the results of some have besides.
        package var details: [Detail] = []

        /// Makes one from its parts.
        package init(
            key: UInt64, bundle: Int = 0, isAbnormal: Bool = false, reason: String = "", content: Content,
            details: [Detail] = []
        ) {
            self.key = key
            self.bundle = bundle
            (self.isAbnormal, self.reason) = (isAbnormal, reason)
            self.content = content
            self.details = details
        }
    }

    /// A number that no other run has: of its start, its seed and its machine.
    package var id: UInt64 = 0
    /// When it started, in nanoseconds since 1970.
    package var started: UInt64 = 0
    /// How long it took, in nanoseconds.
    package var duration: UInt64 = 0
    /// Its seed.
    package var seed: UInt64 = 0
    /// How many workers it had; 0 if that is unknown.
    package var jobs = 0
    /// How it ended.
    package var ending = RunRecord.Ending.finished
    /// Whether options left tests out.
    package var isPartial = false
    /// Whether it was a job of a CI system, which tests what is committed and nothing else.
    package var isCI = false
    /// Whether it was imported, so that its place in the file says nothing about when it was.
    package var isImported = false
    /// Whether classes shared processes, each test ran once, and nothing was recorded or measured of it.
    package var isPlain = false
    /// The commit of the checkout in which it was started; empty if there is none.
    package var commit = ""
    /// The machine's name.
    package var machine = ""
    /// The command that repeats it.
    package var command = ""
    /// The bundles.
    package var bundles: [Bundle] = []
    /// The classes of which something ended.
    package var classes: [Class] = []

    /// Makes one from its parts.
    package init(
        id: UInt64 = 0, started: UInt64 = 0, duration: UInt64 = 0, seed: UInt64 = 0, jobs: Int = 0,
        ending: RunRecord.Ending = RunRecord.Ending.finished, isPartial: Bool = false, isCI: Bool = false,
        isImported: Bool = false, isPlain: Bool = false, commit: String = "", machine: String = "",
        command: String = "", bundles: [Bundle] = [], classes: [Class] = []
    ) {
        self.id = id
        self.started = started
        self.duration = duration
        self.seed = seed
        self.jobs = jobs
        self.ending = ending
        self.isPartial = isPartial
        self.isCI = isCI
        self.isImported = isImported
        self.isPlain = isPlain
        self.commit = commit
        self.machine = machine
        self.command = command
        self.bundles = bundles
        self.classes = classes
    }

    /// The number of a run that started at a time, with a seed, on a machine.
    package static func id(started: UInt64, seed: UInt64, machine: String, shard: String?) -> UInt64 {
        HistoryHash.value([String(started), String(seed), machine, shard ?? ""])
    }

    /// The longest command that is kept, in bytes.
    private static let commandLimit = 1000

    /// A command that repeats a run, if it is short enough to be kept.
    package static func kept(_ command: String) -> String { command.utf8.count <= commandLimit ? command : "" }

    /// A hash of what a class's results are of: two runs with the same one tested the same code.
    ///
    /// That is one build at one commit. A CI system builds each commit anew and tests nothing else, so there the commit is
    /// enough.
    package func code(of item: Class) -> UInt64 {
        if isCI, !commit.isEmpty { return HistoryHash.value(["ci", commit]) }
        let build = bundles.indices.contains(item.bundle) ? bundles[item.bundle].build : 0
        // Of an unknown build, nobody knows whether another run had the same.
        if build == 0 { return HistoryHash.value(["run", String(id)]) }
        return HistoryHash.value([String(build), commit])
    }
}

/// The hash of the history's files.
package enum HistoryHash {
    /// The state before the first byte; the key is fixed, since files outlive processes.
    package static let start = SipHash24(k0: 0x7465_7374_6b69_7421, k1: 0x6869_7374_6f72_7921)

    /// The hash of some texts, of which none runs into the next.
    package static func value(_ texts: [String]) -> UInt64 {
        var hash = start
        for text in texts {
            hash.append(Array(text.utf8))
            hash.append([0xFF])
        }
        return hash.finalized()
    }

    /// The hash of some bytes.
    package static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { start.finalized(appending: $0) }
    }
}
