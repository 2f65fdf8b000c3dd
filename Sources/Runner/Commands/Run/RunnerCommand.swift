// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// The command: what `runner` does from its arguments to its exit code.
///
///     main
///       Subcommand.named       `runner NAME …` does something else
///       CommandLineWords       the command line
///       UnpackedArchive.open   unpacks an archive that is given instead of bundles
///       Configuration          what is in force: the command line, the environment, configuration files
///       PackageCommand         in a package, without a path: builds it, and goes on with its products
///       WatchCommand           with --watch: what follows, again and again
///       Discovery.run          which files are bundles; nothing is loaded
///       AdapterMaker.adapters  what opens test executables: made where it is not there yet
///       ReportSet.init         opens the files of reports, so that one that cannot be written stops everything
///       BundleLoader.load      workers open them and list their tests
///       prepare                what will run, and with what: a value (PreparedRun)
///         RegistryBuilder.build  the class hierarchy of all of them
///         PlanBuilder.plan       selection, platform, focus, order: an immutable value
///       setUp                  runs the set-ups that planned tests need
///       PlanListing            with --list: prints it, and runs nothing
///       RunSession.run         runs it
///         RunLoop.next           what starts now, as often as is asked
///         PlanExecution.run      workers run the plan, and events follow
///         EventPath.take         the stages of an event: judgement, tally, record, reports
///         Verdict.exitCode       the result of the run
///
/// A class, since it is handed on and has all options: copies of it are hundreds of bytes.
final class RunnerCommand {
    /// The settings in force, with their origins.
    let configuration: Configuration
    /// The options in force.
    let options: Options
    /// The arguments as they were, to say how to repeat the run.
    let arguments: [String]
    /// The seed that decides the order.
    let seed: UInt64
    /// The known platforms.
    private let platforms: Platforms
    /// The files that have changed since the last run, where only those are to be run.
    let changed: Set<String>?
    /// The record of runs; nil if none is kept.
    let record: RecordFile?
    /// The prescribed order, if there is one.
    let order: OrderFile?

    /// The guests of the run.
    let guests: [any Guest]
    /// The collection of coverage, if it is wanted.
    let coverage: CoverageRun?
    /// The tests of the sets that filters, rules and set-ups name, once the registry is made.
    var sets: [TestSet: Set<String>] = [:]
    /// The archive that is run, if it is one.
    let archive: UnpackedArchive?
    /// The call of `swift test` that is run, if it is one.
    let hosted: HostedCall?

    /// Prepares the command; with `changed`, a run of the bundles at those paths alone (`--watch`).
    ///
    /// A call of `swift test` has options that differ from those in force.
    init(
        _ configuration: Configuration, _ arguments: [String], archive: UnpackedArchive? = nil,
        changed: Set<String>? = nil, options: Options? = nil, hosted: HostedCall? = nil
    ) throws {
        self.archive = archive
        self.hosted = hosted
        self.configuration = configuration
        var options = options ?? configuration.options
        let sets = Self.filters(options, configuration).sets
        let guests: [(any Guest)?] = [
            try AffectedRun(options, configuration, isHosted: hosted != nil, sets: sets),
            HistoryGuest(options),
            SoloRerun(options),
            FailureSearch(options),
            HuntGuest(options),
        ]
        self.guests = guests.compactMap { $0 }
        for guest in self.guests { guest.adapt(&options, configuration) }
        self.options = options
        order = try Self.order(options)
        coverage = try options.coverageSettings.map { settings throws(SystemFault) in try CoverageRun(settings) }
        self.changed = changed
        self.arguments = arguments
        seed =
            options.seed ?? order?.seed ?? hosted?.session?.seed
            ?? (options.list ? 0 : SystemRandomNumberGenerator.seed())
        record = options.state.map { RecordFile(directory: $0) { StandardError.say("warning: \($0)") } }
        platforms = Platforms(current: options.platforms, declared: options.knownPlatforms)
    }

