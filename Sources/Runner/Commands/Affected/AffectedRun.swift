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
///     begin        before a worker opens a bundle: they say which libraries come with it
///     choose       which tests of a plan must run, and why
///     prepare      before the workers that run tests: they record
///     note         what became of each test
///     finish       the records of those that passed
///
/// Rule 73.
final class AffectedRun {
    /// What is done with the records.
    let mode: AffectedMode
    /// The place of the records.
    private let store: ReachStore
    /// The directory of the record of runs.
    private let directory: String
    /// The records so far.
    private let record: ReachRecord
    /// The images of the bundles, by file index.
    private var images: [Int: AffectedImage] = [:]
    /// The present context of each bundle's tests, less what is the test's own, by file index.
    private var contexts: [Int: ReachRecord.Context] = [:]
    /// What is at paths.
    private var files = FileStates()
    /// What the run's settings stand for.
    private let settings: UInt64
    /// The tests of which the record must go: they failed, or were skipped.
    private var failed: Set<Plan.Slot> = []
    /// The tests that passed, and whether only at a later attempt.
    private var passed: [Plan.Slot: Bool] = [:]
    /// The tests that would be left out.
    private(set) var unchanged: [Plan.Slot: NotRunReason] = [:]
    /// Why the others run.
    private(set) var causes: [Plan.Slot: RunCause] = [:]

    /// Reads the records; nil where `--affected` is not given, or nothing can be recorded here.
    init?(_ options: Options, _ configuration: Configuration) throws {
        guard let mode = options.affected else { return nil }
        guard let directory = options.state else { throw UsageError.conflict("--affected", "--no-state") }
        if options.isolation == .none { throw UsageError.conflict("--affected", "--isolation none") }
        if options.order != nil { throw UsageError.conflict("--affected", "--order") }
        if options.rerunExactly != nil { throw UsageError.conflict("--affected", "--rerun-exactly") }
        if options.hunt != nil { throw UsageError.conflict("--affected", "--hunt") }
        // What it does not run would count as never run.
        if mode == .run, options.coverageSettings != nil { throw UsageError.conflict("--affected", "--coverage") }
        guard reach_is_possible() != 0 else {
            StandardError.say("all tests run: --affected needs x86_64, and a runner without a sanitizer")
            return nil
        }
        self.mode = mode
        self.directory = directory
        settings = Self.fingerprint(of: options, configuration)
        store = ReachStore(directory: directory)
        record = store.read { StandardError.say("warning: \($0)") }
    }

    /// The number that stands for the settings that may change what a test does.
    private static func fingerprint(of options: Options, _ configuration: Configuration) -> UInt64 {
        var result = Fingerprint()
        result.add(Version.text)
        let chance = options.chance
        result.add("\(chance) \(options.timeout) \(options.leaks) \(options.platforms) \(options.knownPlatforms)")
        for path in configuration.files.sorted() {
            result.add(path)
            var files = FileStates()
            result.add(files.state(of: path, use: FileStates.looked))
        }
        return result.value
    }

    /// Has workers say which libraries they open.
    func begin() -> Bool {
        RecordFile(directory: directory) { StandardError.say("warning: \($0)") }.makeReady()
        return reach_begin_survey() == 0
    }

    // MARK: What must run

    /// Decides which tests must run; where only these run, the prepared run is of them alone.
    func chosen(of prepared: PreparedRun) -> PreparedRun {
        choose(prepared.plan, AffectedFacts(registry: prepared.registry, facts: prepared.start.facts))
        guard mode == .run else { return prepared }
        let unchanged = unchanged
        var result = PreparedRun(
            registry: prepared.registry, plan: prepared.plan.keeping { unchanged[$0] == nil }, faults: prepared.faults,
            start: prepared.start, rules: prepared.rules,
            replan: { prepared.replan($0).keeping { unchanged[$0] == nil } })
        result.unchanged = unchanged
        return result
    }

    /// Prints the tests that must run, and why.
    func list(_ prepared: PreparedRun) throws -> ExitCode {
        try StandardOutput.print { output in
            for slot in prepared.plan.slots {
                guard let cause = causes[slot] else { continue }
                let identity = prepared.plan.identity(of: slot, in: prepared.registry)
                output.line("\(TerminalText.line(identity)): \(TerminalText.line(cause.words))")
            }
            output.line("\(causes.count) to run, \(unchanged.count) unchanged")
        }
        return prepared.faults.isEmpty ? .success : .bundleFault
    }

    /// Names the tests that would have been left out and did not pass; whether there are any.
    func sayBroken(_ prepared: PreparedRun, _ tally: Tally) -> Bool {
        guard mode == .verify else { return false }
        var isBroken = false
        for slot in prepared.plan.slots where unchanged[slot] != nil {
            guard let outcome = tally.outcome(of: slot), outcome != .passed, outcome != .notRun else { continue }
            isBroken = true
            let identity = prepared.plan.identity(of: slot, in: prepared.registry)
            StandardError.say("--affected would have left out \(identity), which \(outcome.words)")
        }
        return isBroken
    }

    /// Decides which tests of a plan must run.
    private func choose(_ plan: Plan, _ prepared: AffectedFacts) {
        survey(prepared)
        var times: [UInt64: NotRunReason] = [:]
        for slot in plan.slots {
            let bundle = prepared.registry.classes[prepared.registry.cases[Int(slot.caseIndex)].classIndex].bundle
            guard let image = images[bundle], let context = context(of: slot, in: bundle, prepared) else {
                causes[slot] = .unrecorded
                continue
            }
            let identity = plan.identity(of: slot, in: prepared.registry)
            let cause = record.cause(
                ofRunning: identity, in: context, isPresent: { image.keys.contains($0.key) },
                isUnchanged: { files.state(of: $0.path, use: $0.use) == $0.state })
            causes[slot] = cause
            guard cause == nil, let test = record.tests[identity] else { continue }
            let reason = times[test.passed] ?? .unchanged(since: UTCTime.text(test.passed &* 1_000_000_000))
            times[test.passed] = reason
            unchanged[slot] = reason
        }
    }

