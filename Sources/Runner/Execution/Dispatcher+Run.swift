import BundleABI
import Glibc
import WorkerShims

extension Dispatcher {
    /// Runs the plan that stands in the table, with the worker that `load` left ready.
    ///
    /// Emits events as things happen.
    mutating func run(_ plan: Plan, emit: (Event) -> Void) throws(SystemFault) {
        var reader = TableReader(table: table)
        orders.eager = []
        orders.listed = Set(orders.files.indices)
        worker?.go()
        while let current = worker, interruption == nil {
            let hasEnded = wait(for: current)
            collect(&reader, plan, current, emit)
            let isLate = !hasEnded && isBusy(current) && elapsed(current) > limits.run
            if isLate { current.kill() }
            if hasEnded || isLate {
                bury(current, timedOut: isLate, emit)
                collect(&reader, plan, current, emit)
                try succeed(&reader, emit)
            } else {
                emit(.progressed(progress(of: current, plan)))
            }
        }
        guard interruption != nil, let current = worker else { return }
        current.kill()
        _ = current.reap()
        collect(&reader, plan, current, emit)
        worker = nil
    }

    /// Turns what is final into events.
    ///
    /// What is final is looked up before the messages are read: a worker sends what it has to say of a case before it
    /// calls the case final.
    private mutating func collect(
        _ reader: inout TableReader, _ plan: Plan, _ worker: WorkerProcess, _ emit: (Event) -> Void
    ) {
        let finished = reader.takeFinished()
        for message in worker.receive() {
            switch message {
            case .issue(let issue, let activity, true): emit(.lateIssue(issue, Activity(number: activity)))
            case .loadFault(let bundle, let fault): excludeInRun(Int(bundle), fault, emit)
            default: note(message)
            }
        }
        for item in finished {
            switch item {
            case .slot(let index): emit(.caseEnded(result(of: index, plan, worker)))
            case .unit(let index): emit(.unitEnded(result(ofUnit: index, plan, worker)))
            }
        }
    }

    /// A bundle that was listed could not be loaded again by a later worker.
    private mutating func excludeInRun(_ bundle: Int, _ fault: LoadFault, _ emit: (Event) -> Void) {
        guard faults[bundle] == nil, orders.files.indices.contains(bundle) else { return }
        exclude(bundle, fault)
        emit(.bundleFaulted(BundleFault(file: orders.files[bundle], fault)))
    }

    /// Whether the worker is in a bundle's code.
    private func isBusy(_ worker: WorkerProcess) -> Bool {
        let stage = table_load(&table.workers[worker.index].stage)
        return stage != WORKER_IDLE.rawValue && stage != WORKER_STARTING.rawValue
    }

    /// What is running, for a progress display.
    private func progress(of worker: WorkerProcess, _ plan: Plan) -> Progress {
        let slot = Int(table_load(&table.workers[worker.index].slot))
        return Progress(running: plan.slots.indices.contains(slot) ? plan.slots[slot] : nil, elapsed: elapsed(worker))
    }

    /// Notes in the table what the worker's end did to the plan: one named culprit, the rest to be run by the next.
    private mutating func bury(_ worker: WorkerProcess, timedOut: Bool, _ emit: (Event) -> Void) {
        let end = worker.reap()
        let record = table.workers + worker.index
        let stage = table_load(&record.pointee.stage)
        if stage == WORKER_EXITING.rawValue, end.isClean { return }
        let unit = record.pointee.unit
        // Between two cases, or behind the last one: what is final may be reported already, and stays as it is.
        guard unit < table.header.pointee.unit_count, !isFinal(record.pointee, stage: stage) else {
            let hasUnit = unit < table.header.pointee.unit_count
            if hasUnit { reopen(Int(unit)) }
            // A case that ended in the moment in which it was killed for its length has ended.
            if !timedOut || !hasUnit { emit(.runIssue(Issue(kind: .crash, message: strayEnd(end, stage: stage)))) }
            return
        }
        let issue = culprit(record, end, timedOut: timedOut)
        switch stage {
        case WORKER_LOADING.rawValue, WORKER_REGISTERING.rawValue:
            excludeInRun(
                Int(record.pointee.bundle), LoadFault(.died, "\(end.description) while it was opened again"), emit)
            table.units[Int(unit)].begin_state = SLOT_FAILED.rawValue
            table.units[Int(unit)].is_closed = 1
        case WORKER_RUN_CASE.rawValue: loseSlot(record.pointee.slot, of: Int(unit), issue)
        case WORKER_END_CLASS.rawValue:
            notes[Activity.end(unit: unit).number, default: ActivityNotes()].issues.append(issue)
            table.units[Int(unit)].end_state = SLOT_LOST.rawValue
            table.units[Int(unit)].is_closed = 1
        default:
            notes[Activity.begin(unit: unit).number, default: ActivityNotes()].issues.append(issue)
            table.units[Int(unit)].begin_state = SLOT_LOST.rawValue
            table.units[Int(unit)].is_closed = 1
        }
    }

