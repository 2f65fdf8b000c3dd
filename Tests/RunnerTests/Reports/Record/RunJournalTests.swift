// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The journal of a run, by its events.
struct RunJournalTests {
    /// Two classes of three cases.
    private let registry: Registry
    /// Their plan.
    private let plan: Plan

    init() throws {
        registry = try Registry.of([
            FakeClass("M.A", ["testA", "testB", "testC"]), FakeClass("M.B", ["testD", "testE", "testF"]),
        ])
        plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
    }

    /// The journal after some events.
    private func journal(_ events: [Event]) -> RunJournal {
        var journal = RunJournal(of: plan)
        for event in events { journal.handle(event, registry) }
        return journal
    }

    /// The end of a case, by its place in the plan.
    private func end(_ place: Int, by worker: Int?, _ outcome: Outcome = .passed) -> Event {
        .caseEnded(CaseResult(slot: plan.slots[place], outcome: outcome, worker: worker, place: place))
    }

    /// The places of each worker's processes.
    private func places(_ journal: RunJournal) -> [[[Int]]] {
        journal.workers.map { $0.map { $0.stretches.flatMap { Array($0) } } }
    }

    @Test("two workers that take turns have an order each")
    func twoWorkers() {
        let journal = journal([0, 3, 1, 4, 5, 2].map { end($0, by: $0 < 3 ? 0 : 1) })
        #expect(places(journal) == [[[0, 1, 2]], [[3, 4, 5]]])
        #expect(journal.processes.map(\.stretches) == [[0..<3], [3..<6]])
        #expect(journal.order.workers == [[Array(plan.slots[..<3])], [Array(plan.slots[3...])]])
    }

    @Test("a worker's replacement is a process of its own, and what another one took is not among its cases")
    func replacement() {
        let journal = journal([
            end(0, by: 0), end(3, by: 1), end(1, by: 0, .crashed), .workerEnded(0), end(4, by: 0), end(5, by: 1),
            .workerEnded(1), .workerEnded(1), end(2, by: 0),
        ])
        #expect(places(journal) == [[[0, 1], [4, 2]], [[3, 5]]])
        #expect(journal.failures.map(\.slot) == [plan.slots[1]])
        #expect(journal.cases(before: plan.slots[2]) == [plan.slots[4]])
        #expect(journal.cases(before: plan.slots[3])?.isEmpty == true)
    }

    @Test("cases whose class could not be set up are where its set-up was, and what no worker ran is nowhere")
    func failedSetUp() {
        var unit = UnitResult(classIndex: registry.cases[Int(plan.slots[0].caseIndex)].classIndex)
        unit.worker = 1
        let journal = journal([
            end(3, by: 1), end(0, by: nil, .notRun), end(1, by: nil, .notRun), .unitEnded(unit),
            end(5, by: nil, .notRun),
        ])
        #expect(places(journal) == [[[3, 0, 1]]])
        #expect(journal.cases(before: plan.slots[5]) == nil)
    }

    @Test("a result of a file, which has no place in a plan, changes nothing but the failures")
    func withoutPlace() {
        let journal = journal([.caseEnded(CaseResult(slot: plan.slots[0], outcome: .failed, worker: 0))])
        #expect(journal.processes.isEmpty && journal.failures.count == 1)
    }

    @Test("what started before its place is known")
    func early() {
        let journal = journal([.startedEarly(2..<3), end(2, by: 0), .startedEarly(4..<6), end(0, by: 0)])
        #expect(journal.early == [2, 4, 5] && places(journal) == [[[2, 0]]])
    }
}