    /// Reads the images that workers have opened.
    private func survey(_ prepared: AffectedFacts) {
        var libraries: [Int: [String]] = [:]
        for line in String(cString: reach_surveyed()).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2, let bundle = Int(parts[0]) { libraries[bundle, default: []].append(String(parts[1])) }
        }
        reach_end_survey()
        let environment = AffectedEnvironment.fingerprint()
        for (bundle, paths) in libraries where prepared.files.indices.contains(bundle) {
            let file = prepared.files[bundle]
            guard let image = AffectedImage(of: FilePath.absolute(file.path), among: paths, in: directory) else {
                continue
            }
            if let obstacle = image.fingerprints.obstacle {
                StandardError.say(
                    "all tests of \(file.name) count as one, since \(obstacle): they run after any change of it "
                        + "(docs/Affected.md)")
            }
            images[bundle] = image
            var sum: UInt64 = 0
            for path in Set(paths) where path != image.path && !path.hasSuffix(".testkit.so") {
                var library = Fingerprint()
                library.add(FilePath.name(of: path))
                if let build = BuildIdentifier.read(path: path) {
                    library.add(build)
                } else {
                    library.add(files.state(of: path, use: FileStates.looked))
                }
                sum &+= library.value
            }
            contexts[bundle] = ReachRecord.Context(
                bundle: image.fingerprints.common, libraries: sum, environment: environment, settings: settings)
        }
    }

    /// The present context of a test.
    private func context(of slot: Plan.Slot, in bundle: Int, _ prepared: AffectedFacts) -> ReachRecord.Context? {
        guard var context = contexts[bundle] else { return nil }
        let index = Int(slot.caseIndex)
        var own = Fingerprint()
        own.add(context.settings)
        own.add(prepared.orders(of: bundle))
        for tag in prepared.registry.tags(ofCase: index).sorted() { own.add(tag) }
        own.add(prepared.registry.limits[index] ?? 0)
        own.add(
            "\(prepared.registry.endings[index].map { "\($0)" } ?? "") \(prepared.registry.taskSources[index].map { "\($0)" } ?? "")"
        )
        context.settings = own.value
        return context
    }

    // MARK: Recording

    /// Has the workers that start from here on record what tests reach; false where there is nothing to record, or no memory for it.
    func prepare(_ plan: Plan, _ registry: Registry) -> Bool {
        if plan.slots.isEmpty { return false }
        for (bundle, image) in images.sorted(by: { $0.key < $1.key }) {
            let addresses = image.fingerprints.functions.map(\.address)
            let first = reach_add_image(image.path, addresses, addresses.count)
            if first >= 0 { images[bundle]?.first = first }
        }
        if reach_prepare(registry.slotNumberCount) == 0 { return true }
        StandardError.say("warning: there is no memory to record what the tests use; their records stay as they were")
        reach_discard()
        return false
    }

    /// Notes what became of a test.
    func note(_ event: Event) {
        switch event {
        case .attemptFailed(let result): passed[result.slot] = true
        case .caseEnded(let result):
            if result.reason?.isUnchanged ?? false { return }
            if result.outcome == .passed {
                passed[result.slot] = result.isFlaky || passed[result.slot] ?? false
            } else {
                failed.insert(result.slot)
            }
        default: break
        }
    }

    /// Writes the records of what ran, unless the run was cut short; of tests that did not run, they stay.
    func finish(_ run: PreparedRun, isWhole: Bool) {
        reach_stop()
        defer { reach_discard() }
        guard isWhole else { return }
        // What was read before the tests ran may have changed.
        files = FileStates()
        let (plan, prepared) = (run.plan, AffectedFacts(registry: run.registry, facts: run.start.facts))
        var new = ReachRecord()
        let now = UInt64(clamping: time(nil))
        var done: Set<String> = []
        for slot in failed { done.insert(plan.identity(of: slot, in: prepared.registry)) }
        for (slot, isFlaky) in passed where !failed.contains(slot) {
            let bundle = prepared.registry.classes[prepared.registry.cases[Int(slot.caseIndex)].classIndex].bundle
            let identity = plan.identity(of: slot, in: prepared.registry)
            done.insert(identity)
            let number = prepared.registry.number(of: slot)
            let flags = reach_flags(number)
            guard let image = images[bundle], let context = context(of: slot, in: bundle, prepared),
                flags & REACH_BEGUN.rawValue != 0
            else { continue }
            var unseen = UnseenUse(rawValue: flags & ~REACH_BEGUN.rawValue)
            if isFlaky { unseen.insert(.flaky) }
            let used = usedFiles(of: number, besides: [image.path, image.bundle], &unseen)
            new.add(identity, passed: now, unseen: unseen, context, image.entered(by: number), used)
        }
        for identity in record.tests.keys where !done.contains(identity) { new.add(identity, of: record) }
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
            // What is in them counts by functions.
            if own.contains(path) || AffectedImage.isOfRunner(path) || scratch.map(path.hasPrefix) ?? false { continue }
            if file.mode == 0 {
                result.append(ReachRecord.File(path: path, use: file.use, state: FileStates.absent))
            } else if AffectedImage.isAsFound(file, at: path) {
                result.append(ReachRecord.File(path: path, use: file.use, state: files.state(of: path, use: file.use)))
            } else {
                unseen.insert(.changing)
            }
        }
        return result
    }
}
