import BundleABI
import Glibc
import WorkerShims

extension Dispatcher {
    /// Writes a plan to the table, and remembers what its tests say of time; no worker may be running.
    mutating func store(_ plan: Plan, _ registry: Registry, failureLimit: Int?) throws(RunTable.TooLarge) {
        try table.store(plan, registry, failureLimit: failureLimit)
        (unitCount, slotCount) = (UInt32(plan.units.count), UInt32(plan.slots.count))
        stated = TimeLimits(of: plan, in: registry)
        self.registry = registry
    }

    /// Runs the plan that stands in the table, with the worker that `load` left ready and more of them, up to the
    /// number of jobs.
    ///
    /// Emits events as things happen.
    mutating func run(_ plan: Plan, emit: (Event) -> Void) throws(SystemFault) {
        var reader = TableReader(table: table)
        orders.eager = []
        orders.resumedUnit = nil
        orders.listed = Set(orders.files.indices)
        if orders.isolation == .none {
            workers = []
            workers.append(try WorkerProcess(inPlace: orders, table: table))
        }
        notes.merge(loseCasesWithoutExamples()) { $1 }
        for index in workers.count..<max(workers.count, min(jobs, plan.units.count)) { try startWorker(at: index) }
        for worker in workers { worker.go() }
        var pulse = Pulse()
        var shown = worker_now()
        while !workers.isEmpty, interruption == nil {
            let ended = wait(pulse.interval)
            pulse.beat(finished: collect(&reader, plan, emit))
            for worker in workers { reader.check(worker: worker.index) }
            if reader.isBroken {
                giveUpTable(reader, emit)
                break
            }
            for worker in workers where ended.contains(worker.index) || worker.hasLeft(table) {
                bury(worker, end(of: worker, isKnown: ended.contains(worker.index)), emit)
                tellLostMessages(of: worker, emit)
                collect(&reader, plan, emit)
                try replace(worker, reader)
            }
            let now = worker_now()
            hurry(now: now)
            if ended.isEmpty, now - shown >= UInt64(Pulse.longest) * 1_000_000 {
                emit(.progressed(progress(plan)))
                shown = now
            }
        }
        if !workers.isEmpty { hasLostWorkers = true }
        for worker in workers { worker.kill() }
        for worker in workers { _ = worker.reap() }
        collect(&reader, plan, emit)
        // The last of them may have done it.
        if reader.isBroken { giveUpTable(reader, emit) }
        // What is said there is not to be believed, by anybody.
        if interruption == .lostTable { table_store(&table.header.pointee.is_stopping, 0) }
        workers = []
    }

    /// How a worker ended that has ended or has left.
    private mutating func end(of worker: WorkerProcess, isKnown: Bool) -> worker_end {
        if isKnown { return worker.reap() }
        // Those before it have long ended.
        leaving = [worker]
        return worker.release()
    }

    /// Ends the run, since a bundle wrote over what all share: says whose it may have been.
    private mutating func giveUpTable(_ reader: TableReader, _ emit: (Event) -> Void) {
        if interruption == .lostTable { return }
        interruption = .lostTable
        // Only what the host remembers of its own counts.
        let bundles = workers.reduce(into: Set(reader.openBundles)) { $0.formUnion($1.bundles) }
        let what = "the results in shared memory were overwritten; what was not reported by then is lost"
        let whose = list(bundles)
        emit(.runIssue(Issue(kind: .crash, message: what + (whose.isEmpty ? "" : "; the workers had run \(whose)"))))
    }

    /// Turns what is final into events, and says how much that was.
    ///
    /// What is final is looked up before the messages are read: a worker sends what it has to say of a case before it
    /// calls the case final.
    @discardableResult
    private mutating func collect(_ reader: inout TableReader, _ plan: Plan, _ emit: (Event) -> Void) -> Int {
        let finished = reader.takeFinished()
        for worker in workers {
            for message in worker.receive() {
                if case .childEnded = message { reader.check(worker: worker.index) }
                if !reader.isBroken { take(message, from: worker, plan, emit) }
            }
        }
        for item in finished {
            switch item {
            case .slot(let index, let unit):
                emit(.caseEnded(result(of: index, unit: unit, plan)))
                forgetOutput(ofSlot: index, unit)
            case .unit(let index):
                let unit = table.units[Int(index)]
                let worker = workers.first { $0.index == Int(unit.worker) }
                worker?.bundles.insert(unit.bundle)
                emit(.unitEnded(result(ofUnit: index, plan)))
                worker?.forgetOutput(to: unit.end_output.1)
            }
        }
        return finished.count
    }

