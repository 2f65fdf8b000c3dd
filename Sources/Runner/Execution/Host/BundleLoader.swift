// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// Makes workers open and list every bundle.
///
///     load
///       loadTogether     one worker opens and lists those that may share it; if it dies or hangs, only the bundle
///                          is lost in whose code it was, or, in a source of examples, only the case
///       loadAlone        a bundle that failed among others, once more, in a process of its own
///         awaitReady       waits for the worker
///         blame            it died or hung: names the bundle, or the case
///
/// Afterwards the pool has a ready worker, unless nothing is left to run or the user interrupts.
///
/// Rule 31.
public struct BundleLoader {
    /// By how much the limit of one source of examples is stretched for all sources of a bundle together, in nanoseconds, unless the limit
    /// itself is longer.
    private static let stretch: UInt64 = 60_000_000_000
    /// The most output of a bundle's loading that is read, in bytes; a backtrace of many threads fits.
    private static let outputLimit = 65_536

    /// The end of a worker that was to load bundles.
    private enum Ending {
        /// It has loaded all usable bundles; the others have faults.
        case ready([Int: LoadFault])
        /// It ended or hung in a bundle's code.
        case blamed(Int, LoadFault)
        /// It ended outside any bundle's code or in a source of examples, or the user interrupts.
        case ended(worker_end?)
    }

    /// Starts the workers.
    private let pool: WorkerPool
    /// The start of the next worker, with the findings of the workers before it.
    private var start: WorkerStart
    /// The time limit for opening and listing one bundle, in nanoseconds.
    private let limit: UInt64
    /// The bundle for which the last worker is reserved, and after which it has opened no other.
    private var keptFor: Int?
    /// The test executables that another process lists once more.
    private var relisted: BundleSet = []
    /// Whether a worker was started before, which may have changed the shared listing.
    private var hasLoaded = false
    /// Work of the host while the first worker is busy; nil once it is done.
    private var meanwhile: (() -> Void)?

    /// Makes workers open the usable bundles of a run, and returns the findings; does something else once the first worker is busy.
    public static func load(
        _ facts: RunFacts, in pool: WorkerPool, limit: UInt64, unusable: [Int: LoadFault] = [:],
        meanwhile: (() -> Void)? = nil
    ) -> BundleFindings {
        var loader = BundleLoader(pool, WorkerStart(facts), limit: limit)
        loader.meanwhile = meanwhile
        loader.start.loadLimit = limit
        for (bundle, fault) in unusable { loader.start.findings.exclude(bundle, fault) }
        loader.load()
        return loader.start.findings
    }

    /// Prepares the loading.
    private init(_ pool: WorkerPool, _ start: WorkerStart, limit: UInt64) {
        (self.pool, self.start, self.limit) = (pool, start, limit)
    }

    /// The facts of the run.
    private var facts: RunFacts { start.facts }

    /// Opens and lists every bundle.
    ///
    /// All in one worker, at first, except for those that must be apart: bundles with variables of their own, bundles with conflicting
    /// libraries, and test executables. These are listed first, by workers for them alone.
    private mutating func load() {
        var bundles = Array(facts.files.indices)
        if facts.isolation == .none { refuseMeetings(of: &bundles) }
        var groups = loadGroups(of: bundles).flatMap(processes)
        let last = groups.popLast() ?? []
        for group in groups {
            start.environment = group.first.map(facts.environment(of:)) ?? []
            _ = loadTogether(group)
            pool.endAll()
        }
        start.environment = []
        let isReady = loadTogether(last)
        if pool.interruption != nil { return }
        // Each bundle is listed or has a fault, whatever happened.
        for bundle in facts.files.indices { excludeIfUnlisted(bundle) }
        if isReady || start.findings.isAllExcluded { return }
        // A later worker opens a bundle when it reaches one of its classes.
        _ = loadEager([])
    }

