// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// A run of the tests that a change can reach: what must run by the records, and new records of what ran.
///
///     begin        before a worker opens a bundle: workers say which libraries come with it
///     survey       reads the images that they have opened
///     chosen       which tests of a plan must run, and why
///     prepare      before the workers that run tests: they record
///     listener     what became of each test
///     follow       writes the new records
///
/// Rule 73.
final class AffectedRun: Guest {
    /// The use of the records; nil where a pattern alone asks which tests are affected.
    let mode: AffectedMode?
    /// Whether no test runs, since what is affected is listed.
    private var isListing: Bool { mode?.isListing ?? false }
    /// Whether no test runs.
    private let runsNothing: Bool
    /// The place of the records.
    private let store: ReachStore
    /// The directory of the record of runs.
    private let directory: String
    /// The records so far.
    private var record: ReachRecord
    /// The records so far while tests run, if there are many.
    private var packedRecord: [UInt8]?
    /// The images of the bundles, by file index.
    private var images: [Int: AffectedImage] = [:]
    /// The present context of each bundle's tests, less what is the test's own, by file index.
    private var contexts: [Int: ReachRecord.Context] = [:]
    /// The number that represents the settings of each case, as suites state them: the fingerprint has the files with rules.
    private var ownSettings: [UInt64] = []
    /// The package.
    private let root = CheckoutRoot()
    /// The states of files by their paths.
    private var files = FileStates()
    /// The number that represents the settings of the run.
    private let settings: UInt64
    /// The variables that do not count.
    private let ignored: [String]
    /// The outcomes of the tests that ran.
    private var outcomes = AffectedOutcomes()
    /// The tests that would be left out.
    private var unchanged: [Plan.Slot: NotRunReason] = [:]
    /// The reasons why the others run.
    private var causes: [Plan.Slot: RunCause] = [:]
    /// Whether workers record what tests reach.
    private var isRecording = false
    /// The tests that `verify` shows to be wrongly left out, and those of them that pass with another seed.
    private var (broken, passing): ([Plan.Slot], Set<Plan.Slot>) = ([], [])

    /// Reads the records; nil where neither a mode nor a pattern asks for that, or nothing can be recorded here.
    ///
    /// Tests that `swift test` asks for run, and tests that an order names.
    init?(_ options: Options, _ configuration: Configuration, isHosted: Bool, sets: Set<TestSet>) throws {
        let mode = isHosted || options.list ? nil : options.affected
        guard mode != nil || sets.contains(.affected), let directory = options.state else { return nil }
        guard reach_is_possible() != 0 else {
            let need = "it needs x86_64, and a runner without a sanitizer"
            // A list runs nothing.
            if mode?.isListing ?? false { throw SystemFault("--affected cannot work with this runner", because: need) }
            StandardError.say(mode == nil ? "every test counts as affected: \(need)" : "all tests run: \(need)")
            return nil
        }
        (self.mode, runsNothing) = (mode, options.list || mode?.isListing ?? false)
        self.directory = directory
        (settings, ignored) = (Self.fingerprint(of: options, configuration), options.affectedIgnored)
        store = ReachStore(directory: directory)
        record = store.read { StandardError.say("warning: \($0)") }
        if mode == nil, record.tests.isEmpty {
            StandardError.say("every test counts as affected: '--affected=record' has recorded none in '\(directory)'")
        }
    }

    /// The number that represents the settings that may change what a test does.
    private static func fingerprint(of options: Options, _ configuration: Configuration) -> UInt64 {
        var result = Fingerprint()
        result.add(Version.text)
        let chance = options.chance
        result.add("\(chance) \(options.timeout) \(options.leaks) \(options.platforms) \(options.knownPlatforms)")
        for path in configuration.sources.files.map(\.path).sorted() {
            result.add(CheckoutRoot().recorded(FilePath.absolute(path)))
            var files = FileStates()
            result.add(files.state(of: path, use: FileStates.looked))
        }
        return result.value
    }

    /// In a process of its own, a test is credited with what it enters itself.
    func adapt(_ options: inout Options, _ configuration: Configuration) {
        if mode != nil, !configuration.asks(for: "isolation") { options.isolation = .case }
    }

    var recordsReach: Bool { true }