    /// Gives back the disk's room for what a case printed, now that it is told.
    private func forgetOutput(ofSlot index: UInt32, _ unit: UInt32) {
        let slot = table.slots + Int(index)
        let (start, end) = (slot.pointee.output_from, slot.pointee.output_to)
        // Nearly always.
        if end <= start || end - start <= WorkerProcess.outputSlack { return }
        let worker = Int(table.units[Int(unit)].worker)
        workers.first { $0.index == worker }?.forgetOutput(from: start, to: end)
    }

    /// Does what a message asks.
    private mutating func take(
        _ message: WorkerMessage, from worker: WorkerProcess, _ plan: Plan, _ emit: (Event) -> Void
    ) {
        switch message {
        case .issue(let issue, let activity, true): emit(.lateIssue(issue, subject(of: activity, plan)))
        case .attachment(let staged, let activity, let isLate):
            keep(staged, of: activity, isLate: isLate, plan, emit)
        case .loadFault(let bundle, let fault): excludeInRun(Int(bundle), fault, emit)
        case .childEnded(let hasExited, let value):
            bury(worker, worker_end(exited: hasExited ? 1 : 0, value: value), emit)
            worker.go()
        default: note(message)
        }
    }

    /// Makes an end of what takes too long, and of everything when the run does.
    private mutating func hurry(now: UInt64) {
        if orders.isolation == .none { return }
        for worker in workers {
            worker_release(worker.pid)
            worker.thinOutput { table_load64(&table.workers[worker.index].output_from) }
        }
        for worker in workers where isOverdue(worker) {
            let record = table.workers + worker.index
            let process = pid_t(bitPattern: record.pointee.process)
            worker.escalate(process, since: table_load64(&record.pointee.since), now: now)
        }
        if let deadline = limits.deadline, now > deadline { interruption = .runTimeout }
    }

    /// A bundle that was listed could not be loaded again by a later worker.
    private mutating func excludeInRun(_ bundle: Int, _ fault: LoadFault, _ emit: (Event) -> Void) {
        guard faults[bundle] == nil, orders.files.indices.contains(bundle) else { return }
        exclude(bundle, fault)
        emit(.bundleFaulted(BundleFault(file: orders.files[bundle], fault)))
    }

    /// Whether the worker has been in a bundle's code for longer than the limit.
    private func isOverdue(_ worker: WorkerProcess) -> Bool {
        switch table_load(&table.workers[worker.index].stage) {
        case WORKER_STARTING.rawValue, WORKER_IDLE.rawValue: false
        case WORKER_LOADING.rawValue, WORKER_REGISTERING.rawValue: elapsed(worker) > limits.load
        default: elapsed(worker) > limit(of: table.workers + worker.index)
        }
    }

    /// How long what a worker is at may take, in nanoseconds: as its case or class says, else as the bundle's settings
    /// do, else as the run's.
    func limit(of record: UnsafeMutablePointer<worker_record>) -> UInt64 {
        let isCase = table_load(&record.pointee.stage) == WORKER_RUN_CASE.rawValue
        let slot = isCase ? table_load(&record.pointee.slot) : nil
        let unit = table_load(&record.pointee.unit)
        return stated.limit(ofUnit: unit, slot: slot) ?? bundleLimit(ofUnit: unit) ?? limits.run
    }

    /// What the settings say of a unit's bundle.
    private func bundleLimit(ofUnit unit: UInt32) -> UInt64? {
        guard !orders.bundles.isEmpty, unit < unitCount else { return nil }
        return orders.bundles[Int(table.units[Int(unit)].bundle)]?.timeout
    }

