// SPDX-License-Identifier: MIT

import BundleABI
import WorkerShims

/// One run of a plan: by the worker that stands ready and others, up to the number of jobs.
///
///     run
///       WorkerKeeper.handOn    every open unit has an owner that is alive, or somebody who can take it
///       WorkerPool.wait        for a message, an end, an interrupt, a tick
///       collect                messages to the notebook, then what is final to events
///       bury                   a worker died: what is lost (Burial), and that is noted in the table
///       hurry                  ends what takes too long
///
/// `--retry` and `--repeat` make one for each attempt.
final class PlanExecution {
    /// The plan of the run.
    private let plan: Plan
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The workers.
    private let pool: WorkerPool
    /// The start of further workers; its findings grow as bundles are opened again.
    private(set) var start: WorkerStart
    /// Where what happens goes.
    private let emit: (Event) -> Void

    /// Follows the table.
    private var reader: TableReader
    /// Makes results of what stands there.
    private let results: ResultReader
    /// How long things may take.
    private let timeKeeper: TimeKeeper
    /// Sees what takes long.
    private var slowWatch: SlowWatch
    /// Keeps units in the hands of the living.
    private var keeper: WorkerKeeper
    /// The notes on activities that have not ended.
    private var notes = Notebook()
    /// The results of the slices of divided classes.
    private var sliced: SlicedClasses
    /// Where attachments are kept.
    private var attachments: AttachmentDirectory
    /// The news for observers of lost classes.
    private let news: ObserverNews

    /// Writes a plan to the shared table, where no worker may be running, and prepares its run.
    init(
        _ plan: Plan, _ registry: Registry, in pool: WorkerPool, _ start: WorkerStart, limits: RunLimits,
        failureLimit: Int?, settled: SettledCases = SettledCases(), emit: @escaping (Event) -> Void
    ) throws(RunTable.TooLarge) {
        let (table, facts) = (pool.table, start.facts)
        try table.store(
            plan, registry, failureLimit: failureLimit, limit: max(TimeLimits.least, limits.run))
        settled.store(in: table, plan, registry)
        if start.chance.random == .seeded { table.storeStreams(plan, registry, attempt: start.attempt) }
        (self.plan, self.registry, self.pool, self.emit) = (plan, registry, pool, emit)
        self.start = start
        self.start.eager = []
        self.start.loadLimit = limits.load
        self.start.listed = BundleSet(facts.files.indices)
        reader = TableReader(table: table)
        results = ResultReader(table: table, plan: plan, keepsAllOutput: facts.keepsAllOutput, pool: pool)
        timeKeeper = TimeKeeper(table, reader.seal, limits, plan, registry, facts)
        timeKeeper.write(plan)
        slowWatch = SlowWatch(table, plan)
        sliced = SlicedClasses(plan)
        keeper = WorkerKeeper(pool, limit: limits.run, isSequence: plan.prescription?.workerCount == 1)
        attachments = AttachmentDirectory(facts.attachments)
        news = ObserverNews(table: table, hasSuccessors: start.isolation != .none)
    }

    /// The shared memory.
    private var table: RunTable { pool.table }
    /// The facts of the run.
    private var facts: RunFacts { start.facts }

    /// Runs the plan, and tells what happens as it does.
    func run() throws(SystemFault) {
        if start.isolation == .none { try pool.startInPlace(start) }
        loseCasesWithoutExamples()
        for worker in pool.workers { worker.go() }
        for issue in start.findings.late.takeWaiting() { emit(.lateIssue(issue, nil)) }
        try keeper.handOn(&reader, start, now: worker_now())
        var pulse = Pulse()
        var shown = worker_now()
        while !pool.workers.isEmpty, pool.interruption == nil {
            emit(.waiting)
            let ended = pool.wait(pulse.interval)
            pulse.beat(finished: collect())
            for worker in pool.workers { reader.check(worker: worker.index) }
            if reader.isBroken { break }
            for worker in pool.workers where ended.contains(worker.index) || worker.hasLeft(table) {
                bury(worker, pool.take(worker, hasEnded: ended.contains(worker.index)))
                tellLostMessages(of: worker)
                collect()
                keeper.takeBack(from: worker, &reader)
                emit(.workerEnded(worker.index))
            }
            let now = worker_now()
            try keeper.handOn(&reader, start, now: now)
            hurry(now: now)
            if ended.isEmpty, now - shown >= UInt64(Pulse.longest) * 1_000_000 {
                emit(.progressed(slowWatch.progress(of: pool.workers, timeKeeper, now: now)))
                shown = now
            }
        }
        endWorkers()
    }

