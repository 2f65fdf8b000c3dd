// SPDX-License-Identifier: MIT

import BundleABI
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The plan in the shared table.
///
/// Rule 48.
struct RunTableTests {
    @Test("the plan is in the table")
    func writtenPlan() throws {
        let registry = try Registry.of([
            FakeClass("M.A", ["testX"], group: 3),
            FakeClass("M.B", [FakeCase("outlineTestY", examples: ["1", "2"])], superclass: 0),
        ])
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        try table.store(plan, registry)
        #expect(table.planHeader.pointee.unit_count == 2 && table.planHeader.pointee.slot_count == 4)
        for (index, unit) in plan.units.enumerated() {
            #expect(Int(table.planUnits[index].class_index) == unit.classIndex)
            #expect(table.planUnits[index].run_group == 3)
            #expect(table.planUnits[index].first_slot == unit.slots.lowerBound)
            #expect(table.planUnits[index].slot_count == unit.slots.count)
        }
        for (index, slot) in plan.slots.enumerated() {
            let entry = registry.cases[Int(slot.caseIndex)]
            #expect(table.planSlots[index].owner_index == entry.ownerIndex)
            #expect(table.planSlots[index].case_index == entry.index)
            #expect(table.planSlots[index].example_index == slot.exampleIndex)
        }
    }

