// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// One trial, by the ready worker and further ones up to the number of jobs.
///
///     run
///       Dispatcher.dispatch    hands over what Scheduler decides
///       WorkerPool.wait        for a message, an end, an interrupt, a tick
///       collect
///         CompletionScanner            finds results that are final, and informs the scheduler of closed units
///         MessageHandler.take      messages to the notebook
///         ResultEmitter.report    final results, to events
///       handleDeath                   a worker died
///         DeathHandler.handle        finds the losses (WorkerDeath), notes them in the table, and describes them (DeathDescription)
///       WorkerSupervisor.supervise    starts the workers that are missing, and ends those that begin nothing
///       hurry                  ends workers that take too long
///
/// `RunLoop` decides which trials there are.
final class PlanExecution {
    /// The workers.
    private let pool: WorkerPool
    /// The start of further workers; its findings grow as bundles are opened again.
    private(set) var start: WorkerStart
    /// The plan.
    private let plan: Plan
    /// When the trial is ended; nil where only the run's own limit ends it.
    private let deadline: UInt64?
    /// Whether the trial was ended at that time.
    private(set) var isOutOfTime = false
    /// The receiver of events.
    private let emit: (Event) -> Void

    /// Follows the table.
    private var scanner: CompletionScanner
    /// Handles workers' messages.
    private var messages: MessageHandler
    /// Reports final results.
    private var emitter: ResultEmitter
    /// Notes the losses of dead workers.
    private let deathHandler: DeathHandler
    /// Describes how workers ended.
    private let deathDescription: DeathDescription
    /// The time limits.
    private let enforcer: TimeLimitEnforcer
    /// Watches for slow cases.
    private var slowWatch: SlowWatch
    /// Hands units to workers.
    private var dispatcher: Dispatcher
    /// Starts the workers that are missing.
    private var supervisor: WorkerSupervisor
    /// The number of the user's requests for the running cases that were answered.
    private var answered: Int
    /// The warning that output of tests was lost, which waits for the end of the run.
    private var lostOutput: Issue?

    /// Writes the plan of a trial to the shared table, where no worker may be running, and prepares its run.
    ///
    /// With an estimate, what takes long may start before its place.
    init(
        _ trial: Trial, _ registry: Registry, in pool: WorkerPool, _ start: WorkerStart, limits: RunLimits,
        estimate: TimeEstimate? = nil, emit: @escaping (Event) -> Void
    ) throws(RunTable.TooLarge) {
        let (plan, table, facts) = (trial.plan, pool.table, start.facts)
        try table.store(
            plan, registry, failureLimit: trial.failureLimit, limit: max(TimeLimits.least, limits.run),
            streamsOfAttempt: start.hasStreams || start.hasSchedules ? start.attempt : nil)
        trial.carriedOver.store(in: table, plan, registry)
        (self.plan, self.pool, self.emit) = (plan, pool, emit)
        (deadline, answered) = (trial.deadline, pool.questionCount)
        self.start = start
        self.start.eager = []
        self.start.names = PlannedNames(plan, registry)
        self.start.assignStrategies(to: plan)
        self.start.loadLimit = limits.load
        self.start.listed = BundleSet(facts.files.indices)
        scanner = CompletionScanner(table: table)
        dispatcher = Dispatcher(
            PlannedWork(
                plan, registry, jobs: start.isolation == .none ? 1 : pool.jobs, isWalked: start.isolation == .none,
                durations: estimate?.durations(of: plan) ?? [], openings: start.findings.openings),
            table)
        messages = MessageHandler(plan, registry, start, table, emit: emit)
        let expectations = ExitExpectations(plan, registry)
        let results = ResultAssembler(
            table: table, plan: plan, keepsAllOutput: facts.keepsAllOutput, pool: pool, expectations: expectations)
        emitter = ResultEmitter(results, registry, emit: emit)
        enforcer = TimeLimitEnforcer(table, limits, plan, registry, facts)
        enforcer.write(plan)
        deathDescription = DeathDescription(plan, registry, pool, start, enforcer)
        deathHandler = DeathHandler(pool, start, deathDescription, expectations)
        slowWatch = SlowWatch(table, plan)
        supervisor = WorkerSupervisor(pool, limit: limits.run, isSequence: plan.prescription?.workerCount == 1)
    }