    /// The bundles that may be opened by one worker, group by group; the last is without those that must be apart.
    private func loadGroups(of bundles: [Int]) -> [[Int]] {
        var others = bundles
        var groups: [[Int]] = []
        while let first = others.first(where: isListedApart) {
            let (environment, processGroup) = (facts.environment(of: first), start.processGroup(of: first))
            var same: [Int] = []
            for other in others where isListedApart(other) && facts.environment(of: other) == environment {
                guard start.processGroup(of: other) == processGroup else { continue }
                if facts.libraryConflicts.conflict(of: other, with: same) == nil { same.append(other) }
            }
            groups.append(same)
            others.removeAll(where: same.contains)
        }
        while let executable = others.first(where: { facts.files[$0].isAdapted }) {
            groups.append([executable])
            others.removeAll { $0 == executable }
        }
        // One process hashes with one key.
        while let processGroup = others.first.map(start.processGroup(of:)) {
            let same = others.filter { start.processGroup(of: $0) == processGroup }
            if same.count == others.count { break }
            groups.append(same)
            others.removeAll(where: same.contains)
        }
        // If there is nothing else, the worker of the last executable continues with its classes.
        let isLastOpen = groups.last.map { !$0.contains(where: facts.isApart) } ?? false
        return others.isEmpty && isLastOpen ? groups : groups + [others]
    }

    /// Divides bundles that one worker may open into those of several, where they are too many for one.
    private func processes(for bundles: [Int]) -> [[Int]] {
        let limit = facts.isolation == .none ? max(bundles.count, 1) : WorkerStart.bundleLimit
        if bundles.count <= limit { return [bundles] }
        return stride(from: 0, to: bundles.count, by: limit).map { Array(bundles[$0...].prefix(limit)) }
    }

    /// Whether a bundle is listed by a worker that only such bundles share.
    private func isListedApart(_ bundle: Int) -> Bool {
        facts.isolation == .none ? !facts.environment(of: bundle).isEmpty : facts.isApart(bundle)
    }

    /// Excludes bundles that cannot share the only process of `--isolation none`.
    private mutating func refuseMeetings(of bundles: inout [Int]) {
        var kept: [Int] = []
        for bundle in bundles {
            if let conflict = facts.libraryConflicts.conflict(of: bundle, with: kept) {
                let other = facts.files[conflict.other]
                let cause = LoadFault.Cause.meeting(library: conflict.library, other: other.name, path: other.path)
                start.findings.exclude(bundle, LoadFault(cause))
            } else {
                kept.append(bundle)
            }
        }
        bundles = kept
    }

    /// Opens and lists some bundles; returns whether a worker that has them open is ready.
    ///
    /// A failure or a time-out may be the fault of a bundle that was opened before, so the bundle is tried once more in a process of
    /// its own. After a bundle that opens libraries itself, another worker goes on.
    private mutating func loadTogether(_ bundles: [Int]) -> Bool {
        var doubtful: BundleSet = []
        var waiting = bundles
        while pool.interruption == nil {
            let eager = waiting.filter { !start.findings.excluded.contains($0) && !doubtful.contains($0) }
            if eager.isEmpty { break }
            let isAlone = eager.count == 1
            var isDone = false
            switch loadEager(eager) {
            case .ready(let faults):
                var missing = eager.filter { !start.findings.listing.files.contains($0) }
                if let rest = keptFor.flatMap(eager.firstIndex).map({ eager[($0 + 1)...] }), !rest.isEmpty {
                    // Nothing has opened those yet.
                    missing.removeAll(where: rest.contains)
                    doubtful.formUnion(missing)
                    waiting = Array(rest)
                    pool.endAll()
                    continue
                }
                if missing.isEmpty, doubtful.isEmpty { return true }
                if isAlone {
                    for bundle in missing { exclude(bundle, faults[bundle]) }
                } else {
                    doubtful.formUnion(missing)
                }
                isDone = true
            case .blamed(let bundle, let fault):
                // The next process has a child list its tests, and so loses only the test that was in the way.
                if facts.listings[bundle]?.isBroken == true, relisted.insert(bundle) { continue }
                // Only the first bundle had the process to itself; another may hold a lock, for instance.
                if bundle == eager.first {
                    start.findings.exclude(bundle, fault)
                } else {
                    doubtful.insert(bundle)
                }
            case .ended(nil): break
            case .ended:
                // The culprit is unknown; the other bundles must not be lost with it.
                doubtful.formUnion(eager.filter { !start.findings.listing.files.contains($0) })
                isDone = true
            }
            if isDone { break }
        }
        for bundle in doubtful.indices { loadAlone(bundle) }
        pool.endAll()
        return false
    }