    /// Ends the workers that are left, and takes what they have left.
    private func endWorkers() {
        if !pool.workers.isEmpty { pool.noteLoss() }
        pool.killAll()
        collect()
        for whole in sliced.takeRest() { emit(.unitEnded(whole)) }
        if let summary = start.findings.late.takeSummary() { emit(.lateIssue(summary, nil)) }
        // Nothing failed that could have stopped it.
        if table.isStopping, reader.failureCount == 0 { reader.noteBroken() }
        // The last of them may have done it.
        if reader.isBroken { giveUpTable() }
        pool.endAll()
    }

    /// Ends the run, since a bundle wrote over what all share: says whose it may have been.
    private func giveUpTable() {
        pool.interrupt(by: .lostTable)
        // The content of the table can no longer be trusted.
        table.isStopping = false
        // Only what the host remembers of its own counts.
        var bundles = BundleSet(reader.openBundles.lazy.map { Int($0) })
        for worker in pool.workers { bundles.formUnion(worker.bundles.indices) }
        let what = "the results in shared memory were overwritten; what was not reported by then is lost"
        let whose = facts.names(of: bundles)
        emit(.runIssue(Issue(kind: .crash, message: what + (whose.isEmpty ? "" : "; the workers had run \(whose)"))))
    }

    /// Makes an end of what takes too long, and of everything when the run does.
    private func hurry(now: UInt64) {
        if start.isolation == .none { return }
        for worker in pool.workers {
            worker_release(worker.pid)
            let place = table.worker(worker.index)
            worker.output.thin { place.outputStart }
            guard timeKeeper.isOverdue(worker.index, now: now) else { continue }
            worker.escalate(place.process, since: place.since, now: now)
        }
        if timeKeeper.isOver(now: now) { pool.interrupt(by: .runTimeout) }
    }

    // MARK: What comes in

    /// Turns what is final into events, and says how much that was.
    ///
    /// Final slots are looked up before the messages are read: a worker sends the messages of a case before it
    /// calls the case final.
    @discardableResult
    private func collect() -> Int {
        let finished = reader.takeFinished()
        for worker in pool.workers {
            for message in worker.receive() {
                if case .childEnded = message { reader.check(worker: worker.index) }
                if !reader.isBroken { take(message, from: worker) }
            }
        }
        for item in finished {
            switch item {
            case .slot(let index, let unit): tell(slot: index, of: unit)
            case .unit(let index): tell(unit: index)
            }
        }
        return finished.count
    }

    /// Tells what came of a case, and gives back the disk's room for what it printed.
    private func tell(slot index: UInt32, of unit: UInt32) {
        var result = results.result(of: index, unit: unit, &notes, start.findings.excluded)
        registry.locate(&result.issues, ofCase: Int(result.slot.caseIndex))
        emit(.caseEnded(result))
        let output = table.slot(index).output
        // Nearly always.
        if output.1 <= output.0 || output.1 - output.0 <= WorkerOutput.slack { return }
        pool.worker(at: table.unit(unit).owner)?.output.forget(output)
    }

    /// Tells what came of a class, and gives back the disk's room for all that its worker printed by then.
    private func tell(unit index: UInt32) {
        let unit = table.unit(index)
        let worker = pool.worker(at: unit.owner)
        worker?.bundles.insert(Int(reader.seal.bundle(of: index)))
        var result = results.result(ofUnit: index, &notes, start.findings.excluded)
        registry.locate(&result.issues, ofClass: result.classIndex)
        if let whole = sliced.take(result) { emit(.unitEnded(whole)) }
        worker?.output.forget(to: unit.endOutput.1)
    }