    /// The shared memory.
    private var table: RunTable { pool.table }

    /// The results that became final while the host did something slow, and are not reported yet.
    private var unreported: [CompletionScanner.Finished] = []
    /// When units were last handed out, in the nanoseconds of `worker_now`.
    private var served: UInt64 = 0

    /// Runs the plan and emits events while it runs.
    func run() throws(SystemFault) {
        // Before any worker runs a test: the run may be stopped as soon as one does.
        var detector = HostPauseDetector(now: worker_now())
        if start.isolation == .none { try pool.startInPlace(start) }
        deathHandler.loseUnread(start.findings.failedExamples, &messages.notes)
        for worker in pool.workers { dispatcher.begin(worker.index, now: worker_now()) }
        // A worker that walks the units itself must find that it owns them; any other first reads the order to go.
        if start.isolation == .none { dispatcher.dispatch(to: pool.workers, now: worker_now()) }
        for worker in pool.workers { worker.begin() }
        dispatcher.dispatch(to: pool.workers, now: worker_now())
        for issue in start.findings.late.takeWaiting() { emit(.lateIssue(issue, nil)) }
        supervisor.supervise(&dispatcher, scanner, start, now: worker_now())
        LongWait.serving(by: { [unowned self] in serve() }) { watchWorkers(&detector) }
        endWorkers()
    }

    /// Hands units to workers during a slow operation of the host; results of this time are reported afterwards.
    private func serve() {
        unreported += scanner.takeFinished(of: pool.workers.map(\.index), &dispatcher.scheduler)
        served = worker_now()
        dispatcher.dispatch(to: pool.workers, now: served)
    }

    /// Hands units to workers if the host has not done so for some milliseconds: between results or messages, of which a long wait leaves
    /// thousands.
    private func serveIfDue() { if worker_now() - served >= LongWait.tick { serve() } }

    /// Waits for workers, and reports their results, until none is left or the run is cut short.
    private func watchWorkers(_ detector: inout HostPauseDetector) {
        var pollBackoff = PollBackoff()
        var shown = worker_now()
        while !pool.workers.isEmpty || supervisor.backoff != nil, pool.interruption == nil, !isOutOfTime {
            emit(.waiting)
            let (asked, stopped) = (pollBackoff.interval, pool.stopped)
            let ended = pool.wait(asked)
            let now = pool.leaveOutPause(by: &detector, after: asked, known: pool.stopped - stopped)
            pollBackoff.beat(finished: collect())
            endOverwritten()
            for worker in pool.workers where ended.contains(worker.index) || worker.hasLeft(table) {
                // The worker may have run more since the last look: the description of its end names those bundles.
                collect()
                endOverwritten()
                let end = pool.take(worker, hasEnded: ended.contains(worker.index))
                if pool.isCutShort(worker, by: end) { continue }
                handleDeath(worker, end)
                if let issue = deathDescription.lostMessages(of: worker) { emit(.runIssue(issue)) }
                noteLostOutput(of: worker)
                collect()
                supervisor.takeBack(from: worker, &dispatcher)
                scanner.forget(worker: worker.index)
                emit(.workerEnded(worker.index))
            }
            if pool.questionCount > answered { answer(now: now) }
            supervisor.supervise(&dispatcher, scanner, start, now: now)
            for unit in dispatcher.takeUrgent() { emit(.startedEarly(plan.units[Int(unit)].slots)) }
            hurry(now: now)
            if ended.isEmpty, now - shown >= UInt64(PollBackoff.longest) * 1000 {
                emit(.progressed(slowWatch.progress(of: pool.workers, enforcer, now: now)))
                shown = now
            }
        }
    }

    /// The longest wait for stacks, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000

    /// Answers the user's question what is running; from the second one on, with stacks.
    private func answer(now: UInt64) {
        answered = pool.questionCount
        var progress = slowWatch.progress(of: pool.workers, enforcer, now: now)
        progress.isAsked = true
        let asked =
            answered == 1 || start.isolation == .none
            ? [] : pool.workers.filter { $0.askForStacks(of: table.worker($0.index).process, goesOn: true) }
        let end = now + Self.patience
        while asked.contains(where: { !$0.hasStacks }), worker_now() < end { _ = pool.wait(5000) }
        for worker in asked where worker.hasStacks {
            var issue = Issue(kind: .warning, message: "is here")
            issue.stacks = pool.lastStacks(of: worker)
            if let slot = deathDescription.runningCase(of: worker) {
                progress.stacks[plan.slots[Int(slot)]] = issue.explained(by: CrashReport(""))
            }
        }
        emit(.progressed(progress))
    }