    /// Opens and lists a bundle in a process of its own.
    private mutating func loadAlone(_ bundle: Int) {
        while pool.interruption == nil {
            pool.endAll()
            switch loadEager([bundle]) {
            case .ready(let faults): exclude(bundle, faults[bundle])
            case .blamed(_, let fault): start.findings.exclude(bundle, fault)
            case .ended(nil): continue
            case .ended(let end?):
                start.findings.exclude(bundle, LoadFault(.diedListed(ending: end.description)))
            }
            return
        }
    }

    /// Excludes a bundle for its fault, or because it has none and is not in the listing.
    private mutating func exclude(_ bundle: Int, _ fault: LoadFault?) {
        if let fault { start.findings.exclude(bundle, fault) } else { excludeIfUnlisted(bundle) }
    }

    /// Excludes a bundle that is neither listed nor excluded yet.
    private mutating func excludeIfUnlisted(_ bundle: Int) {
        if start.findings.listing.files.contains(bundle) { return }
        start.findings.exclude(bundle, LoadFault(.unlisted))
    }

    /// Makes a worker open some bundles and list those that are not listed; it is ready afterwards if it survives.
    private mutating func loadEager(_ bundles: [Int]) -> Ending {
        start.listed = start.findings.listing.files
        start.eager = bundles
        keptFor = nil
        if hasLoaded { start.findings.listing.restore(to: pool.table) }
        hasLoaded = true
        guard let worker = startWorker() else { return .ended(nil) }
        meanwhile.take()?()
        let begun = worker_now()
        let end = awaitReady(worker)
        start.findings.listing.take(from: pool.table, of: bundles)
        if case .ready = end {
            if bundles.count == 1, facts.files[bundles[0]].isAdapted {
                start.findings.openings[bundles[0]] = worker_now() - begun
            }
            return end
        }
        pool.noteLoss()
        pool.endAll()
        return end
    }

    /// Starts a worker as soon as the system lets it start; nil if the user interrupts, or if that takes too long.
    private mutating func startWorker() -> WorkerProcess? {
        var backoff: SpawnBackoff?
        while pool.interruption == nil {
            let now = worker_now()
            if backoff?.isDue(now: now) != false {
                do throws(SystemFault) { return try pool.start(start, at: 0) } catch {
                    backoff = SpawnBackoff(error, after: backoff, now: now)
                }
            }
            if backoff?.isOver(isIdle: true, now: now) == true {
                start.findings.shortage = backoff?.issue
                pool.interrupt(by: .noWorker)
            } else {
                _ = pool.wait()
            }
        }
        return nil
    }