    /// Does what a message asks.
    private func take(_ message: WorkerMessage, from worker: WorkerProcess) {
        switch message {
        case .issue(let issue, let activity, true):
            if start.findings.late.admit(issue) { emit(.lateIssue(issue, subject(of: activity))) }
        case .issue(let issue, let activity, false): notes.change(activity) { $0.issues.append(issue) }
        case .skip(let reason, let activity, false): notes.change(activity) { $0.skipReason = reason }
        case .log(let text, let activity, false): notes.change(activity) { $0.logs.append(text) }
        // Of an activity that has ended; its number may be another's in the next attempt.
        case .skip(_, _, true), .log(_, _, true): break
        case .attachment(let staged, let activity, let isLate): keep(staged, of: activity, isLate: isLate)
        case .loadFault(let bundle, let fault): exclude(Int(bundle), fault)
        case .childEnded(let hasExited, let value):
            bury(worker, worker_end(exited: hasExited ? 1 : 0, value: value))
            worker.go()
        // All bundles were listed before.
        case .ready, .libraries: break
        }
    }

    /// A bundle that was listed could not be opened again by a later worker.
    private func exclude(_ bundle: Int, _ fault: LoadFault) {
        guard start.findings.exclude(bundle, fault) else { return }
        emit(.bundleFaulted(BundleFault(file: facts.files[bundle], fault)))
    }

    /// Returns the subject of an activity, in words that outlive the plan; nil if it does not belong to the plan.
    ///
    /// With `--retry` each attempt has a plan of its own, which counts its cases from the start.
    private func subject(of number: UInt64) -> Event.Subject? {
        switch Activity(number: number) {
        case .run(let slot) where Int(slot) < plan.slots.count: .slot(plan.slots[Int(slot)])
        case .begin(let unit) where Int(unit) < plan.units.count, .end(let unit) where Int(unit) < plan.units.count:
            .unit(classIndex: plan.units[Int(unit)].classIndex)
        default: nil
        }
    }

    /// Puts what was attached in its place, which is its own case's even where that has ended.
    private func keep(_ staged: StagedAttachment, of activity: UInt64, isLate: Bool) {
        let subject = subject(of: activity)
        let kept = attachments.keep(staged, in: attachments.parts(for: subject, plan, registry))
        if !isLate, let kept {
            return notes.change(activity) { $0.attachments.append(kept).forEach(attachments.discard) }
        }
        let failure = Issue.attachment(staged.name, isNotKept: "failed to move it into \(attachments.place.root)")
        let issue = kept.map { Issue(kind: .warning, message: $0.text()) } ?? failure
        if isLate {
            if kept?.path.isEmpty != true, start.findings.late.admit(issue) {
                emit(.lateIssue(issue, subject))
            } else if let kept {
                attachments.discard(kept)
            }
        } else {
            notes.change(activity) { $0.issues.append(issue) }
        }
    }

    /// Ends the cases of the plan that have no examples because reading them ended a worker.
    private func loseCasesWithoutExamples() {
        let failed = start.findings.failedExamples
        if failed.isEmpty { return }
        for unit in 0..<UInt32(plan.units.count) {
            let place = table.unit(unit)
            for index in place.slots where table.slot(index).exampleIndex == TESTKIT_NO_EXAMPLE {
                guard let fault = failed[table.slot(index).place(in: place)] else { continue }
                notes[.run(slot: index)] = ActivityNotes(fault)
                table.slot(index).isUnexpected = true
                table.slot(index).endUnstarted(.lost)
                table.countFailure()
            }
        }
    }

    // MARK: Burial