    /// Ends the remaining workers, and collects their last messages.
    private func endWorkers() {
        if !pool.workers.isEmpty { pool.noteLoss() }
        let running = noteRunning()
        pool.killAll()
        collect()
        for one in running { emitter.report(one, deathDescription, &messages.notes) }
        for worker in pool.workers { noteLostOutput(of: worker) }
        emitter.reportRest()
        if pool.interruption == .noWorker, let issue = supervisor.backoff?.issue { emit(.runIssue(issue)) }
        if let summary = start.findings.late.takeSummary() { emit(.lateIssue(summary, nil)) }
        // Nothing failed that could have stopped it.
        if table.isStopping, scanner.failureCount == 0 {
            pool.interrupt(by: .lostTable)
            table.isStopping = false
            emit(.runIssue(DeathDescription.stopped))
        }
        tellLostOutput()
        pool.endAll()
    }

    /// Ends workers whose pages contain impossible values.
    private func endOverwritten() {
        for worker in pool.workers where !worker.isOverwritten {
            scanner.check(worker: worker.index)
            if scanner.overwritten.contains(worker.index) { worker.endOverwritten() }
        }
    }

    /// Notes the running cases as the run is cut short; nothing if it is not.
    private func noteRunning() -> [InterruptedCase] {
        guard pool.interruption != nil else { return [] }
        let now = worker_now()
        var running: [InterruptedCase] = []
        for worker in pool.workers where !worker.isOverwritten {
            let place = table.worker(worker.index)
            if let issue = deathDescription.cutShort(worker, now: now) { emit(.runIssue(issue)) }
            guard let slot = deathDescription.runningCase(of: worker), let unit = place.unit else { continue }
            running.append(InterruptedCase(slot: slot, unit: unit, worker: worker, elapsed: place.elapsed(at: now)))
        }
        InterruptedCase.awaitStacks(of: running, in: pool)
        return running
    }

    /// Ends activities that exceed their limits, and all of them if the run exceeds its limit.
    private func hurry(now: UInt64) {
        if start.isolation == .none { return }
        for worker in pool.workers {
            worker_release(worker.pid)
            let place = table.worker(worker.index)
            worker.output.thin { place.outputStart }
            worker.look(in: table, now: now)
            let isKnown = isKnownToHang(worker)
            guard enforcer.isOverdue(worker, isKnown: isKnown, now: now) else { continue }
            worker.escalate(place.process, now: now, isKnown: isKnown)
        }
        if enforcer.isOver(now: now) { pool.interrupt(by: .runTimeout) }
        if let deadline { isOutOfTime = now > deadline }
    }

    /// Whether a worker, or its child, is leaving, and an earlier one with tests of the same bundles hung while it left.
    private func isKnownToHang(_ worker: WorkerProcess) -> Bool {
        guard worker.snapshot?.stage?.isLeaving == true else { return false }
        return start.findings.haveHung(deathDescription.bundles(runBy: worker))
    }

    /// Notes that output of a worker's tests was lost, by its part of the table.
    private func noteLostOutput(of worker: WorkerProcess) {
        let hasLost = table.worker(worker.index).hasLostOutput || worker.outputPipe?.hasLostOutput == true
        guard lostOutput == nil, !worker.isOverwritten, hasLost else { return }
        lostOutput = deathDescription.lostOutput(of: worker)
    }

    /// Says once in the run that output of tests was lost; at the end, when the table is known to be whole.
    private func tellLostOutput() {
        guard let lostOutput, !start.findings.hasLostOutput else { return }
        start.findings.hasLostOutput = true
        emit(.runIssue(lostOutput))
    }

