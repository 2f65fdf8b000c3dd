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
        sliced = SlicedClasses(plan)
        orders.eager = []
        orders.resumedUnit = nil
        orders.listed = BundleSet(orders.files.indices)
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
        endWorkers(&reader, plan, emit)
    }

    /// Ends the workers that are left, and takes what they have left.
    private mutating func endWorkers(_ reader: inout TableReader, _ plan: Plan, _ emit: (Event) -> Void) {
        if !workers.isEmpty { hasLostWorkers = true }
        for worker in workers { worker.kill() }
        for worker in workers { _ = worker.reap() }
        collect(&reader, plan, emit)
        for whole in sliced.takeRest() { emit(.unitEnded(whole)) }
        // The last of them may have done it.
        if reader.isBroken { giveUpTable(reader, emit) }
        // What is said there is not to be believed, by anybody.
        if interruption == .lostTable { table_store(&table.header.pointee.is_stopping, 0) }
        workers = []
    }

    /// How a worker ended that has ended or has left.
    private mutating func end(of worker: WorkerProcess, isKnown: Bool) -> worker_end {
        if isKnown { return worker.reap() }
        leaving = worker
        return worker.release()
    }

    /// Ends the run, since a bundle wrote over what all share: says whose it may have been.
    private mutating func giveUpTable(_ reader: TableReader, _ emit: (Event) -> Void) {
        if interruption == .lostTable { return }
        interruption = .lostTable
        // Only what the host remembers of its own counts.
        var bundles = BundleSet(reader.openBundles.lazy.map { Int($0) })
        for worker in workers { bundles.formUnion(worker.bundles.indices) }
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
                worker?.bundles.insert(Int(reader.seal.bundle(of: index)))
                if let whole = sliced.take(result(ofUnit: index, plan)) { emit(.unitEnded(whole)) }
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

    /// A bundle that was listed could not be loaded again by a later worker.
    mutating func excludeInRun(_ bundle: Int, _ fault: LoadFault, _ emit: (Event) -> Void) {
        guard faults[bundle] == nil, orders.files.indices.contains(bundle) else { return }
        exclude(bundle, fault)
        emit(.bundleFaulted(BundleFault(file: orders.files[bundle], fault)))
    }
}