    /// From bundles to an exit code.
    func run() throws -> ExitCode {
        var started = worker_now()
        let discovery = try Discovery.run(
            paths: options.paths, recursive: options.recursive, names: archive?.names ?? [:])
        for remark in configuration.packages.remarks { StandardError.say(remark) }
        for warning in configuration.warnings(discovery.bundles) { StandardError.say("warning: \(warning)") }
        if options.showConfiguration { return try showConfiguration(discovery) }
        // A call of `swift test` that cannot be hosted leaves them to the executable.
        let reports = hosted == nil ? try ReportSet(options.reports, gitHub: gitHub) : nil
        // `swift test` comes often, and does without an adapter.
        let beforeAdapters = worker_now()
        let adapters = AdapterMaker.adapters(
            for: discovery.bundles, packed: archive?.adapters ?? [:], retries: hosted == nil
        ) { StandardError.say($0) }
        // An adapter is made once; that is no time of the run.
        started += worker_now() - beforeAdapters
        TestInteroperation.prepare(for: discovery.bundles, isHere: configuration.buildsPackage)
        let setUps = SetUpRun()
        defer { setUps.end().forEach { StandardError.say($0.description) } }
        if !options.list, !configuration.sources.setUps.isEmpty {
            let interrupts = try Interrupts.watch()
            do throws(SetUpRun.Stop) {
                try setUps.start(
                    configuration.sources.setUps, bundles: discovery.bundles.map(\.name), interrupts: interrupts)
            } catch {
                return stopped(error)
            }
        }
        let code = try run(discovery, adapters, setUps, reports, started: started)
        let faults = setUps.end()
        for fault in faults { StandardError.say(fault.description) }
        if faults.isEmpty || code != .success { return code }
        // The reports were written before.
        StandardError.say("a tear-down failed, so the run fails (exit code 1), although all that ran passed")
        return .failure
    }

    /// Says why the set-ups were not completed; the exit code.
    private func stopped(_ stop: SetUpRun.Stop) -> ExitCode {
        switch stop {
        case .fault(let fault):
            StandardError.say(fault.description)
            return .failure
        case .interrupted(let interruption):
            StandardError.say("cut short by \(interruption.description) during a set-up; nothing ran")
            return .cutShort
        }
    }

    /// Loads what was found, and lists or runs it.
    private func run(
        _ discovery: Discovery, _ adapters: AdapterMaker.Outcome, _ setUps: SetUpRun, _ reports: ReportSet?,
        started: UInt64
    ) throws -> ExitCode {
        let pool = try pool()
        defer { worker_end_orphans() }
        // Else the process ends, which is quicker.
        defer { if options.watch { pool.table.unmap() } }
        defer { if pool.hasLostWorkers { TempDirCleanup.remove() } }
        defer { pool.endAll() }
        let limits = limits(hasExecutables: !adapters.libraries.isEmpty)
        for guest in guests { try guest.begin() }
        var start = WorkerStart(facts(for: discovery, adapters.libraries, setUps))
        var survey: SourceSurvey?
        start.findings = BundleLoader.load(start.facts, in: pool, limit: limits.load, unusable: adapters.faults) {
            survey = self.survey(discovery)
            // For the estimate; the host has nothing else to do meanwhile.
            if !self.options.list { _ = self.record?.read() }
        }
        if let interruption = pool.interruption {
            if let shortage = start.findings.shortage { StandardError.say(shortage.message) }
            StandardError.say("cut short by \(interruption.description) while bundles were loaded; nothing ran")
            return .cutShort
        }
        if let obstacle = hosted?.obstacle(discovery, start.findings, adapters.faults) { throw obstacle }
        let reports = try reports ?? ReportSet(options.reports, gitHub: gitHub)
        var prepared = try prepare(discovery, start)
        try hosted?.checkNames(in: prepared.registry)
        if options.list { return try list(prepared) }
        // Failures of an earlier run are diagnosed as they were.
        if prepared.earlier == nil { prepared = guests.reduce(prepared) { $1.chosen(of: $0) } }
        prepared.passedOver = discovery.passedOver.count
        for guest in guests where try guest.list(prepared) { return sayOfListing(prepared) }
        let interrupts = try Interrupts.watch()
        do throws(SetUpRun.Stop) { try setUp(&prepared, setUps, pool, interrupts: interrupts) } catch {
            return stopped(error)
        }
        let session = RunSession(
            command: self, prepared: prepared, pool: pool, limits: limits, survey: survey ?? self.survey(discovery),
            started: started)
        let begun = worker_wall_clock()
        let code = try session.run(reports)
        sayWritten(prepared.registry, discovery, pool, since: begun)
        return code
    }