    /// Turns final results into events; returns their number.
    ///
    /// Final slots are looked up before the messages are read: a worker sends the messages of a case before it
    /// calls the case final.
    @discardableResult
    private func collect() -> Int {
        var finished = scanner.takeFinished(of: pool.workers.map(\.index), &dispatcher.scheduler)
        // First: nothing that the host does with the results keeps a worker waiting.
        served = worker_now()
        if !finished.isEmpty { dispatcher.dispatch(to: pool.workers, now: served) }
        if !unreported.isEmpty { finished = unreported + finished }
        unreported = []
        for worker in pool.workers {
            for message in worker.receive() {
                if case .childEnded = message { endOverwritten() }
                take(message, from: worker)
                serveIfDue()
            }
        }
        for (index, item) in finished.enumerated() {
            emitter.report(item, &messages.notes, lost: start.findings.excluded)
            // Reading the clock takes a fraction of the time of a plain result.
            if index % 8 == 7 { serveIfDue() }
        }
        return finished.count
    }

    /// Takes a worker's message.
    ///
    /// A message about an activity that the table rules out means that the worker no longer shares the table: it runs classes that others
    /// also run, and its reports must not count for these.
    private func take(_ message: WorkerMessage, from worker: WorkerProcess) {
        switch message {
        // Its own end follows.
        case .childEnded where worker.isOverwritten: break
        case .childEnded(let hasExited, let value):
            let end = worker_end(exited: hasExited ? 1 : 0, value: value)
            if pool.isCutShort(worker, by: end) { return }
            handleDeath(worker, end, isChild: true)
            dispatcher.forgetAhead(of: worker)
            worker.go()
        case .childRefused(let code):
            worker.note(refusal: code)
            dispatcher.forgetAhead(of: worker)
        case .remark(let remark, let number, let isLate):
            let isPossible = Activity(number: number).map { table.isPossible($0, of: worker.index) }
            if !isLate, isPossible == false { return worker.endOverwritten() }
            let activity = isLate && isPossible != true ? TESTKIT_NO_ACTIVITY : number
            messages.take(remark, of: activity, isLate: isLate, from: worker.index, &start.findings)
        case .loadFault(let bundle, let fault): messages.exclude(Int(bundle), fault, &start.findings)
        case .needsStreams: messages.storeStreams(attempt: start.attempt)
        // The host looks in each turn who needs units: that message only wakes it. All bundles were listed before.
        case .needsUnits, .ready, .libraries, .unseeded, .keptFor: break
        }
    }

    /// Whether an activity is a case that was lost with its worker.
    private func isLost(_ activity: UInt64) -> Bool {
        if case .run(let slot) = Activity(number: activity) { return table.slot(slot).state == .lost }
        return false
    }

    /// The activity whose work has ended a worker, by the worker's own account, if that can be true.
    private func starter(of worker: WorkerProcess) -> (number: UInt64, subject: Event.Subject)? {
        let number = table.worker(worker.index).endedIn
        guard let activity = Activity(number: number), !worker.isOverwritten,
            table.isPossible(activity, of: worker.index)
        else { return nil }
        return messages.subject(of: number).map { (number, $0) }
    }

    /// Notes the effects of the end of a worker, or of its child, on the plan and the run.
    private func handleDeath(_ worker: WorkerProcess, _ end: worker_end, isChild: Bool = false) {
        let starter = starter(of: worker)
        switch deathHandler.handle(worker, end, isChild: isChild, &messages.notes) {
        case .none: return
        case .noted:
            if let starter, starter.number != table.worker(worker.index).slot.map({ Activity.run(slot: $0).number }),
                !isLost(starter.number)
            {
                emit(.lateIssue(deathDescription.endedByWork(worker, end), starter.subject))
            }
        case .stray(let issue):
            // A worker itself counts its children that do nothing.
            if !isChild { supervisor.countStrayEnd(closed: dispatcher.scheduler.closedCount) }
            if let issue { emit(starter.map { .lateIssue(issue, $0.subject) } ?? .runIssue(issue)) }
        case .hung(let issue, let bundles):
            if !isChild { supervisor.countStrayEnd(closed: dispatcher.scheduler.closedCount) }
            // Once, however many processes with tests of the same bundles hang so.
            if start.findings.noteHung(bundles) { emit(.runIssue(issue)) }
        case .bundle(let bundle, let fault): messages.exclude(bundle, fault, &start.findings)
        }
        pool.noteLoss()
    }
}
