import BundleABI
import Glibc
import WorkerShims

/// What a worker's end does to the plan, and who goes on in its place.
extension Dispatcher {
    /// Notes in the table what the worker's end did to the plan: one named culprit, the rest to be run by the next.
    mutating func bury(_ worker: WorkerProcess, _ end: worker_end, _ emit: (Event) -> Void) {
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
        switch stage {
        case WORKER_LOADING.rawValue, WORKER_REGISTERING.rawValue:
            loseBundle(worker, end, timedOut: timedOut, output, emit)
        case WORKER_RUN_CASE.rawValue:
            loseSlot(record.pointee.slot, of: unit, culprit(record, end, timedOut: timedOut), output)
        case WORKER_END_CLASS.rawValue: loseTearDown(of: unit, culprit(record, end, timedOut: timedOut), output)
        default: loseSetUp(of: unit, culprit(record, end, timedOut: timedOut), output)
        }
    }

    /// Marks the class whose bundle a worker was opening again, or readying to be forked, when it ended.
    private mutating func loseBundle(
        _ worker: WorkerProcess, _ end: worker_end, timedOut: Bool, _ output: (UInt64, UInt64), _ emit: (Event) -> Void
    ) {
        let record = table.workers + worker.index
        let what =
            timedOut ? "took longer than its limit to be opened again" : "\(end.description) while it was opened again"
        let report = CrashReport(worker.output(from: output.0, to: output.1) ?? "")
        let fault = LoadFault(timedOut ? .hung : .died, what).explained(by: report, lastStack(of: worker.index))
        excludeInRun(Int(record.pointee.bundle), fault, emit)
        table.units[Int(record.pointee.unit)].begin_state = SLOT_FAILED.rawValue
        table.countFailure()
        table.close(record.pointee.unit)
    }

    /// Marks the class that was being set up when its worker ended.
    private mutating func loseSetUp(of unit: UInt32, _ issue: Issue, _ output: (UInt64, UInt64)) {
        notes[Activity.begin(unit: unit).number, default: ActivityNotes()].issues.append(issue)
        table.units[Int(unit)].begin_state = SLOT_LOST.rawValue
        table.countFailure()
        table.units[Int(unit)].begin_output = output
        table.close(unit)
    }

    /// Marks the class that was being torn down when its worker ended.
    private mutating func loseTearDown(of unit: UInt32, _ issue: Issue, _ output: (UInt64, UInt64)) {
        notes[Activity.end(unit: unit).number, default: ActivityNotes()].issues.append(issue)
        table.units[Int(unit)].end_state = SLOT_LOST.rawValue
        table.countFailure()
        table.units[Int(unit)].end_output = output
        // Where each case has a process, the others of the class still run; their worker closes the unit.
        if orders.isolation(of: Int(table.units[Int(unit)].bundle)) != .case { table.close(unit) }
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
        let who = "a worker\(suspects(worker))"
        if let stood = worker.stoodStill {
            let what =
                "stood still \(place) for \(DurationText.seconds(stood)), as if stopped from outside, and was ended"
            return Issue(kind: .crash, message: "\(who) \(what)")
        }
        let what = timedOut ? "took longer than \(DurationText.seconds(limit))" : end.description
        var issue = Issue(kind: timedOut ? .timeout : .crash, message: "\(who) \(what) \(place)")
        issue.stack = lastStack(of: worker.index)
        return issue.explained(by: CrashReport(worker.output(from: output.0, to: output.1) ?? ""))
    }

    /// Says of a worker that has ended how many of its messages are missing.
    func tellLostMessages(of worker: WorkerProcess, _ emit: (Event) -> Void) {
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
            let bundle = Int(table.units[Int(unit)].bundle)
            if [.class, .case].contains(orders.isolation(of: bundle)) { bundles = [] }
            bundles.insert(bundle)
        }
        let names = list(bundles)
        return names.isEmpty ? "" : " that had run \(names)"
    }

    /// The names of some bundles, three at most; "" where there is none.
    func list(_ bundles: BundleSet) -> String {
        let names = bundles.indices.filter(orders.files.indices.contains).map { orders.files[$0].name }.sorted()
        let others = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.prefix(3).joined(separator: ", ") + others
    }

    /// Counts the ends of workers in nobody's code between which nothing was brought to an end.
    private mutating func countStrayEnd() {
        strayEnds = closedCount == closedAtStrayEnd ? strayEnds + 1 : 1
        closedAtStrayEnd = closedCount
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
        issue.stack = lastStack(of: record - table.workers)
        locate(&issue, by: record)
        return issue
    }

    /// Where a worker was when it crashed or was asked, by name; empty where it could not say.
    ///
    /// It says so once.
    func lastStack(of worker: Int) -> CallStack {
        let trace = CrashTrace(copying: table.traces + worker)
        crash_trace_clear(table.traces + worker)
        return trace.map(symbolizer.stack) ?? CallStack()
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
}