    /// Starts to look for sources that are newer than the bundles of a run; nil where they have just been built, or are elsewhere.
    private func survey(_ discovery: Discovery) -> SourceSurvey? {
        if options.list || options.affected?.isListing == true { return nil }
        if configuration.buildsPackage || archive != nil { return nil }
        return SourceSurvey(
            discovery.bundles, below: FilePath.working ?? "", whileTestsRun: options.isolation != .none)
    }

    /// Makes the plan from the listing of the ready worker.
    private func prepare(_ discovery: Discovery, _ start: WorkerStart) throws -> PreparedRun {
        var start = start
        let (listed, rules) = try buildRegistry(start.facts, &start.findings, discovery.warnings)
        var registry = listed
        registry.warnAboutUnregistered(discovery.bundles)
        let unusable = start.findings.faults.sorted { $0.key < $1.key }
        let faults = discovery.faults + unusable.map { BundleFault(file: discovery.bundles[$0.key], $0.value) }
        if options.verbose { sayPassedOver(discovery.passedOver) }
        for warning in StaleDuplicates.warnings(registry, start.facts.files) {
            StandardError.say("warning: \(warning)")
        }
        // In a run of only some bundles, the rules for others match nothing.
        if hosted == nil, changed == nil, faults.isEmpty, options.paths.allSatisfy(Self.isDirectory) {
            // Arguments that were not needed were not made.
            for rule in rules.unmatched where argumentNeed == nil || !rule.pattern.contains("[") {
                StandardError.say(
                    "warning: \(rule.origin.place): no test matches '\(rule.pattern)', so this rule does nothing")
            }
        }
        for remark in registry.resources.remarks() { StandardError.say("warning: \(remark)") }
        if !options.list { sayUnseeded(start) }
        if !options.list { sayRecorded(discovery) }
        if let path = start.chance.taskFile { start.chosen = try TaskFile.read(path).strategies(in: registry) }
        if let order {
            var plan = try plan(by: order, registry, start.facts, faults)
            plan.noTests = options.noTests
            if options.diagnose == .last { return try failures(of: order, plan, registry, faults, start) }
            // The order says what runs, even what a rule would skip.
            return PreparedRun(
                registry: registry, plan: plan, faults: faults, start: start, rules: rules,
                replan: { [plan] in plan.with(seed: $0) })
        }
        let planner = try planner(for: registry, discovery, faults, start)
        let plan = planner.plan(seed)
        if !options.list { try checkSlots(of: plan, registry) }
        // If a single filter selects something, no remark is needed.
        if options.filters.count > 1 || (options.filters + options.skips).contains(where: \.isExpression)
            || plan.slots.isEmpty && !plan.isEmptyShard
        {
            for remark in planner.selection.remarks(in: registry) { StandardError.say("warning: \(remark)") }
        }
        return PreparedRun(
            registry: registry, plan: rules.planned(plan), faults: faults, start: start, rules: rules,
            replan: { rules.planned(planner.plan($0)) })
    }

    /// Whether a path names a directory.
    private static func isDirectory(_ path: String) -> Bool { stat(path: path)?.kind == S_IFDIR }

