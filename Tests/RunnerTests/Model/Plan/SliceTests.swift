// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// Classes that are divided among workers.
///
/// Rule 54.
struct SliceTests {
    /// A class of some cases that may be divided, or not, and two small ones.
    private func registry(cases: Int, isDivisible: Bool) throws -> Registry {
        var large = FakeClass("M.Large", (0..<cases).map { FakeCase("test\($0)") })
        if isDivisible { large.flags |= TESTKIT_CLASS_DIVISIBLE.rawValue }
        return try Registry.of([large, FakeClass("M.One", ["testA"]), FakeClass("M.Two", ["testA"])])
    }

    /// The plan for some workers.
    private func plan(_ registry: Registry, jobs: Int, seed: UInt64 = 1) throws -> Plan {
        PlanBuilder.plan(
            registry, selection: try Selection(in: registry), focus: .all, seed: seed,
            order: PlanBuilder.Order(jobs: jobs))
    }

    @Test("a large class is divided and the order is the same", arguments: [2, 3, 16])
    func largeClass(jobs: Int) throws {
        let registry = try registry(cases: 5000, isDivisible: true)
        let whole = try plan(registry, jobs: 1)
        let sliced = try plan(registry, jobs: jobs)
        #expect(sliced.slots == whole.slots)
        #expect(whole.units.count == 3)
        #expect(sliced.classes.map(\.classIndex) == whole.units.map(\.classIndex))
        #expect(sliced.classes.map(\.slots) == whole.units.map(\.slots))
        let large = try #require(registry.classes.firstIndex { $0.isDivisible })
        let sizes = sliced.units.filter { $0.classIndex == large }.map(\.slots.count)
        // About 1,024 for each worker.
        #expect(sizes.count >= min(5000, 1024 * jobs))
        #expect(sizes.allSatisfy { (1...5000 / (1024 * jobs) + 1).contains($0) }, "\(sizes)")
        // No slot is lost, and none is in two units.
        #expect(sliced.units.flatMap { Array($0.slots) } == Array(sliced.slots.indices))
    }

    @Test("each case of a small class is a slice: most of the time may be theirs")
    func smallClass() throws {
        let sliced = try plan(registry(cases: 6, isDivisible: true), jobs: 2)
        #expect(sliced.units.map(\.slots.count) == Array(repeating: 1, count: 8))
    }

    @Test("where each slice has a process, a worker has about four")
    func slicesWithProcesses() throws {
        let registry = try registry(cases: 80, isDivisible: true)
        let large = try #require(registry.classes.firstIndex { $0.isDivisible })
        let plan = PlanBuilder.plan(
            registry, selection: try Selection(in: registry), focus: .all, seed: 1,
            order: PlanBuilder.Order(jobs: 2, withProcesses: [registry.classes[large].bundle]))
        #expect(plan.units.count { $0.classIndex == large } == 8)
    }

    @Test("other classes stay whole, and so does each for a single worker")
    func otherClasses() throws {
        #expect(try plan(registry(cases: 50, isDivisible: false), jobs: 8).units.count == 3)
        #expect(try plan(registry(cases: 50, isDivisible: true), jobs: 1).units.count == 3)
    }

    @Test("slices make one result")
    func oneResult() throws {
        let registry = try registry(cases: 50, isDivisible: true)
        let plan = try plan(registry, jobs: 2)
        let large = try #require(registry.classes.firstIndex { $0.isDivisible })
        let slices = plan.units.count { $0.classIndex == large }
        var ledger = SlicedClasses(plan)
        let other = try #require(plan.units.first { $0.classIndex != large }).classIndex
        let first = ledger.take(UnitResult(classIndex: other))
        #expect(first?.classIndex == other)
        for index in 1..<slices {
            let issues = index == 1 ? [Issue(kind: .error, message: "broken")] : []
            let result = UnitResult(
                classIndex: large, issues: issues, started: UInt64(100 - index), ended: UInt64(200 + index))
            let part = ledger.take(result)
            #expect(part?.classIndex == nil)
        }
        let last = ledger.take(UnitResult(classIndex: large, started: 100, ended: 200))
        let whole = try #require(last)
        #expect(whole.issues.map(\.message) == ["broken"])
        #expect(whole.started == UInt64(101 - slices) && whole.ended == UInt64(199 + slices))
        let rest = ledger.takeRest()
        #expect(rest.isEmpty)
    }

    @Test("what is known of slices is reported where the run is cut short")
    func cutShort() throws {
        let registry = try registry(cases: 50, isDivisible: true)
        let large = try #require(registry.classes.firstIndex { $0.isDivisible })
        var ledger = SlicedClasses(try plan(registry, jobs: 2))
        let part = ledger.take(UnitResult(classIndex: large, issues: [Issue(kind: .error, message: "broken")]))
        #expect(part?.classIndex == nil)
        let rest = ledger.takeRest()
        #expect(rest.map(\.classIndex) == [large])
    }
}