    /// Has workers say which libraries they open.
    func begin() throws(SystemFault) {
        RecordFile(directory: directory) { StandardError.say("warning: \($0)") }.makeReady()
        if reach_begin_survey() != 0 { throw SystemFault("failed to map memory for --affected") }
    }

    func tests(in sets: Set<TestSet>, of registry: Registry) -> [TestSet: Set<String>] {
        if !sets.contains(.affected) { return [:] }
        return [.affected: Set(causes(of: registry.slots, in: registry).keys.map { registry.identity(of: $0) })]
    }

    // MARK: What must run

    /// Decides which tests must run; where only these run, the prepared run contains them alone.
    func chosen(of prepared: PreparedRun) -> PreparedRun {
        if mode == nil { return prepared }
        causes = causes(of: prepared.plan.slots, in: prepared.registry)
        guard mode == .run else { return prepared }
        let unchanged = unchanged
        var result = PreparedRun(
            registry: prepared.registry, plan: prepared.plan.keeping { unchanged[$0] == nil }, faults: prepared.faults,
            start: prepared.start, rules: prepared.rules,
            replan: { prepared.replan($0).keeping { unchanged[$0] == nil } })
        result.unchanged = unchanged
        return result
    }

    /// Prints which tests must run, and why.
    func list(_ prepared: PreparedRun) throws -> Bool {
        guard isListing else { return false }
        let listing = AffectedListing(
            prepared: prepared, record: record, images: Array(images.values), causes: causes)
        try StandardOutput.print { mode == .why ? listing.explain(to: &$0) : listing.print(to: &$0) }
        return true
    }

    /// Writes the records; with `--affected=verify`, looks into the tests that would have been left out and did not pass.
    func follow(_ run: () -> EndedRun, emit: @escaping (Event) -> Void) {
        let run = run()
        if isRecording { finish(run.prepared, isWhole: run.pool.interruption == nil) }
        guard mode == .verify else { return }
        broken = run.prepared.plan.slots.filter { slot in
            guard unchanged[slot] != nil, let outcome = run.tally.outcome(of: slot) else { return false }
            return outcome != .passed && outcome != .notRun
        }
        if !broken.isEmpty, run.pool.interruption == nil { passing = SeedCheck.passing(broken, run) }
    }

    /// Names the tests that would have been left out and did not pass; those that pass with another seed say nothing.
    func passes(_ prepared: PreparedRun, _ tally: Tally) -> Bool {
        for slot in broken {
            guard let outcome = tally.outcome(of: slot) else { continue }
            let identity = prepared.registry.identity(of: slot)
            StandardError.say(
                passing.contains(slot)
                    ? "the seed decides whether \(identity) passes: this is no fault of --affected"
                    : "--affected would have left out \(identity), which \(outcome.words)")
        }
        return broken.allSatisfy(passing.contains)
    }

    /// Decides which of some tests must run, and why; the others are unchanged.
    func causes(of slots: some Sequence<Plan.Slot>, in registry: Registry) -> [Plan.Slot: RunCause] {
        var causes: [Plan.Slot: RunCause] = [:]
        unchanged = [:]
        var times: [UInt64: NotRunReason] = [:]
        for slot in slots {
            let bundle = registry.classes[registry.cases[Int(slot.caseIndex)].classIndex].bundle
            guard let image = images[bundle], let context = context(of: slot, in: bundle) else {
                causes[slot] = .unrecorded
                continue
            }
            let identity = registry.identity(of: slot)
            let cause = record.cause(
                ofRunning: identity, in: context, isPresent: { image.keys.contains($0.key) },
                isUnchanged: { files.state(of: root.present($0.path), use: $0.use) == $0.state })
            causes[slot] = cause
            guard cause == nil, let test = record.tests[identity] else { continue }
            let reason = times[test.passed] ?? .unchanged(since: UTCTime.text(test.passed &* 1_000_000_000))
            times[test.passed] = reason
            unchanged[slot] = reason
        }
        return causes
    }

