// SPDX-License-Identifier: MIT

/// A run as the history keeps it: when and how, and the results of its tests, class by class.
struct HistoryRun: Equatable, Sendable {
    /// A bundle of the run.
    struct Bundle: Equatable, Sendable {
        /// Its name.
        var name: String
        /// A hash of its build; 0 if it is unknown.
        var build: UInt64
    }

    /// What a result has besides its two bytes, if it failed or had several attempts.
    struct Detail: Equatable, Sendable {
        /// The test, by its place among those of its class.
        var place: Int
        /// How many attempts it had.
        var attempts = 1
        /// How many times it ran, and how many times it failed, in the repetitions of the run.
        var runs = 1, failures = 0
        /// The seed of the repetition that failed; nil for that of the run.
        var seed: UInt64?
        /// The first line of what went wrong.
        var message = ""
    }

    /// The results of a class.
    struct Class: Equatable, Sendable {
        /// The name of a test and its result.
        struct Named: Equatable, Sendable {
            /// "case" or "case[example]".
            var name: String
            /// Its result.
            var result: HistoryResult
        }

        /// What is kept of the tests.
        enum Content: Equatable, Sendable {
            /// The result of each, in the order of the class's names.
            case each([HistoryResult])
            /// Those that failed or took long; of the others only whether all of them passed.
            case some([Named], othersPassed: Bool)
        }

        /// The hash of its names (`HistoryNames`).
        var key: UInt64
        /// Its bundle, by its place among those of the run.
        var bundle = 0
        /// Whether its own set-up or tear-down failed.
        var isAbnormal = false
        /// What is kept of its tests.
        var content: Content
        /// What the results of some have besides.
        var details: [Detail] = []
    }

    /// A number that no other run has: of its start, its seed and its machine.
    var id: UInt64 = 0
    /// When it started, in nanoseconds since 1970.
    var started: UInt64 = 0
    /// How long it took, in nanoseconds.
    var duration: UInt64 = 0
    /// Its seed.
    var seed: UInt64 = 0
    /// How many workers it had; 0 if that is unknown.
    var jobs = 0
    /// How it ended.
    var ending = RunRecord.Ending.finished
    /// Whether options left tests out.
    var isPartial = false
    /// Whether it was a job of a CI system, which tests what is committed and nothing else.
    var isCI = false
    /// Whether it was imported, so that its place in the file says nothing about when it was.
    var isImported = false
    /// The commit of the checkout in which it was started; empty if there is none.
    var commit = ""
    /// The machine's name.
    var machine = ""
    /// The command that repeats it.
    var command = ""
    /// The bundles.
    var bundles: [Bundle] = []
    /// The classes of which something ended.
    var classes: [Class] = []

    /// The number of a run that started at a time, with a seed, on a machine.
    static func id(started: UInt64, seed: UInt64, machine: String, shard: String?) -> UInt64 {
        HistoryHash.value([String(started), String(seed), machine, shard ?? ""])
    }

    /// The longest command that is kept, in bytes.
    private static let commandLimit = 1000

    /// A command that repeats a run, if it is short enough to be kept.
    static func kept(_ command: String) -> String { command.utf8.count <= commandLimit ? command : "" }

    /// A hash of what a class's results are of: two runs with the same one tested the same code.
    ///
    /// That is one build at one commit. A CI system builds each commit anew and tests nothing else, so there the commit is
    /// enough.
    func code(of item: Class) -> UInt64 {
        if isCI, !commit.isEmpty { return HistoryHash.value(["ci", commit]) }
        let build = bundles.indices.contains(item.bundle) ? bundles[item.bundle].build : 0
        // Of an unknown build, nobody knows whether another run had the same.
        if build == 0 { return HistoryHash.value(["run", String(id)]) }
        return HistoryHash.value([String(build), commit])
    }
}

/// The hash of the history's files.
enum HistoryHash {
    /// The state before the first byte; the key is fixed, since files outlive processes.
    static let start = SipHash24(k0: 0x7465_7374_6b69_7421, k1: 0x6869_7374_6f72_7921)

    /// The hash of some texts, of which none runs into the next.
    static func value(_ texts: [String]) -> UInt64 {
        var hash = start
        for text in texts {
            hash.append(Array(text.utf8))
            hash.append([0xFF])
        }
        return hash.finalized()
    }

    /// The hash of some bytes.
    static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.withUnsafeBytes { start.finalized(appending: $0) } }
}