    /// Whether the case or the class that a worker was in had ended before the worker did.
    private func isFinal(_ record: worker_record, stage: UInt32) -> Bool {
        if table_load(&table.units[Int(record.unit)].is_closed) != 0 { return true }
        guard stage == WORKER_RUN_CASE.rawValue, record.slot < table.header.pointee.slot_count else { return false }
        return table_load(&table.slots[Int(record.slot)].state) > SLOT_RUNNING.rawValue
    }

    /// Lets the next worker run the case that a worker was about to begin when it ended between two cases.
    private func reopen(_ index: Int) {
        let unit = table.units[index]
        for slot in Int(unit.first_slot)..<Int(unit.first_slot + unit.slot_count)
        where table.slots[slot].state == SLOT_RUNNING.rawValue {
            table.slots[slot].state = SLOT_WAITING.rawValue
        }
        closeIfSpent(index)
    }

    /// Words for an end that no case or class can be blamed for.
    private func strayEnd(_ end: worker_end, stage: UInt32) -> String {
        let place =
            stage == WORKER_EXITING.rawValue ? "in an exit handler, after every test had ended" : "between tests"
        return "a worker \(end.description) \(place)"
    }

    /// Marks the case that was running when its worker ended.
    private mutating func loseSlot(_ index: UInt32, of unit: Int, _ issue: Issue) {
        guard index < table.header.pointee.slot_count else { return }
        let slot = table.slots + Int(index)
        notes[Activity.run(slot: index).number, default: ActivityNotes()].issues.append(issue)
        slot.pointee.end_time = worker_now()
        slot.pointee.output_from = 0
        slot.pointee.output_to = 0
        slot.pointee.state = SLOT_LOST.rawValue
        closeIfSpent(unit)
    }

    /// Closes a unit none of whose cases waits: no worker need set it up again.
    private func closeIfSpent(_ index: Int) {
        let unit = table.units + index
        let slots = Int(unit.pointee.first_slot)..<Int(unit.pointee.first_slot + unit.pointee.slot_count)
        if !slots.contains(where: { table.slots[$0].state == SLOT_WAITING.rawValue }) { unit.pointee.is_closed = 1 }
    }

    /// What is to be said of the activity in which a worker ended.
    private func culprit(_ record: UnsafeMutablePointer<worker_record>, _ end: worker_end, timedOut: Bool) -> Issue {
        let place = Phase.description(record.pointee.phase)
        let message =
            timedOut ? "took longer than \(DurationText.seconds(limits.run)), \(place)" : "\(end.description) \(place)"
        var issue = Issue(kind: timedOut ? .timeout : .crash, message: message)
        issue.phase = record.pointee.phase
        let line = table_load(&record.pointee.line)
        if line > 0 {
            issue.line = line
            issue.file = withUnsafeBytes(of: record.pointee.file) { path in
                String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
            }
            issue.isLastKnownLocation = true
        }
        return issue
    }

    /// Starts the next worker where something is left to run.
    private mutating func succeed(_ reader: inout TableReader, _ emit: (Event) -> Void) throws(SystemFault) {
        worker = nil
        orders.resumedUnit = reader.firstOpenUnit
        if reader.isDone
            || orders.resumedUnit == nil && table.header.pointee.next_unit >= table.header.pointee.unit_count
        {
            return
        }
        try startWorker()
        worker?.go()
    }
}