    /// Reads the images that workers have opened, and the settings of tests that no rule has changed yet.
    func survey(_ registry: Registry, _ facts: RunFacts) {
        var libraries: [Int: [String]] = [:]
        for line in String(cString: reach_surveyed()).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2, let bundle = Int(parts[0]) { libraries[bundle, default: []].append(String(parts[1])) }
        }
        reach_end_survey()
        // The last run may have recorded nothing.
        let runs = RecordFile(directory: directory) { _ in }.read()
        let failures = runs.map { EarlierFailures($0, in: registry).slots } ?? []
        for slot in failures { record.add(failedLater: registry.identity(of: slot)) }
        let environment = AffectedEnvironment.fingerprint(root, ignoring: ignored)
        // A bundle that cannot be used has no tests.
        let withTests = Set(registry.classes.map(\.bundle))
        for (bundle, paths) in libraries where facts.files.indices.contains(bundle) && withTests.contains(bundle) {
            let file = facts.files[bundle]
            let image = AffectedImage(
                of: FilePath.absolute(file.path), among: paths, in: directory, root, isListing: runsNothing)
            guard let image else { continue }
            if let obstacle = image.fingerprints.obstacle {
                StandardError.say(
                    "all tests of \(file.name) run after any change of it, since \(obstacle) (docs/Affected.md)")
            }
            images[bundle] = image
            var sum: UInt64 = 0
            for path in Set(paths) where path != image.path && !path.hasSuffix(".testkit.so") {
                sum &+= Self.number(ofLibrary: path, root, &files)
            }
            contexts[bundle] = ReachRecord.Context(
                bundle: image.fingerprints.common, names: image.fingerprints.names, libraries: sum,
                environment: environment, settings: settings)
        }
        ownSettings = registry.cases.indices.map { index in
            var own = Fingerprint()
            own.add(settings)
            own.add(facts.bundles[registry.classes[registry.cases[index].classIndex].bundle]?.stableWords ?? "")
            for tag in registry.tags(ofCase: index).sorted() { own.add(tag) }
            own.add(registry.limits[index] ?? 0)
            own.add(
                "\(registry.endings[index].map { "\($0)" } ?? "") \(registry.taskSources[index].map { "\($0)" } ?? "")"
            )
            return own.value
        }
    }

    /// The number that represents a library, also with the same name in another directory.
    static func number(ofLibrary path: String, _ root: CheckoutRoot, _ files: inout FileStates) -> UInt64 {
        var library = Fingerprint()
        library.add(FilePath.name(of: path))
        // A library of the package may have a fixed build identifier.
        if root.recorded(path) == path, let build = BuildIdentifier.read(path: path) {
            let version = FileVersion(path: path)
            library.add(build)
            library.add(UInt64(version?.size ?? 0))
            library.add(version?.written ?? 0)
        } else {
            library.add(files.state(of: path, use: FileStates.looked))
        }
        return library.value
    }

    /// The present context of a test.
    private func context(of slot: Plan.Slot, in bundle: Int) -> ReachRecord.Context? {
        guard var context = contexts[bundle] else { return nil }
        context.settings = ownSettings[Int(slot.caseIndex)]
        return context
    }

    // MARK: Recording

    /// Has the workers that start from here on record what tests reach.
    func prepare(_ run: PreparedRun, _ executor: inout WorkerExecutor) {
        executor.recordsReach = prepare(run.plan, run.registry)
        // It has opened bundles that others would record.
        if executor.recordsReach { executor.pool.endAll() }
        isRecording = executor.recordsReach
    }

    /// Prepares the record of what the tests of a plan reach; false where there is nothing to record, or no memory for it.
    private func prepare(_ plan: Plan, _ registry: Registry) -> Bool {
        if mode == nil || plan.slots.isEmpty { return false }
        // All or none: without its own place, an image would take the bits of another.
        let areAdded = images.sorted { $0.key < $1.key }.allSatisfy { bundle, image in
            let addresses = image.fingerprints.functions.map(\.address)
            let first = reach_add_image(image.path, addresses, addresses.count)
            images[bundle]?.first = first
            return first >= 0
        }
        if areAdded, reach_prepare(registry.slotNumberCount) == 0 {
            if plan.slots.count >= Self.manyTests { pack() }
            return true
        }
        StandardError.say("warning: out of memory while recording what the tests use; their records stay as they were")
        reach_discard()
        return false
    }

    /// From so many tests on, the time to pack is less than that which it saves.
    private static let manyTests = 200

    /// Keeps what is needed only at the end in few bytes.
    ///
    /// Workers have all that the host has, and each process of a test has it from its worker: of each page, the fork copies an entry. As
    /// objects, the functions and records of 2,600 tests take 40 MB with what is free between them, which made forks twice as long.
    private func pack() {
        packedRecord = record.bytes
        record = ReachRecord()
        for bundle in images.keys { images[bundle]?.pack() }
        reach_shrink()
    }

    /// Takes out what was packed; false where that fails.
    private func unpack() -> Bool {
        guard let bytes = packedRecord else { return true }
        guard let record = try? ReachRecord(bytes) else { return false }
        self.record = record
        packedRecord = nil
        for bundle in images.keys where !(images[bundle]?.unpack() ?? true) { return false }
        return true
    }

    var listener: ((Event) -> Void)? { isRecording ? { self.outcomes.take($0) } : nil }

    /// Writes the records of what ran, unless the run was cut short; of tests that did not run, they stay.
    private func finish(_ run: PreparedRun, isWhole: Bool) {
        reach_stop()
        defer { reach_discard() }
        guard isWhole, unpack() else { return }
        // Files that were read before the tests ran may have changed.
        files = FileStates()
        let registry = run.registry
        var new = ReachRecord()
        let now = UInt64(clamping: time(nil))
        var done: Set<String> = []
        var numbers = images.mapValues { EntryNumbers($0) }
        let failed = outcomes.failed(in: registry)
        for slot in failed {
            let identity = registry.identity(of: slot)
            done.insert(identity)
            new.add(failed: identity, at: now)
        }
        for (slot, isFlaky) in outcomes.passed where !failed.contains(slot) {
            let bundle = registry.classes[registry.cases[Int(slot.caseIndex)].classIndex].bundle
            let identity = registry.identity(of: slot)
            done.insert(identity)
            let number = registry.number(of: slot)
            let flags = reach_flags(number)
            guard let image = images[bundle], var context = context(of: slot, in: bundle),
                flags & REACH_BEGUN.rawValue != 0
            else { continue }
            if flags & REACH_TYPES.rawValue == 0 { context.names = 0 }
            var unseen = UnseenUse(rawValue: flags & ~(REACH_BEGUN.rawValue | REACH_TYPES.rawValue))
            if isFlaky { unseen.insert(.flaky) }
            let used = usedFiles(of: number, besides: [image.path, image.bundle], &unseen)
            let entered = numbers[bundle]?.entered(by: number, in: &new) ?? []
            new.add(identity, passed: now, unseen: unseen, context, numbered: entered, used)
        }
        new.add(record.tests.keys.lazy.filter { !done.contains($0) }, of: record)
        for image in images.values {
            let known = image.fingerprints.functions.compactMap { function in function.source.map { (function.key, $0) }
            }
            new.update(Dictionary(known, uniquingKeysWith: { $1 }))
        }
        store.write(new) { StandardError.say("warning: \($0)") }
    }

    /// The files that a test used, as it found them.
    private func usedFiles(of test: Int, besides own: Set<String>, _ unseen: inout UnseenUse) -> [ReachRecord.File] {
        var result: [ReachRecord.File] = []
        // The directories that the runner makes for each test.
        let scratch = getenv("RUNNER_SCRATCH").map { String(cString: $0) + "-" }
        var file = reach_file()
        var place: UInt32 = 0
        while case let next = reach_next_file(test, place, &file), next != 0 {
            place = next
            guard let name = file.path else { continue }
            let path = String(cString: name)
            let recorded = root.recorded(path)
            // Their content counts by functions.
            if own.contains(path) || FileStates.isOfRunner(path) || scratch.map(path.hasPrefix) ?? false { continue }
            if file.mode == 0 {
                result.append(ReachRecord.File(path: recorded, use: file.use, state: FileStates.absent))
            } else if AffectedImage.isAsFound(file, at: path) {
                result.append(
                    ReachRecord.File(path: recorded, use: file.use, state: files.state(of: path, use: file.use)))
            } else {
                unseen.insert(.changing)
            }
        }
        return result
    }
}