    /// Waits until the worker has loaded all, or it died or hung, or the user interrupts.
    private mutating func awaitReady(_ worker: WorkerProcess) -> Ending {
        var faults: [Int: LoadFault] = [:]
        let allowance = min(limit, .max / 2) + max(Self.stretch, min(limit, .max / 2))
        var detector = HostPauseDetector(now: worker.since)
        while true {
            let stopped = pool.stopped
            let ended = !pool.wait().isEmpty
            let now = pool.leaveOutPause(by: &detector, after: WorkerPool.tick, known: pool.stopped - stopped)
            for message in worker.receive() {
                switch message {
                case .ready:
                    // From here on only the output of cases counts, which must not be added to the rest of this output.
                    worker.output.thin { 0 }
                    return .ready(faults)
                case .loadFault(let bundle, let fault): faults[Int(bundle)] = fault
                case .remark(.issue(let issue), _, _), .remark(.left(let issue, _), _, _):
                    start.findings.late.keep(issue)
                case .libraries(let libraries): start.findings.libraries += libraries
                case .keptFor(let bundle): keptFor = Int(bundle)
                case .unseeded(let bundle, let obstacle):
                    if facts.files.indices.contains(Int(bundle)) {
                        start.findings.unseeded[obstacle, default: []].insert(Int(bundle))
                    }
                // These messages are about tests, and none runs yet.
                case .remark, .childEnded, .childRefused, .needsStreams, .needsUnits: break
                }
            }
            if pool.interruption != nil { return .ended(nil) }
            worker.look(in: pool.table, now: now)
            let bundle = Int(pool.table.worker(worker.index).bundle)
            worker.watchdog.note(start.eager.firstIndex(of: bundle) ?? 0, now: now)
            worker.stall(after: allowance, now: now)
            if ended {
                return pool.isCutShort(worker, by: worker.reap())
                    ? .ended(nil) : blame(worker, isHung: worker.isCondemned)
            }
            // First comes a backtrace, then the end of the process, in later turns.
            if worker.stall != nil || worker.elapsed(at: now) > limit { worker.escalate(worker.pid, now: now) }
            worker_release(worker.pid)
            worker.output.thin { 0 }
        }
    }

    /// Names the bundle that ended or blocked the worker that was loading, or the case whose examples did.
    private mutating func blame(_ worker: WorkerProcess, isHung: Bool) -> Ending {
        let place = pool.table.worker(worker.index)
        let (stage, bundle) = (place.stage, Int(place.bundle))
        let end = worker.trueEnd(worker.reap())
        if let stall = worker.stall {
            // Only a bundle that is alone is known to be the one that keeps changing what is there.
            guard start.eager.count == 1 else { return .ended(end) }
            let cause = LoadFault.Cause.hung(limit: DurationText.seconds(stall), isLoading: false)
            return .blamed(start.eager[0], LoadFault(cause).explained(by: CrashReport(""), pool.lastStacks(of: worker)))
        }
        if stage == .examples, blameExamples(worker, end, isHung: isHung) { return .ended(nil) }
        guard start.eager.contains(bundle), stage == .loading || stage == .registering else { return .ended(end) }
        let output = worker.output.text(from: 0, to: nil, limit: Self.outputLimit)
        let isLoading = stage == .loading
        let cause: LoadFault.Cause =
            isHung
            ? .hung(limit: DurationText.seconds(limit), isLoading: isLoading)
            : .died(
                ending: pool.ending(of: worker, end), isLoading: isLoading,
                remedy: SanitizerNeed.ofLateRuntime(path: start.facts.paths[bundle]))
        return .blamed(bundle, LoadFault(cause).explained(by: CrashReport(output ?? ""), pool.lastStacks(of: worker)))
    }

    /// Takes a case whose source of examples ended or blocked the loading worker out of the listing.
    ///
    /// - Returns: False if the worker was to skip that source.
    private mutating func blameExamples(_ worker: WorkerProcess, _ end: worker_end, isHung: Bool) -> Bool {
        let place = pool.table.worker(worker.index)
        let ending = end.exited == 1 ? "their source \(end.description)" : "the process \(end.description)"
        let what = isHung ? "it took longer than \(DurationText.seconds(limit))" : ending
        var issue = Issue(kind: isHung ? .timeout : .crash, message: "its examples could not be read: \(what)")
        issue.stacks = pool.lastStacks(of: worker)
        issue.locate(at: place)
        let output = worker.output.text(from: place.outputStart, to: nil, limit: Self.outputLimit)
        return start.findings.exclude(examplesOf: place.examples, ExampleFault(issue: issue, output: output))
    }
}
