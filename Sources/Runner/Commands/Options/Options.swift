// SPDX-License-Identifier: MIT

import Glibc
import RunnerExecution
import RunnerModel
import RunnerReports

/// The options of a run.
///
/// `OptionTable` has the option that sets each field.
struct Options {

    /// The format of `--list`.
    enum Format: String, CaseIterable {
        /// An identity a line.
        case plain
        /// One JSON object.
        case json
        /// A call for each case, for a script of CMake.
        case cmake
        /// As `swift test list` prints tests.
        case swift
    }

    /// Whether to use colour.
    enum Color: String, CaseIterable {
        /// On a terminal.
        case auto
        /// Everywhere.
        case always
        /// Nowhere.
        case never
    }

    /// Which output of tests is shown.
    enum ShowOutput: String, CaseIterable {
        /// None.
        case never
        /// The output of cases that did not pass.
        case failed
        /// The output of all cases.
        case all
        /// All of it, as it comes, without a word of which case it is from.
        case live
    }

    /// Which failures `--diagnose` looks at.
    enum Diagnose: String, CaseIterable {
        /// The failures of this run.
        case run
        /// The failures of the last run, by its record.
        case last
        /// None, and those of test executables do not run once more either.
        case off
    }

    /// The recorded run that `--rerun-exactly` repeats.
    enum RerunExactly: Equatable {
        /// The last run, by its record.
        case last
        /// One worker of the last run.
        case worker(Int)
        /// A run whose record is a file.
        case record(String)
    }

    /// Directories and bundles; none for those of the package in the working directory.
    var paths: [String] = []
    /// Tests by name.
    var identities: [String] = []
    /// The seed that decides the order; nil to draw one.
    var seed: UInt64?
    /// The file that prescribes what runs, and in which order; `-` is standard input.
    var order: String?
    /// The recorded run to repeat exactly, if any.
    var rerunExactly: RerunExactly?
    /// Which failures' causes are looked for, if any are.
    var diagnose: Diagnose?
    /// The subject and the duration of the hunt after the run.
    var hunt: Hunt?
    /// The time limit for the diagnosis of all failures, in seconds.
    var diagnoseTime = 60.0
    /// The number of runs that the diagnosis of all failures may take.
    var diagnoseRuns = 1000
    /// The division between chance and the seed.
    var chance = Chance()
    /// Whether to look in directories of directories.
    var recursive = false
    /// Whether to print what would run, and run nothing.
    var list = false
    /// Whether the list is the class hierarchy.
    var tree = false
    /// The format of the list.
    var format = Format.plain
    /// Patterns of which one must match.
    var filters: [NameFilter] = []
    /// Patterns of which none may match.
    var skips: [NameFilter] = []
    /// The tags that tests must have, and must not have.
    var tags = TagFilter()
    /// Files of identities; `-` is standard input.
    var idFiles: [String] = []
    /// The reach of a focus.
    var focus = FocusReach.bundle
    /// Whether a focused run is an error.
    var forbidFocus = false
    /// Whether a focused run, and one of bundles whose build warned about tests, is an error.
    var strict = false
    /// The options for `swift build`, where the runner builds; those of the last build where there are none.
    var build: [String] = []
    /// Options for it that are added to those.
    var buildAdditions: [[String]] = []
    /// Which part of the whole runs; all of it where nil.
    var shard: Shard?
    /// Whether the environment says which.
    var isShardAutomatic = false
    /// The unit that falls to a shard as a whole.
    var shardBy = Shard.Unit.class
    /// The record by which classes are dealt out to shards, or `cases`; by a hash where nil.
    var balance: String?
    /// Where `runner merge` writes a record of what ran.
    var record: ReportTarget?
    /// Where `runner archive` writes.
    var output: ReportTarget?
    /// The directories of sources that `runner archive` packs.
    var sources: [String] = []
    /// Platforms that are current besides the system's own.
    var platforms: [String] = []
    /// Platforms that are not current, but whose suffix counts.
    var knownPlatforms: [String] = []
    /// Whether the seed decides the order.
    var shuffle = Shuffle.on
    /// Whether tests that take long may start before their place.
    var schedule = Schedule.durations
    /// After how many failures nothing more is started; never where nil.
    var failFast: Int?
    /// Whether only what failed when it last ran is run.
    var rerunFailed = false
    /// The use of the records of what tests reach; none where nil.
    var affected: AffectedMode?
    /// The variables that do not count for that, as names, or beginnings of names and `*`.
    var affectedIgnored: [String] = []
    /// Whether classes with an earlier failure run first.
    var failedFirst = false
    /// The number of times that everything is run; once, or with `untilFailure` without end, where nil.
    var repetitions: Int?
    /// Whether a failure ends the repetitions.
    var untilFailure = false
    /// Whether to wait for bundles that change, and run those again.
    var watch = false
    /// The directory for the record of runs; nil if none is kept.
    var state: String? = ".testkit"
    /// Whether `runner merge` and `runner history` take the runs of files into the history.
    var imports = false
    /// Whether `runner history` writes rules for flaky tests.
    var quarantines = false
    /// The number of results of each test that the history keeps.
    var history = HistoryStore.usualResults
    /// The number of workers that run at once; as many as there are processors where nil.
    var jobs: Int?
    /// The time limit for one case, in seconds.
    var timeout = 60.0
    /// The time limit for the whole run, in seconds.
    var runTimeout: Double?
    /// The number of further attempts of a failed case.
    var retry = 0
    /// The wait before such an attempt.
    var retryDelay = RetryDelay()
    /// The verdict on a run without a test.
    var noTests = NoTests.fail
    /// The policy for classes that leave their process changed.
    var leaks = LeakPolicy.warn
    /// The isolation: which tests share a process.
    var isolation = Isolation.worker
    /// The time limit for opening and listing one bundle, in seconds.
    var loadTimeout = 10.0
    /// Whether to print failures and the last lines only.
    var quiet = false
    /// Whether to print a line for each case.
    var verbose = false
    /// Whether to use colour.
    var color = Color.auto
    /// Which output of tests is shown.
    var showOutput = ShowOutput.failed
    /// When failures are shown whole.
    var failureOutput = FailureOutput.immediate
    /// The debugger to start under.
    var debugger: Debugger?
    /// The number of slowest cases to name.
    var slowest = 5
    /// The number of slow cases to keep; none if the report does not show them.
    var slowestLimit: Int { quiet ? 0 : slowest }
    /// Where `runner swift-test` writes the toolset file.
    var toolset: String?
    /// The bundle that `runner init` adds, in place of a test target.
    var bundle: String?
    /// Whether `runner swift-test` prints XCTest's text.
    var xctestText = false
    /// The reports, and where they go.
    var reports = ReportChoice()
    /// Where attachments are kept; a new directory for temporary files where nil.
    var attachments: String?
    /// The directory of the reports about coverage; nil if none is collected.
    var coverage: String?
    /// Whether the sources of the tests count for coverage.
    var coverageIncludeTests = false
    /// The least percentage of lines that is to run.
    var coverageFailUnder: Double?
    /// Whether to write annotations for GitHub; as the environment says where nil.
    var github: Bool?
    /// The configuration file; the files next to the bundles where nil.
    var configuration: String?
    /// Whether configuration files count for nothing.
    var ignoresConfiguration = false
    /// Which of the configuration's profiles counts.
    var profile: String?
    /// Whether to print what is in force, and run nothing.
    var showConfiguration = false
    /// The shell to print completions for.
    var completions: Shell?
    /// The form in which to print the manual page, if it is to be printed.
    var manual: ManualForm?
    /// Whether to print the help.
    var help = false
    /// Whether to print the version.
    var version = false