    /// Prints what is in force.
    private func showConfiguration(_ discovery: Discovery) throws -> ExitCode {
        let report = ConfigurationReport(configuration: configuration, files: discovery.bundles)
        try StandardOutput.print { $0.write(report.text) }
        return .success
    }

    /// Returns the pool, which starts workers.
    ///
    /// From here on interrupts are handled, and nothing is left behind.
    private func pool() throws -> WorkerPool {
        let interrupts = try Interrupts.watch()
        TempDirCleanup.announce()
        worker_adopt_orphans()
        return WorkerPool(table: try RunTable(), interrupts: interrupts, jobs: jobs, places: places)
    }

    /// The number of workers that run at once.
    var jobs: Int { options.isolation == .none ? 1 : options.jobs ?? Self.processors }

    /// The number while processors idle: twice as many, unless the user has said how many, or this process may not use all processors.
    private var places: Int {
        options.jobs == nil && jobs > 1 && jobs >= Self.machineProcessors ? 2 * jobs : jobs
    }

    /// The processors that this process may use, and those of the machine, when it was first asked.
    private static let processors = Int(worker_processor_count())
    private static let machineProcessors = sysconf(Int32(_SC_NPROCESSORS_ONLN))

    /// The time limits of the command line; that of the whole run begins now.
    private func limits(hasExecutables: Bool) -> RunLimits {
        // An executable may have to be linked once more.
        let isLong = hasExecutables && !configuration.asks(for: "load-timeout")
        return RunLimits(
            load: isLong ? AdapterMaker.loadLimit : options.loadTimeout, run: options.timeout, all: options.runTimeout,
            adapted: configuration.asks(for: "timeout") ? nil : AdapterMaker.timeLimit)
    }

    /// The facts for every worker.
    private func facts(for discovery: Discovery, _ adapters: ByBundle<String>, _ setUps: SetUpRun) -> RunFacts {
        let files = discovery.bundles
        var bundles: ByBundle<BundleOrders> = [:]
        for (index, file) in files.enumerated() {
            if let settings = setUps.adding(to: configuration.settings(of: file), of: file) {
                bundles[index] = BundleOrders(settings)
            }
        }
        return RunFacts(
            files: files, paths: FilePath.absolute(files.map(\.path)), adapters: adapters,
            isLive: options.showOutput == .live || options.isolation == .none,
            keepsAllOutput: options.showOutput == .all, leaks: options.leaks, isolation: options.isolation,
            bundles: bundles, libraryConflicts: discovery.libraryConflicts(), seed: seed, chance: chance,
            platforms: platforms, attachments: attachments, profiles: coverage?.profiles, stamps: discovery.stamps,
            selection: hosted?.call.selection, jobs: jobs, places: places, shard: options.shard,
            schedulesTests: configuration.sources.tests.contains { $0.tasks == .seeded },
            wantsRecords: options.reports.hasEvents, recordsReach: guests.contains(where: \.recordsReach),
            need: argumentNeed)
    }

    /// Which tests may be selected, whose arguments must be made; nil where that may be all of them.
    private var argumentNeed: ArgumentNeed? {
        // A file may be a pipe, which is read once.
        let identities = options.identities.isEmpty || !options.idFiles.isEmpty ? nil : options.identities
        let isAll = identities == nil && options.filters.isEmpty && options.skips.isEmpty
        if isAll && options.tags.wanted.isEmpty && options.tags.skipped.isEmpty { return nil }
        return ArgumentNeed(
            identities: identities, filters: options.filters, skips: options.skips, tags: options.tags)
    }

    /// The division between chance and the seed: that of the settings, otherwise that of the prescribed order.
    private var chance: Chance {
        configuration.asks(for: "chance") ? options.chance : order?.chance ?? options.chance
    }

    /// Where attachments are kept.
    private var attachments: AttachmentPlace {
        AttachmentPlace(
            given: options.attachments.map(FilePath.absolute), temporary: FilePath.absolute(FilePath.temporary),
            token: SystemRandomNumberGenerator.seed(), isFlat: hosted?.call.attachments != nil)
    }

