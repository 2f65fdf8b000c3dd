// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// The reports of a run.
extension RunnerCommand {
    /// The descriptor of the report for people: standard error if another report has standard output.
    var terminal: Int32 { options.reports.takesStandardOutput ? STDERR_FILENO : STDOUT_FILENO }

    /// Returns the facts about the run as a whole.
    func context(_ registry: Registry, _ plan: Plan, _ command: RepeatCommand) -> ReportContext {
        var name = utsname()
        uname(&name)
        let host = withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        var context = ReportContext(
            registry: registry, plan: plan, tally: Tally(registry, slowestLimit: options.slowestLimit),
            repeatCommand: command.text(seed: seed), seedSource: seedSource, host: host,
            directory: FilePath.working ?? "")
        // Only where it will be shown: reading the record takes time.
        if options.reports[.html] != nil { context.earlier = record?.read().map { EarlierResults($0, in: registry) } }
        if options.reports[.events] != nil || !options.reports.commands.isEmpty { context.origin = origin(context) }
        context.sources = archive?.sources
        context.focusBan = FocusBan(configuration.settings)
        context.isStrict = options.strict
        return context
    }

    /// Where the run comes from.
    func origin(_ context: ReportContext) -> RunOrigin {
        RunOrigin(
            of: context.directory, jobs: jobs, isCI: FocusBan.isAsked(by: ProcessEnvironment.variables)
        ) { name in getenv(name).map { String(cString: $0) } }
    }

    /// The source that fixed the seed.
    private var seedSource: String? {
        guard options.seed != nil else { return nil }
        let origin = configuration.settings.last { $0.option.name == "seed" }?.origin
        return origin.map { $0 == .commandLine ? "--seed" : $0.place }
    }

    /// Returns the command that repeats the run without its record.
    func repeatCommand(_ registry: Registry, _ plan: Plan) -> RepeatCommand {
        let passing =
            ["rerun-failed"] + ((options.filters + options.skips).sets.isEmpty ? [] : ["filter", "skip"])
            + (options.idFiles.contains("-") ? ["ids"] : [])
        let asked = configuration.settings.filter { passing.contains($0.option.name) && !$0.isOff }.map(\.origin)
        let choice: RepeatCommand.Choice =
            if changed != nil { .passing } else if asked.isEmpty { .arguments } else {
                asked.contains(where: \.isFile) ? .recordForGood : .passing
            }
        var command = RepeatCommand(arguments: arguments, plan: plan, in: registry, choice: choice)
        command.environment = RepeatCommand.environment(configuration.settings).map { words in
            words == ["--shard", "auto"] ? ["--shard", plan.shard?.description ?? "auto"] : words
        }
        if options.isShardAutomatic { command.shard = plan.shard }
        command.hosted = hosted.map { hosted in { @Sendable seed in hosted.repeatCommand(seed: seed) } }
        return command
    }

    /// The settings for GitHub Actions; nil if it gets no report.
    var gitHub: GitHubReporter.Settings? { options.list ? nil : options.gitHubReport(standard: true) }

    // MARK: The terminal

    /// The appearance of the report.
    func settings(_ context: ReportContext, _ command: RepeatCommand, jobs: Int) -> TerminalReporter.Settings {
        var settings = options.settings(context, at: terminal)
        // A debugger has the terminal to itself: nothing is drawn over its prompt.
        if options.isolation != .none { settings.width = Terminal.widths(of: terminal) }
        settings.announcesSlow = options.isolation != .none
        // Only where it will be shown: reading the record takes time.
        if !options.quiet, settings.width() != nil { settings.estimate = estimate(context, jobs: jobs) }
        settings.repetitionCommand = { command.text(seed: $0, once: true) }
        return settings
    }

    /// Names the bundles in which the seed does not decide something, though it should.
    func sayUnseeded(_ start: WorkerStart) {
        for obstacle in Chance.Obstacle.allCases {
            for bundle in (start.findings.unseeded[obstacle] ?? []).indices {
                StandardError.say(Self.text(obstacle, start.facts.files[bundle].name))
            }
        }
    }

    /// Says what the system decides in a bundle, why, and what helps.
    private static func text(_ obstacle: Chance.Obstacle, _ bundle: String) -> String {
        switch obstacle {
        case .hashingLinkedIn:
            "hashing=system for \(bundle): Swift's library is linked into it, and the seed cannot set its key; link the "
                + "library dynamically (without -static-stdlib) to repeat the order of its sets and dictionaries"
        case .tasksLinkedIn:
            "tasks=system for \(bundle): Swift's library is linked into it, and the seed cannot reach its tasks; link the "
                + "library dynamically (without -static-stdlib) to have the seed decide which of them runs next"
        case .tasksUnknown:
            "tasks=system for \(bundle): the runner cannot schedule the tasks of the Swift runtime that it uses; "
                + "tasks=seeded needs the runtime of Swift 6.3, on x86_64 or arm64"
        }
    }

    /// Says that several workers lose each other's inline snapshots, where the environment has a suite record them.
    ///
    /// The library of snapshots rewrites each source at the end of the process that recorded in it.
    func sayRecorded(_ discovery: Discovery) {
        let name = "SNAPSHOT_TESTING_RECORD"
        guard jobs > 1, let file = discovery.bundles.first(where: \.isAdapted) else { return }
        let own = configuration.settings(of: file)?.environment[name]?.value ?? nil
        guard let value = own ?? getenv(name).map({ String(cString: $0) }), !["", "never"].contains(value) else {
            return
        }
        StandardError.say(
            "warning: \(name)=\(value): if several workers record inline snapshots in one source file, some are lost; use "
                + "--jobs 1 to record them")
    }

    /// Names the sources of test executables that were written while several workers ran their tests, as by a test that records an inline
    /// snapshot itself.
    ///
    /// With `--watch`, it was most likely their author.
    func sayWritten(_ registry: Registry, _ discovery: Discovery, _ pool: WorkerPool, since instant: UInt64) {
        guard jobs > 1, !options.watch, discovery.bundles.contains(where: \.isAdapted) else { return }
        // They write as they end.
        pool.endAll()
        var sources: Set<String> = []
        ReportContext.visitSources(of: registry) { bundle, path in
            if discovery.bundles[bundle].isAdapted { sources.insert(path) }
        }
        let written = SourceSurvey.written(sources, since: instant)
        guard let first = written.first else { return }
        let others = written.count > 1 ? " and \(Count.text(written.count - 1, "other source"))" : ""
        let subject = "\(FilePath.name(of: first))\(others) \(written.count > 1 ? "were" : "was")"
        StandardError.say(
            "warning: \(subject) written while the tests ran: if several workers record inline snapshots in one source file, "
                + "some are lost; use --jobs 1 to record them")
    }

    /// Names the files that are not bundles.
    func sayPassedOver(_ files: [PassedOver]) {
        for file in files { StandardError.say("skipped the file \(file.path): \(file.reason)") }
    }
}
