// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import Testing
import WorkerShims

@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// Declarations of how a case ends its process: reading, and judging.
///
/// Rule 69.
struct ExitExpectationTests {
    @Test(
        "a declaration matches its ending alone",
        arguments: [
            (ExitExpectation.signal(SIGABRT), [true, false, false, false]), (.status(3), [false, false, true, false]),
            (.status(0), [false, false, false, true]), (.failure, [true, true, true, false]),
        ])
    func matches(ending: ExitExpectation, expected: [Bool]) {
        let ends = [
            worker_end(exited: 0, value: SIGABRT), worker_end(exited: 0, value: SIGSEGV),
            worker_end(exited: 1, value: 3),
            worker_end(exited: 1, value: 0),
        ]
        #expect(ends.map(ending.matches) == expected)
    }

    @Test("a text names a signal or a failure")
    func texts() {
        #expect(ExitExpectation("SIGABRT") == .signal(SIGABRT) && ExitExpectation("SIGTERM") == .signal(SIGTERM))
        #expect(ExitExpectation("failure") == .failure)
        for text in ["abort", "ABRT", "SIG", "", "6", "SIGNONE"] { #expect(ExitExpectation(text) == nil, "\(text)") }
    }

    @Test(
        "numbers that are no ending are refused",
        arguments: [(0, 0), (1, 0), (1, 65), (1, -6), (2, -1), (2, 256), (4, 0)] as [(UInt32, Int32)])
    func numbers(kind: UInt32, value: Int32) {
        #expect(ExitExpectation(kind: kind, value: value) == nil)
    }

    /// A class with a case that ends its process between two others.
    private func classes(_ ending: (UInt32, Int32)? = (TESTKIT_ENDING_SIGNAL.rawValue, SIGABRT)) -> [FakeClass] {
        var entry = FakeClass("M.A", ["testA", "testB", "testC"])
        entry.cases[1].ending = ending
        return [entry]
    }

    @Test("the cases that end their process are a unit of their own, behind the others, one worker's with them")
    func unit() throws {
        let registry = try Registry.of(classes())
        #expect(registry.endings == [1: .signal(SIGABRT)])
        for seed in 1...10 as ClosedRange<UInt64> {
            let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: seed)
            #expect(plan.units.map(\.slots) == [0..<2, 2..<3] && plan.slots[2].caseIndex == 1)
            #expect(plan.classes.map(\.slots) == [0..<3])
            let work = PlannedWork(plan, registry, jobs: 4)
            #expect(work.limits == [1] && work.resources(of: 0) == [0] && work.resources(of: 1) == [0])
        }
    }

    @Test("an ending that cannot be is left out, with a warning")
    func malformed() throws {
        let registry = try Registry.of(classes((1, 99)))
        #expect(registry.endings.isEmpty && registry.cases.count == 3)
        #expect(registry.warnings.count == 1)
        #expect(
            registry.warnings.first?.message.hasPrefix("'M.A/testB': ending: expected a signal from 1 to 64") == true,
            "\(registry.warnings.map(\.message))")
    }
}