    /// Notes in the table what the worker's end did to the plan: one named culprit, the rest to be run by the next.
    private mutating func bury(_ worker: WorkerProcess, _ end: worker_end, _ emit: (Event) -> Void) {
        let record = table.workers + worker.index
        let stage = table_load(&record.pointee.stage)
        let timedOut = worker.isCondemned(since: record.pointee.since) && !end.isCrash
        let output = (record.pointee.output_from, worker.outputEnd)
        let isLeaving = Self.isLeaving(stage)
        if isLeaving, end.isClean, stage == WORKER_GONE.rawValue || orders.isolation == .none { return }
        hasLostWorkers = true
        let unit = record.pointee.unit
        // Between two cases, or behind the last one: what is final may be reported already, and stays as it is.
        guard unit < unitCount, !isFinal(record.pointee, stage: stage) else {
            let hasUnit = unit < unitCount
            if hasUnit { reopen(unit) }
            countStrayEnd()
            // A case that ended in the moment in which it was killed for its length has ended.
            if !timedOut || !hasUnit || isLeaving {
                emit(.runIssue(strayEnd(end, stage: stage, timedOut: timedOut, worker, output)))
            }
            return
        }
        if stage == WORKER_ABANDONED.rawValue { return failSlot(record, of: unit) }
        let issue = culprit(record, end, timedOut: timedOut)
        switch stage {
        case WORKER_LOADING.rawValue, WORKER_REGISTERING.rawValue:
            let reason =
                timedOut
                ? "took longer than its limit to be opened again" : "\(end.description) while it was opened again"
            let fault = LoadFault(timedOut ? .hung : .died, reason)
            let report = CrashReport(worker.output(from: output.0, to: output.1) ?? "")
            excludeInRun(Int(record.pointee.bundle), fault.explained(by: report), emit)
            table.units[Int(unit)].begin_state = SLOT_FAILED.rawValue
            table.countFailure()
            table.close(unit)
        case WORKER_RUN_CASE.rawValue: loseSlot(record.pointee.slot, of: unit, issue, output)
        case WORKER_END_CLASS.rawValue:
            notes[Activity.end(unit: unit).number, default: ActivityNotes()].issues.append(issue)
            table.units[Int(unit)].end_state = SLOT_LOST.rawValue
            table.countFailure()
            table.units[Int(unit)].end_output = output
            // Where each case has a process, the others of the class still run; their worker closes the unit.
            if orders.isolation(of: Int(table.units[Int(unit)].bundle)) != .case { table.close(unit) }
        default:
            notes[Activity.begin(unit: unit).number, default: ActivityNotes()].issues.append(issue)
            table.units[Int(unit)].begin_state = SLOT_LOST.rawValue
            table.countFailure()
            table.units[Int(unit)].begin_output = output
            table.close(unit)
        }
    }

    /// Whether the case or the class that a worker was in had ended before the worker did.
    private func isFinal(_ record: worker_record, stage: UInt32) -> Bool {
        if stage == WORKER_IDLE.rawValue || Self.isLeaving(stage) { return true }
        if table_load(&table.units[Int(record.unit)].is_closed) != 0 { return true }
        guard stage == WORKER_RUN_CASE.rawValue, record.slot < slotCount else { return false }
        return table_load(&table.slots[Int(record.slot)].state) > SLOT_RUNNING.rawValue
    }

    /// Whether a worker has done its work and runs exit handlers.
    private static func isLeaving(_ stage: UInt32) -> Bool {
        [WORKER_EXITING, WORKER_RETIRED, WORKER_GONE].contains { $0.rawValue == stage }
    }

    /// Lets the next worker run the case that a worker was about to begin when it ended between two cases.
    private func reopen(_ index: UInt32) {
        let unit = table.units[Int(index)]
        for slot in Int(unit.first_slot)..<Int(min(slotCount, unit.first_slot &+ unit.slot_count))
        where table.slots[slot].state == SLOT_RUNNING.rawValue {
            table.slots[slot].state = SLOT_WAITING.rawValue
        }
        closeIfSpent(index)
    }

    /// An end that no case or class can be blamed for; a backtrace may still say whose code it was.
    private func strayEnd(
        _ end: worker_end, stage: UInt32, timedOut: Bool, _ worker: WorkerProcess, _ output: (UInt64, UInt64)
    ) -> Issue {
        let place = Self.isLeaving(stage) ? "in an exit handler" : "between tests"
        let limit = limit(of: table.workers + worker.index)
        let what = timedOut ? "took longer than \(DurationText.seconds(limit))" : end.description
        let who = "a worker\(suspects(worker))"
        let issue = Issue(kind: timedOut ? .timeout : .crash, message: "\(who) \(what) \(place)")
        return issue.explained(by: CrashReport(worker.output(from: output.0, to: output.1) ?? ""))
    }

    /// Says of a worker that has ended how many of its messages are missing.
    private func tellLostMessages(of worker: WorkerProcess, _ emit: (Event) -> Void) {
        let count = table_load(&table.workers[worker.index].lost_messages)
        if count == 0 { return }
        let what = count == 1 ? "1 message" : "\(count) messages"
        let why = "its pipe to the runner was closed, and no descriptor could be opened"
        emit(.runIssue(Issue(kind: .error, message: "a worker\(suspects(worker)) lost \(what): \(why)")))
    }

