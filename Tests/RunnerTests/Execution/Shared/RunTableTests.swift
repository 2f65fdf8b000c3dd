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
    func planStandsInTheTable() throws {
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
    func streamsOfRandomNumbersAreThoseOfTheIdentities(isWithPlan: Bool) throws {
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
            #expect(table.streamKey(of: .run(slot: UInt32(index))) == key(plan.identity(of: slot, in: registry)))
        }
        #expect(plan.slots.count == 4)
    }

    @Test("plan that is too large is refused")
    func planThatIsTooLargeIsRefused() throws {
        let slot = Plan.Slot(caseIndex: 0, exampleIndex: TESTKIT_NO_EXAMPLE)
        let plan = Plan(
            seed: 0, units: [], slots: Array(repeating: slot, count: RunTable.slotCapacity + 1), unsupported: [],
            focus: FocusEffect(), filteredOut: 0)
        #expect(throws: RunTable.TooLarge.self) { try RunTable().store(plan, Registry()) }
    }

    @Test("nothing more is started when as many have failed as may")
    func stopsWhenAsManyHaveFailedAsMay() throws {
        let registry = try Registry.of((1...4).map { FakeClass("M.C\($0)", ["testX"], group: Int32($0 / 2)) })
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        defer { table.unmap() }
        try table.store(plan, registry, failureLimit: 2)
        table.countFailure()
        #expect(!table.isStopping)
        table.countFailure()
        #expect(table.isStopping)
        try table.store(plan, registry)
        for _ in 0..<5 { table.countFailure() }
        #expect(!table.isStopping)
    }

    /// A table with a plan of which a worker has all of the open run group.
    private func handed(_ classes: [FakeClass]) throws -> (RunTable, Scheduler) {
        let registry = try Registry.of(classes)
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        try table.store(plan, registry)
        var scheduler = Scheduler(PlannedWork(plan, registry, jobs: 2))
        scheduler.begin(0, now: 1)
        for unit in scheduler.next(for: 0, now: 1).units { table.planUnits[Int(unit)].worker = 0 }
        return (table, scheduler)
    }

    @Test("a reader believes nothing that cannot be true", arguments: 0...9)
    func readerSeesScribbles(what: Int) throws {
        var (table, scheduler) = try handed([
            FakeClass("M.A", ["testX"], group: 1), FakeClass("M.B", ["testY"], group: 2),
        ])
        defer { table.unmap() }
        var reader = CompletionScanner(table: table)
        table.slots[0].state = SLOT_PASSED.rawValue
        table.workers[0].unit = 0
        table.workers[0].slot = 0
        #expect(reader.takeFinished(of: [0], &scheduler) == [.slot(0, unit: 0)])
        reader.check(worker: 0)
        #expect(!reader.isBroken)
        switch what {
        case 0: table.header.pointee.is_stopping = 1
        case 1: table.units[0].is_closed = 2
        case 2: table.units[0].begin_state = 99
        case 3: table.units[0].end_state = 99
        case 4: table.workers[0].slot = 2
        case 5: table.workers[0].unit = 2
        // Another worker's class, and another class's case.
        case 6: table.workers[0].unit = 1
        // Zeros over all results.
        case 7: table.header.pointee.mark = 0
        case 8: table.units[0].mark = 0
        default: table.workers[0].slot = 1
        }
        reader.check(worker: 0)
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && reader.isBroken)
    }

    @Test("reader says once what is final")
    func readerSaysOnceWhatIsFinal() throws {
        var (table, scheduler) = try handed([FakeClass("M.A", ["testX", "testY"])])
        defer { table.unmap() }
        var reader = CompletionScanner(table: table)
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && scheduler.closedCount == 0)
        #expect(scheduler.head(of: 0) == 0)
        table_store(&table.slots[0].state, SLOT_PASSED.rawValue)
        table_store(&table.slots[1].state, SLOT_RUNNING.rawValue)
        #expect(reader.takeFinished(of: [0], &scheduler) == [.slot(0, unit: 0)])
        #expect(reader.takeFinished(of: [0], &scheduler).isEmpty && scheduler.units(of: 0) == [0])
        #expect(reader.finishedCount(of: 0) == 1)
        #expect(reader.nextSlot(of: 0) == 1)
        table_store(&table.units[0].is_closed, 1)
        #expect(reader.takeFinished(of: [0], &scheduler) == [.slot(1, unit: 0), .unit(0)])
        #expect(scheduler.closedCount == 1 && !scheduler.isOwner(0))
        #expect(reader.finishedCount(of: 0) == 3 && reader.finishedCount(of: 1) == 0)
    }
}