    @Test(
        "streams of random numbers are those of the identities, written with the plan or later",
        arguments: [true, false])
    func randomStreams(isWithPlan: Bool) throws {
        let registry = try Registry.of([
            FakeClass("M.A", ["testX"]),
            FakeClass("M.B", [FakeCase("outlineTestY", examples: ["1", "2 and é"])], superclass: 0),
        ])
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 7)
        let table = try RunTable()
        try table.store(plan, registry, streamsOfAttempt: isWithPlan ? 2 : nil)
        #expect(table.planHeader.pointee.has_streams == (isWithPlan ? 1 : 0))
        if !isWithPlan { table.storeStreams(plan, registry, attempt: 2) }
        func key(_ identity: String) -> UInt64 { ChanceTests.key(seed: 7, identity: identity, attempt: 2) }
        for (index, unit) in plan.units.enumerated() {
            let identity = registry.identity(ofClass: unit.classIndex)
            #expect(table.streamKey(of: .begin(unit: UInt32(index))) == key(identity))
        }
        for (index, slot) in plan.slots.enumerated() {
            #expect(table.streamKey(of: .run(slot: UInt32(index))) == key(registry.identity(of: slot)))
        }
        #expect(plan.slots.count == 4)
    }

    @Test("plan that is too large is refused")
    func largePlan() throws {
        let slot = Plan.Slot(caseIndex: 0, exampleIndex: TESTKIT_NO_EXAMPLE)
        let plan = Plan(
            seed: 0, units: [], slots: Array(repeating: slot, count: RunTable.slotCapacity + 1), unsupported: [],
            focus: FocusEffect(), filteredOut: 0)
        #expect(throws: RunTable.TooLarge.self) { try RunTable().store(plan, Registry()) }
    }

    @Test("nothing more is started when as many have failed as may")
    func failureLimit() throws {
        let registry = try Registry.of((1...4).map { FakeClass("M.C\($0)", ["testX"], group: Int32($0 / 2)) })
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        defer { table.unmap() }
        let limit = FailureLimit(2) { if case .slot(let slot) = $0 { slot != plan.slots[0] } else { true } }
        try table.store(plan, registry, failureLimit: limit)
        for _ in 0..<5 { table.countFailure(of: .run(slot: 0)) }
        table.countFailure(of: .begin(unit: 0))
        #expect(!table.isStopping)
        table.countFailure(of: .run(slot: 1))
        #expect(table.isStopping)
        try table.store(plan, registry)
        for _ in 0..<5 { table.countFailure(of: .run(slot: 1)) }
        #expect(!table.isStopping)
    }

    /// A table with a plan of which a worker has all of the open run group, and that table as the worker writes it.
    private func handed(_ classes: [FakeClass]) throws -> (RunTable, written: RunTable, Scheduler) {
        let registry = try Registry.of(classes)
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        for worker in 0..<2 { try table.openPages(ofWorker: worker) }
        try table.store(plan, registry)
        var scheduler = Scheduler(PlannedWork(plan, registry, jobs: 2))
        scheduler.begin(0, now: 1)
        for unit in scheduler.next(for: 0, now: 1).units { table.planUnits[Int(unit)].worker = 0 }
        return (table, table.written(by: 0), scheduler)
    }

    @Test("a reader believes nothing that cannot be true, and only that worker is concerned", arguments: 0...9)
    func readerSeesScribbles(what: Int) throws {
        var (table, written, scheduler) = try handed([
            FakeClass("M.A", ["testX", "testY"], group: 1), FakeClass("M.B", ["testY"], group: 2),
        ])
        defer { table.unmap() }
        var reader = CompletionScanner(table: table)
        let record = table.worker(0).record
        written.unit(0).mark()
        written.units[0].begin_state = SlotState.passed.rawValue
        written.slots[0].state = SlotState.passed.rawValue
        (record.pointee.unit, record.pointee.slot) = (0, 0)
        #expect(reader.takeFinished(of: [0], &scheduler) == [.slot(0, unit: 0)])
        reader.check(worker: 0)
        #expect(reader.overwritten.isEmpty)
        switch what {
        // Of a host's state, and one that there is not.
        case 0: written.slots[1].state = SlotState.lost.rawValue
        case 1: written.slots[1].state = 99
        case 2: written.units[0].is_closed = 2
        case 3: written.units[0].begin_state = 99
        case 4: written.units[0].end_state = 99
        case 5: record.pointee.slot = 3
        case 6: record.pointee.unit = 2
        // Another worker's class, and another class's case.
        case 7: record.pointee.unit = 1
        case 8: record.pointee.slot = 2
        // Zeros over all results, and the end of the class.
        default:
            (written.units[0], written.slots[0]) = (run_unit(), run_slot())
            written.units[0].is_closed = 1
        }
        reader.check(worker: 0)
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && reader.overwritten == [0])
        // What was read before stays, and what the worker writes now is not read.
        written.slots[1].state = SlotState.passed.rawValue
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && table.slot(0).state == .passed)
        reader.forget(worker: 0)
        #expect(reader.overwritten.isEmpty)
    }

    @Test("what a worker writes about the class of another one changes nothing")
    func foreignResult() throws {
        var (table, written, scheduler) = try handed([FakeClass("M.A", ["testX"])])
        defer { table.unmap() }
        var reader = CompletionScanner(table: table)
        let foreign = table.written(by: 1)
        foreign.unit(0).mark()
        foreign.slots[0].state = SlotState.passed.rawValue
        (foreign.units[0].begin_state, foreign.units[0].is_closed) = (SlotState.passed.rawValue, 1)
        #expect(reader.takeFinished(of: [0, 1], &scheduler).isEmpty && table.slot(0).isWaiting)
        written.units[0].begin_state = SlotState.passed.rawValue
        written.slots[0].state = SlotState.failed.rawValue
        #expect(reader.takeFinished(of: [0, 1], &scheduler) == [.slot(0, unit: 0)] && table.slot(0).state == .failed)
    }

    @Test("what the host wrote for a worker that died stays, and the next worker has other pages")
    func hostsResultStays() throws {
        let (table, written, _) = try handed([FakeClass("M.A", ["testX"])])
        defer { table.unmap() }
        written.slot(0).begin(at: 5)
        table.takeAll(ofUnit: 0, from: written)
        #expect(table.slot(0).isWaiting && table.slot(0).started == 5)
        table.slot(0).end(.lost, output: (0, 0))
        (table.unit(0).beginState, written.unit(0).beginState) = (.lost, .passed)
        written.slot(0).end(.passed, output: (0, 0))
        table.takeAll(ofUnit: 0, from: written)
        #expect(table.slot(0).state == .lost && table.unit(0).beginState == .lost)
        try table.openPages(ofWorker: 0)
        #expect(table.written(by: 0).slot(0).state == .waiting)
    }

    @Test("reader says once what is final")
    func finalOnce() throws {
        var (table, written, scheduler) = try handed([FakeClass("M.A", ["testX", "testY"])])
        defer { table.unmap() }
        var reader = CompletionScanner(table: table)
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && scheduler.closedCount == 0)
        #expect(scheduler.head(of: 0) == 0)
        written.unit(0).mark()
        table_store(&written.units[0].begin_state, SlotState.passed.rawValue)
        table_store(&written.slots[0].state, SlotState.passed.rawValue)
        table_store(&written.slots[1].state, SlotState.running.rawValue)
        #expect(reader.takeFinished(of: [0], &scheduler) == [.slot(0, unit: 0)])
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && scheduler.units(of: 0) == [0])
        table_store(&written.slots[1].state, SlotState.passed.rawValue)
        table_store(&written.units[0].is_closed, 1)
        #expect(reader.takeFinished(of: [0], &scheduler) == [.slot(1, unit: 0), .unit(0)])
        #expect(scheduler.closedCount == 1 && !scheduler.isOwner(0) && table.unit(0).isClosed)
    }
}
