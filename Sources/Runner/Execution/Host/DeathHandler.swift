// SPDX-License-Identifier: MIT

import BundleABI
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// Notes the effect of a worker's end in the table: it names one culprit, and other workers run the rest.
///
/// It collects the facts of a death. `WorkerDeath` computes the loss, which goes to the table and to the notes.
struct DeathHandler {
    /// The effect of a worker's end beyond the table and the notes.
    enum Outcome {
        /// None: the worker had done its work.
        case none
        /// Its class, or a case of that, is lost, and the table says so.
        case noted
        /// Nothing of the plan is lost; the issue, if there is one to report.
        case stray(Issue?)
        /// Nothing of the plan is lost: it hung when it was leaving, and had run tests of these bundles.
        case hung(Issue, BundleSet)
        /// A bundle cannot be opened again.
        case bundle(Int, LoadFault)
    }

    /// The workers.
    private let pool: WorkerPool
    /// The facts of the run.
    private let facts: RunFacts
    /// The isolation of the run.
    private let isolation: Isolation
    /// Describes a worker's end.
    private let description: DeathDescription
    /// The cases that are declared to end their process.
    private let expectations: ExitExpectations
    /// The news for observers of lost classes.
    private let lossNotifier: LossNotifier

    /// Handles the deaths of a pool's workers.
    init(_ pool: WorkerPool, _ start: WorkerStart, _ description: DeathDescription, _ expectations: ExitExpectations) {
        (self.pool, self.description, self.expectations) = (pool, description, expectations)
        (facts, isolation) = (start.facts, start.isolation)
        lossNotifier = LossNotifier(table: pool.table, hasSuccessors: start.isolation != .none)
    }

    /// The shared memory.
    private var table: RunTable { pool.table }

    /// Notes the effect of a worker's end on the plan.
    func handle(
        _ worker: WorkerProcess, _ end: worker_end, isChild: Bool = false, _ notes: inout Notebook
    ) -> Outcome {
        if !worker.isOverwritten, let unit = table.worker(worker.index).unit, unit < table.unitCount,
            table.unit(unit).owner == worker.index
        {
            table.takeAll(ofUnit: unit, from: table.written(by: worker.index))
        }
        var death = death(of: worker, end)
        death.isChild = isChild
        let output = (table.worker(worker.index).outputStart, worker.output.end)
        switch WorkerDeath.loss(by: death) {
        case .nothing: return .none
        case .stray(let unit, let isReported):
            // Others run the case that it was about to begin when it ended between two cases.
            if let unit { closeIfSpent(unit) }
            if isReported, death.isLeaving, death.hasTimedOut {
                return .hung(description.strayEnd(of: worker, death, output), description.bundles(runBy: worker))
            }
            return .stray(isReported ? description.strayEnd(of: worker, death, output) : nil)
        case .company(let unit): closeIfSpent(unit)
        case .bundle(let unit):
            let fault = description.loadFault(of: worker, death, output)
            table.unit(unit).beginState = .failed
            table.countFailure(of: .begin(unit: unit))
            table.close(unit)
            return .bundle(Int(table.worker(worker.index).bundle), fault)
        case .setUp(let unit):
            let issue = description.culprit(worker, death)
            notes[.begin(unit: unit)].issues.append(issue)
            table.unit(unit).beginState = .lost
            table.unit(unit).beginOutput = output
            table.countFailure(of: .begin(unit: unit))
            lossNotifier.note(issue, unit: unit)
            lossNotifier.close(unit)
        case .slot(let slot, let unit) where isFulfilled(slot, by: death, worker):
            // Its backtrace is not needed.
            crash_trace_clear(table.trace(worker.index))
            fulfil(slot, of: unit, output, notes)
        case .slot(let slot, let unit):
            let culprits = culprits(slot, of: unit, death, worker)
            for slot in culprits {
                var issue = description.culprit(worker, death, among: death.hasTimedOut ? [] : culprits)
                if let ending = expectations[slot] { issue.message += "; it \(ending.words)" }
                notes[.run(slot: slot)].issues.append(issue)
                if !worker.isOverwritten, let note = table.worker(worker.index).note {
                    notes[.run(slot: slot)].logs.append(note)
                }
                lossNotifier.note(issue, unit: unit, slot: slot)
                lose(slot, of: unit, .lost, output, notes)
            }
        case .abandonedSlot(let slot, let unit):
            lossNotifier.note(outcome: TESTKIT_LOSS_ABANDONED, unit: unit, slot: slot)
            lose(slot, of: unit, .failed, (output.0, .max), notes)
        case .tearDown(let unit, let isLast):
            let issue = description.culprit(worker, death)
            notes[.end(unit: unit)].issues.append(issue)
            table.unit(unit).endState = .lost
            table.unit(unit).endOutput = output
            table.countFailure(of: .end(unit: unit))
            lossNotifier.note(issue, unit: unit)
            // Where each case has a process, the others of the class still run.
            if isLast { lossNotifier.close(unit) } else { closeIfSpent(unit) }
        }
        return .noted
    }