    /// Reads a command line, less the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Options {
        let words = try CommandLineWords(arguments)
        return try Options(words.settings, operands: words.operands)
    }

    /// The defaults.
    init() {}

    /// Does what settings ask for, in their order, and takes a command line's other words.
    init(_ settings: [Setting], operands: [String]) throws(UsageError) {
        for setting in settings { try setting.apply(to: &self) }
        for word in operands { take(positional: word) }
        try check()
    }

    /// Takes an operand: a path if it exists or looks like one, otherwise a test.
    private mutating func take(positional word: String) {
        if Self.isPath(word) { paths.append(word) } else { identities.append(word) }
    }

    /// Whether a word that is no option is a path.
    static func isPath(_ word: String) -> Bool {
        if SourceLine(word) != nil, access(word, F_OK) != 0 { return false }
        let looksLikePath =
            word.hasPrefix("/") || word.hasPrefix(".") || word.hasSuffix("/") || word.hasSuffix(".so")
            || word.hasSuffix(".xctest")
        return looksLikePath || access(word, F_OK) == 0
    }

    /// The settings of the collection of coverage; nil where none is asked for, or nothing runs.
    var coverageSettings: CoverageSettings? {
        guard let coverage, !list, !showConfiguration else { return nil }
        return CoverageSettings(
            directory: coverage, minimum: coverageFailUnder, includesTests: coverageIncludeTests)
    }

    /// Whether everything is run more than once.
    var isRepeated: Bool { untilFailure || repetitions ?? 1 > 1 }

    /// The repetitions of everything, and the condition that ends them.
    func repeats(_ rules: CaseRules) -> PlanSettings {
        PlanSettings(
            retry: retry, repetitions: repetitions ?? (untilFailure ? nil : 1), untilFailure: untilFailure,
            failFast: failFast, retryIsolation: isolation == .case ? .case : .class, canResume: isolation != .none,
            rules: rules, retryDelay: retryDelay)
    }
}