    /// Whose code a worker had run, in words that follow "a worker": "" where it had run nobody's.
    private func suspects(_ worker: WorkerProcess) -> String {
        // A child for a class or a case has run that one's alone.
        var bundles = worker.bundles
        let unit = table.workers[worker.index].unit
        if unit < unitCount {
            let bundle = table.units[Int(unit)].bundle
            if [.class, .case].contains(orders.isolation(of: Int(bundle))) { bundles = [] }
            bundles.insert(bundle)
        }
        let names = list(bundles)
        return names.isEmpty ? "" : " that had run \(names)"
    }

    /// The names of some bundles, three at most; "" where there is none.
    private func list(_ bundles: Set<UInt32>) -> String {
        let names = bundles.map { Int($0) }.filter(orders.files.indices.contains).map { orders.files[$0].name }.sorted()
        let others = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.prefix(3).joined(separator: ", ") + others
    }

    /// Counts the ends of workers in nobody's code between which nothing was brought to an end.
    private mutating func countStrayEnd() {
        let closed = table_load(&table.header.pointee.closed_count)
        strayEnds = closed == closedAtStrayEnd ? strayEnds + 1 : 1
        closedAtStrayEnd = closed
    }

    /// Marks the case that was running when its worker ended.
    private mutating func loseSlot(_ index: UInt32, of unit: UInt32, _ issue: Issue, _ output: (UInt64, UInt64)) {
        guard index < slotCount else { return }
        let slot = table.slots + Int(index)
        notes[Activity.run(slot: index).number, default: ActivityNotes()].issues.append(issue)
        slot.pointee.end_time = worker_now()
        slot.pointee.output_from = output.0
        slot.pointee.output_to = output.1
        slot.pointee.state = SLOT_LOST.rawValue
        table.countFailure()
        closeIfSpent(unit)
    }

    /// Marks the case as failed whose bundle gave the worker up.
    private func failSlot(_ record: UnsafeMutablePointer<worker_record>, of unit: UInt32) {
        let index = record.pointee.slot
        guard index < slotCount else { return }
        let slot = table.slots + Int(index)
        slot.pointee.end_time = worker_now()
        slot.pointee.output_from = record.pointee.output_from
        slot.pointee.output_to = UInt64.max
        slot.pointee.state = SLOT_FAILED.rawValue
        table.countFailure()
        closeIfSpent(unit)
    }

    /// Closes a unit none of whose cases waits: no worker need set it up again.
    private func closeIfSpent(_ index: UInt32) {
        let unit = table.units + Int(index)
        let slots = Int(unit.pointee.first_slot)..<Int(unit.pointee.first_slot + unit.pointee.slot_count)
        guard table_load(&unit.pointee.is_closed) == 0 else { return }
        if !slots.contains(where: { table.slots[$0].state == SLOT_WAITING.rawValue }) { table.close(index) }
    }

    /// What is to be said of the activity in which a worker ended.
    private func culprit(_ record: UnsafeMutablePointer<worker_record>, _ end: worker_end, timedOut: Bool) -> Issue {
        let place = Phase.description(record.pointee.phase)
        let message =
            timedOut
            ? "took longer than \(DurationText.seconds(limit(of: record))), \(place)" : "\(end.description) \(place)"
        var issue = Issue(kind: timedOut ? .timeout : .crash, message: message)
        issue.phase = record.pointee.phase
        locate(&issue, by: record)
        return issue
    }

    /// Gives an issue the last place that a worker was known to be at, if there is one.
    func locate(_ issue: inout Issue, by record: UnsafeMutablePointer<worker_record>) {
        let line = table_load(&record.pointee.line)
        guard line > 0 else { return }
        issue.line = line
        issue.file = withUnsafeBytes(of: record.pointee.file) { path in
            String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        }
        issue.isLastKnownLocation = true
    }

    /// Starts the next worker in a dead one's place, where something is left to run: the rest of its unit first.
    private mutating func replace(_ worker: WorkerProcess, _ reader: TableReader) throws(SystemFault) {
        workers.removeAll { $0 === worker }
        let unit = table.workers[worker.index].unit
        let isUnfinished = unit < unitCount && table_load(&table.units[Int(unit)].is_closed) == 0
        orders.resumedUnit = isUnfinished ? unit : workers.isEmpty ? reader.firstOpenUnit : nil
        let isLeft = table_load(&table.header.pointee.next_unit) < unitCount
        if orders.isolation == .none || table.isStopping { return }
        // A worker that cannot even stand idle would be replaced for ever.
        guard strayEnds < Self.strayEndLimit, isLeft || orders.resumedUnit != nil else { return }
        try startWorker(at: worker.index).go()
    }
}