    /// Notes in the table what a worker's end did to the plan: one named culprit, the rest to be run by others.
    private func bury(_ worker: WorkerProcess, _ end: worker_end) {
        let place = table.worker(worker.index)
        let death = death(of: worker, end)
        let loss = Burial.loss(by: death)
        if loss == .nothing { return }
        pool.noteLoss()
        let output = (place.outputStart, worker.output.end)
        switch loss {
        case .nothing: break
        case .stray(let unit, let isTold):
            if let unit { reopen(unit) }
            keeper.countStrayEnd(closed: reader.closedCount)
            if isTold { emit(.runIssue(strayEnd(of: worker, death, output))) }
        case .bundle(let unit): loseBundle(of: unit, worker, death, output)
        case .setUp(let unit):
            let issue = culprit(worker, death)
            notes[.begin(unit: unit)].issues.append(issue)
            table.unit(unit).beginState = .lost
            table.unit(unit).beginOutput = output
            table.countFailure()
            news.note(issue, unit: unit)
            news.close(unit)
        case .slot(let slot, let unit):
            let issue = culprit(worker, death)
            notes[.run(slot: slot)].issues.append(issue)
            news.note(issue, unit: unit, slot: slot)
            lose(slot, of: unit, .lost, output)
        case .abandonedSlot(let slot, let unit):
            let issue = Issue(kind: .error, message: "its process was ended, for its code could not be stopped")
            news.note(issue, unit: unit, slot: slot, outcome: TESTKIT_LOSS_ABANDONED)
            lose(slot, of: unit, .failed, (output.0, .max))
        case .tearDown(let unit, let isLast):
            let issue = culprit(worker, death)
            notes[.end(unit: unit)].issues.append(issue)
            table.unit(unit).endState = .lost
            table.unit(unit).endOutput = output
            table.countFailure()
            news.note(issue, unit: unit)
            // Where each case has a process, the others of the class still run.
            if isLast { news.close(unit) } else { closeIfSpent(unit) }
        }
    }

    /// Returns the facts about a worker's end, as far as they are possible.
    private func death(of worker: WorkerProcess, _ end: worker_end) -> Burial.Death {
        let place = table.worker(worker.index)
        var death = Burial.Death(end: worker.trueEnd(end, since: place.since), stage: place.stage)
        death.isCondemned = worker.isCondemned(since: place.since)
        death.isInPlace = start.isolation == .none
        if let index = place.unit, index < reader.seal.unitCount {
            let bundle = Int(reader.seal.bundle(of: index))
            death.unit = Burial.Death.Unit(
                index: index, isClosed: table.unit(index).isClosed, isApart: start.isolation(of: bundle) == .case)
        }
        if let index = place.slot, index < reader.seal.slotCount {
            death.slot = Burial.Death.Slot(index: index, isFinal: table.slot(index).state?.isFinal ?? false)
        }
        return death
    }

    /// Marks the class whose bundle a worker was opening again, or readying to be forked, when it ended.
    private func loseBundle(of unit: UInt32, _ worker: WorkerProcess, _ death: Burial.Death, _ output: (UInt64, UInt64))
    {
        let ending = "\(death.end.description) while it was opened again"
        let what = death.hasTimedOut ? "took longer than its limit to be opened again" : ending
        let report = CrashReport(worker.output.text(from: output.0, to: output.1) ?? "")
        let fault = LoadFault(death.hasTimedOut ? .hung : .died, what)
            .explained(by: report, pool.lastStacks(of: worker))
        exclude(Int(table.worker(worker.index).bundle), fault)
        table.unit(unit).beginState = .failed
        table.countFailure()
        table.close(unit)
    }

    /// Brings a case to an end in which its worker ended.
    private func lose(_ index: UInt32, of unit: UInt32, _ state: SlotState, _ output: (UInt64, UInt64)) {
        let first = notes[.run(slot: index)].issues.all.first(where: \.isFailure)
        table.slot(index).isUnexpected = !(first?.isExpected ?? false)
        table.slot(index).end(state, output: output)
        table.countFailure()
        closeIfSpent(unit)
    }