    /// The cases that fail because a worker ended in one of them.
    ///
    /// Of several that ran at the same time, these are those that took too long, or the one whose work ended the process; all of them where
    /// that is unknown. The others run again.
    private func culprits(
        _ slot: UInt32, of unit: UInt32, _ death: WorkerDeath.Death, _ worker: WorkerProcess
    ) -> [UInt32] {
        let written = table.written(by: worker.index)
        let running = table.unit(unit).slots.filter { index in
            let view = table.slot(index)
            return view.runsTogether && view.isWaiting && written.slot(index).state == .running
        }
        if running.count < 2 || worker.isOverwritten || !running.contains(slot) { return [slot] }
        let place = table.worker(worker.index)
        if death.hasTimedOut {
            let elapsed = place.elapsed(at: worker_now())
            return running.filter { $0 == slot || place.isStanding || elapsed > table.slot($0).limit }
        }
        guard case .run(let starter) = Activity(number: place.endedIn), running.contains(starter) else {
            return running
        }
        return [starter]
    }

    /// Ends the cases of the plan that have no examples because reading them ended a worker.
    func loseUnread(_ failed: [ExamplePlace: ExampleFault], _ notes: inout Notebook) {
        if failed.isEmpty { return }
        for unit in 0..<table.unitCount {
            let place = table.unit(unit)
            for index in place.slots where table.slot(index).exampleIndex == TESTKIT_NO_EXAMPLE {
                guard let fault = failed[table.slot(index).place(in: place)] else { continue }
                notes[.run(slot: index)] = ActivityNotes(fault)
                table.slot(index).isUnexpected = true
                table.slot(index).endUnstarted(.lost)
                table.countFailure(of: .run(slot: index))
            }
        }
    }

    /// Returns the facts about a worker's end, as far as they are plausible.
    private func death(of worker: WorkerProcess, _ end: worker_end) -> WorkerDeath.Death {
        let place = self.place(of: worker)
        worker.look(in: table)
        var death = WorkerDeath.Death(end: worker.trueEnd(end), stage: place.stage)
        death.isCondemned = worker.isCondemned
        death.isInPlace = isolation == .none
        if let index = place.unit, index < table.unitCount {
            let (bundle, slots) = (table.unit(index).bundle, table.unit(index).slots)
            death.unit = WorkerDeath.Death.Unit(
                index: index, isClosed: table.unit(index).isClosed,
                isApart: facts.isolation(of: bundle, in: isolation) == .case || expectations[slots.lowerBound] != nil)
            var others = worker.bundles
            others.formUnion(worker.opened.indices)
            death.isShared = !others.subtracting([bundle]).isEmpty
        }
        if let index = place.slot, index < table.slotCount {
            death.slot = WorkerDeath.Death.Slot(index: index, isFinal: table.slot(index).state?.isFinal ?? false)
        }
        return death
    }

    /// The place of a worker when it ended, by its own record.
    ///
    /// If the record is impossible, the unfinished part of the worker's class decides.
    private func place(of worker: WorkerProcess) -> (stage: WorkerStage?, unit: UInt32?, slot: UInt32?) {
        let place = table.worker(worker.index)
        guard worker.isOverwritten else { return (place.stage, place.unit, place.slot) }
        let owned = (0..<table.unitCount).first { index in
            table.unit(index).owner == worker.index && !table.unit(index).isClosed
        }
        guard let owned else { return (.exiting, nil, nil) }
        table.take(unit: owned, from: table.written(by: worker.index))
        if table.unit(owned).beginState?.isFinal != true { return (.beginClass, owned, nil) }
        let left = table.unit(owned).slots.filter { table.slot($0).isWaiting }
        // Use the worker's record if it is plausible.
        let isNamed = place.stage == .runCase && place.unit == owned
        let slot = place.slot.flatMap { isNamed && left.contains($0) ? $0 : nil } ?? left.first
        return (slot == nil ? .endClass : .runCase, owned, slot)
    }

    /// Whether a case has ended its process as it is declared to, and no sanitizer found anything.
    private func isFulfilled(_ slot: UInt32, by death: WorkerDeath.Death, _ worker: WorkerProcess) -> Bool {
        !worker.isOverwritten && expectations.isFulfilled(slot, by: death, phase: table.worker(worker.index).phase)
            && CrashTrace.headline(of: table.trace(worker.index)) == nil
    }

    /// Ends a case that has ended its process as it is declared to; a failure that it reported before still counts.
    private func fulfil(_ index: UInt32, of unit: UInt32, _ output: (UInt64, UInt64), _ notes: Notebook) {
        let first = notes[.run(slot: index)].issues.all.first(where: \.isFailure)
        table.slot(index).isUnexpected = !(first?.isExpected ?? true)
        table.slot(index).end(first == nil ? .passed : .failed, output: output)
        if first != nil { table.countFailure(of: .run(slot: index)) }
        let outcome = first == nil ? TESTKIT_LOSS_DECLARED : TESTKIT_LOSS_ABANDONED
        lossNotifier.note(outcome: outcome, unit: unit, slot: index)
        closeIfSpent(unit)
    }

    /// Ends a case in which its worker ended.
    private func lose(
        _ index: UInt32, of unit: UInt32, _ state: SlotState, _ output: (UInt64, UInt64), _ notes: Notebook
    ) {
        let first = notes[.run(slot: index)].issues.all.first(where: \.isFailure)
        table.slot(index).isUnexpected = !(first?.isExpected ?? false)
        table.slot(index).end(state, output: output)
        table.countFailure(of: .run(slot: index))
        closeIfSpent(unit)
    }

    /// Closes a unit without waiting cases, so that no worker sets it up again.
    private func closeIfSpent(_ unit: UInt32) {
        if table.unit(unit).isClosed { return }
        if !table.unit(unit).slots.contains(where: { table.slot($0).state == .waiting }) { lossNotifier.close(unit) }
    }
}