    /// Reads the listing, and matches the rules with it.
    ///
    /// A bundle whose part of the listing was overwritten is taken out, and the rest read again.
    private func buildRegistry(
        _ facts: RunFacts, _ findings: inout BundleFindings, _ warnings: [BuildWarning]
    ) throws -> (Registry, CaseRules) {
        let listing = findings.listing.bytes
        while true {
            do {
                var registry = try RegistryBuilder.build(
                    listing: listing, files: facts.files, excluded: findings.excluded, platforms: platforms)
                for (file, orders) in facts.bundles.all { registry.add(tags: orders.tags, toBundle: file) }
                for setting in configuration.sources.resources { registry.resources.jobs[setting.name] = setting.jobs }
                registry.warnings += warnings
                for guest in guests { guest.survey(registry, facts) }
                sets = try testSets(in: registry)
                let rules = CaseRules(configuration.sources.tests, in: &registry, facts.files, sets: sets)
                return (registry, rules)
            } catch let error as RegistryBuilder.Garbled {
                findings.excludeGarbled(error.fileIndex)
                if error.fileIndex == nil { return (Registry(), CaseRules()) }
            }
        }
    }

    /// Prints the tests that would run.
    private func list(_ prepared: PreparedRun) throws -> ExitCode {
        let (registry, plan) = (prepared.registry, prepared.plan)
        let exampleFaults = prepared.start.findings.exampleFaults(in: registry)
        let listing = PlanListing(registry: registry, plan: plan, exampleFaults: exampleFaults)
        try StandardOutput.print { output in
            if options.format == .cmake {
                listing.cmake(to: &output)
            } else if options.format == .swift {
                listing.swift(to: &output)
            } else if options.format == .json {
                listing.json(faults: prepared.faults, isSeedGiven: options.seed != nil, to: &output)
            } else if options.tree {
                ClassTree(registry: registry, plan: plan, style: options.style(at: terminal)).print(to: &output)
            } else {
                listing.plain(to: &output)
            }
        }
        return sayOfListing(prepared)
    }

    /// Says what a list of tests lacks, whichever list it is: bundles and examples that cannot be used, what was left out; the exit code.
    private func sayOfListing(_ prepared: PreparedRun) -> ExitCode {
        let (registry, plan, faults) = (prepared.registry, prepared.plan, prepared.faults)
        for fault in faults { StandardError.say("\(fault.path): \(fault.reason)") }
        let exampleFaults = prepared.start.findings.exampleFaults(in: registry)
        for slot in plan.slots {
            if let reason = exampleFaults[slot.caseIndex] {
                StandardError.say("\(registry.identity(of: slot)): \(reason)")
            }
        }
        let ban = FocusBan(configuration.settings)
        let omissions = Omissions(plan, registry)
        for warning in omissions.warnings { StandardError.say(warning.text()) }
        if !omissions.isEmpty { StandardError.say(omissions.qualified("listed") + ": " + omissions.details()) }
        if plan.focus.isNarrowed, let ban { StandardError.say(ban.words) }
        let hasTests = !plan.slots.isEmpty || plan.isEmptyShard || options.tree
        // Tests that cannot run here are in no list.
        if !hasTests, faults.isEmpty, plan.unsupported.isEmpty {
            let searched = TerminalReporter.Settings.Searched(
                options.paths, passedOver: prepared.passedOver, isPackage: configuration.buildsPackage)
            for reason in EmptyRun(registry: registry, plan: plan, searched: searched).reasons {
                StandardError.say(String(reason.drop { $0 == " " }))
            }
        }
        if !hasTests, plan.noTests == .warn { StandardError.say("warning: no test is selected") }
        return ExitCode.resolve(
            hasFault: !faults.isEmpty, isFocusForbidden: ban != nil && plan.focus.isNarrowed,
            isIncomplete: options.strict && !omissions.warnings.isEmpty,
            hasRun: hasTests || plan.noTests != .fail)
    }
}