    /// Lets others run the case that a worker was about to begin when it ended between two cases.
    private func reopen(_ unit: UInt32) {
        for index in reader.seal.slots(of: unit) where table.slot(index).state == .running {
            table.slot(index).state = .waiting
        }
        closeIfSpent(unit)
    }

    /// Closes a unit none of whose cases waits: no worker need set it up again.
    private func closeIfSpent(_ unit: UInt32) {
        if table.unit(unit).isClosed { return }
        if !reader.seal.slots(of: unit).contains(where: { table.slot($0).state == .waiting }) { news.close(unit) }
    }

    // MARK: Words

    /// Returns the issue for the activity in which a worker ended.
    private func culprit(_ worker: WorkerProcess, _ death: Burial.Death) -> Issue {
        let place = table.worker(worker.index)
        let phase = Phase.description(place.phase)
        let limit = DurationText.seconds(timeKeeper.limit(of: worker.index))
        let ending = pool.ending(of: worker, death.end)
        let message =
            death.hasTimedOut ? "took longer than \(limit), \(phase)" : "\(ending) \(phase)\(threadWords(of: worker))"
        var issue = Issue(kind: death.hasTimedOut ? .timeout : .crash, message: message)
        issue.phase = place.phase
        issue.stacks = pool.lastStacks(of: worker)
        issue.locate(at: place)
        return issue
    }

    /// Whose the thread is that crashed, in words that follow the place.
    private func threadWords(of worker: WorkerProcess) -> String {
        ThreadOrigin(of: worker.index, in: table).words(registry, plan, facts.files)
    }

    /// An end that no case or class can be blamed for; a backtrace may still say whose code it was.
    private func strayEnd(of worker: WorkerProcess, _ death: Burial.Death, _ output: (UInt64, UInt64)) -> Issue {
        let place = death.isLeaving ? "in an exit handler or a destructor" : "between tests"
        let who = "a worker\(suspects(worker, withOpened: death.isLeaving))"
        if let stood = worker.stoodStill {
            let what =
                "stood still \(place) for \(DurationText.seconds(stood)), as if stopped from outside, and was ended"
            return Issue(kind: .crash, message: "\(who) \(what)")
        }
        let limit = DurationText.seconds(timeKeeper.limit(of: worker.index))
        let what = death.hasTimedOut ? "took longer than \(limit)" : pool.ending(of: worker, death.end)
        var issue = Issue(kind: death.hasTimedOut ? .timeout : .crash, message: "\(who) \(what) \(place)")
        issue.stacks = pool.lastStacks(of: worker)
        return issue.explained(by: CrashReport(worker.output.text(from: output.0, to: output.1) ?? ""))
    }

    /// Says of a worker that has ended how many of its messages are missing.
    private func tellLostMessages(of worker: WorkerProcess) {
        let count = table.worker(worker.index).lostMessages
        if count == 0 { return }
        let what = count == 1 ? "1 message" : "\(count) messages"
        let why = "its pipe to the runner was closed, and no descriptor could be opened"
        emit(.runIssue(Issue(kind: .error, message: "a worker\(suspects(worker)) lost \(what): \(why)")))
    }

    /// The bundles whose code a worker had run, in words that follow "a worker"; empty if there are none.
    ///
    /// At its end, what it had only opened has code to run as well.
    private func suspects(_ worker: WorkerProcess, withOpened: Bool = false) -> String {
        // A child for a class or a case has run that one's alone.
        var bundles = worker.bundles
        if let unit = table.worker(worker.index).unit, unit < reader.seal.unitCount {
            let bundle = Int(reader.seal.bundle(of: unit))
            if [.class, .case].contains(start.isolation(of: bundle)) { bundles = [] }
            bundles.insert(bundle)
        }
        let names = facts.names(of: bundles)
        let others = withOpened ? facts.names(of: worker.opened.subtracting(bundles)) : ""
        if others.isEmpty { return names.isEmpty ? "" : " that had run \(names)" }
        return names.isEmpty ? " that had opened \(others)" : " that had run \(names) and had opened \(others)"
    }
}
