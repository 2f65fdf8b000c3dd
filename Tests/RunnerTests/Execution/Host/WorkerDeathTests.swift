// SPDX-License-Identifier: MIT

import Glibc
import Testing
import WorkerShims

@testable import RunnerExecution

/// The loss that the end of a worker means: the rules of the crash matrix as a table.
///
/// Rule 30.
struct WorkerDeathTests {
    /// An end by exit, and one by a signal.
    private static func exit(_ status: Int32) -> worker_end { worker_end(exited: 1, value: status) }
    private static func killed(_ signal: Int32) -> worker_end { worker_end(exited: 0, value: signal) }

    /// A worker that ended in a class that is the third of the plan, in its eighth case where it says so.
    private static func death(
        _ stage: WorkerStage?, _ end: worker_end = killed(SIGSEGV), slot: WorkerDeath.Death.Slot? = nil
    ) -> WorkerDeath.Death {
        WorkerDeath.Death(end: end, stage: stage, unit: WorkerDeath.Death.Unit(index: 3), slot: slot)
    }

    @Test("a worker that has done its work, and says so, loses nothing")
    func goodEnd() {
        #expect(WorkerDeath.loss(by: Self.death(.gone, Self.exit(0))) == .nothing)
        var last = WorkerDeath.Death(end: Self.exit(0), stage: .gone)
        #expect(WorkerDeath.loss(by: last) == .nothing)
        // An exit handler that ended the process: nobody is to blame by name, and it is told.
        last.stage = .exiting
        #expect(WorkerDeath.loss(by: last) == .stray(unit: nil, isReported: true))
        last.isInPlace = true
        #expect(WorkerDeath.loss(by: last) == .nothing)
        last.end = Self.killed(SIGABRT)
        #expect(WorkerDeath.loss(by: last) == .stray(unit: nil, isReported: true))
    }

    @Test(
        "what was under way is lost, by its stage",
        arguments: [
            (WorkerStage.loading, WorkerDeath.Loss.bundle(unit: 3)), (.registering, .bundle(unit: 3)),
            (.forking, .bundle(unit: 3)),
            (.beginClass, .setUp(unit: 3)), (.endClass, .tearDown(unit: 3, isLast: true)),
            (.runCase, .slot(8, unit: 3)), (.abandoned, .abandonedSlot(8, unit: 3)),
        ])
    func stages(stage: WorkerStage, loss: WorkerDeath.Loss) {
        let slot = stage == .beginClass ? nil : WorkerDeath.Death.Slot(index: 8)
        for end in [Self.killed(SIGSEGV), Self.killed(SIGKILL), Self.exit(0), Self.exit(7)] {
            #expect(WorkerDeath.loss(by: Self.death(stage, end, slot: slot)) == loss)
        }
    }

    @Test(
        "what happens while a bundle is opened or forked is nobody's fault in a process that has others",
        arguments: [WorkerStage.loading, .registering, .forking])
    func company(stage: WorkerStage) {
        var death = Self.death(stage)
        death.isShared = true
        #expect(WorkerDeath.loss(by: death) == .company(unit: 3))
        // There is no other process that could try it again.
        death.isInPlace = true
        #expect(WorkerDeath.loss(by: death) == .bundle(unit: 3))
    }

    @Test("a child that ends before its first step loses nothing, and is reported; its worker counts those")
    func futileChild() {
        var death = Self.death(.forking)
        death.isChild = true
        #expect(WorkerDeath.loss(by: death) == .stray(unit: 3, isReported: true))
    }

    @Test("where each case has a process, a tear-down that dies does not end the class")
    func processForEachCase() {
        var death = Self.death(.endClass)
        death.unit?.isApart = true
        #expect(WorkerDeath.loss(by: death) == .tearDown(unit: 3, isLast: false))
    }

    @Test("what is final stays: between two cases and behind a class, nobody is blamed")
    func betweenCases() {
        let over = WorkerDeath.Death.Slot(index: 8, isFinal: true)
        #expect(WorkerDeath.loss(by: Self.death(.idle)) == .stray(unit: 3, isReported: true))
        #expect(WorkerDeath.loss(by: Self.death(.runCase, slot: over)) == .stray(unit: 3, isReported: true))
        // Behind the set-up a case is named before it runs; behind the last case none is, before the tear-down.
        #expect(
            WorkerDeath.loss(by: Self.death(.beginClass, slot: WorkerDeath.Death.Slot(index: 8)))
                == .stray(unit: 3, isReported: true)
        )
        #expect(WorkerDeath.loss(by: Self.death(.runCase)) == .stray(unit: 3, isReported: true))
        var closed = Self.death(.endClass)
        closed.unit?.isClosed = true
        #expect(WorkerDeath.loss(by: closed) == .stray(unit: 3, isReported: true))
        #expect(
            WorkerDeath.loss(by: WorkerDeath.Death(end: Self.killed(SIGKILL), stage: .idle))
                == .stray(unit: nil, isReported: true))
    }

    @Test("a case that ended in the moment in which it was killed for its length has ended, and nothing is reported")
    func killedAtItsEnd() {
        var death = Self.death(.runCase, Self.killed(SIGKILL), slot: WorkerDeath.Death.Slot(index: 8, isFinal: true))
        death.isCondemned = true
        #expect(WorkerDeath.loss(by: death) == .stray(unit: 3, isReported: false))
        // A fault of its own is told whatever the host was about to do.
        death.end = Self.killed(SIGSEGV)
        #expect(WorkerDeath.loss(by: death) == .stray(unit: 3, isReported: true))
    }

    @Test("a stage that is none loses the class and no other")
    func garbage() {
        #expect(WorkerDeath.loss(by: Self.death(nil)) == .setUp(unit: 3))
        #expect(
            WorkerDeath.loss(by: WorkerDeath.Death(end: Self.exit(1), stage: nil))
                == .stray(unit: nil, isReported: true))
    }

    @Test("only what ends by no fault of its own has timed out")
    func timedOut() {
        var death = Self.death(.runCase, Self.killed(SIGKILL))
        #expect(!death.hasTimedOut)
        death.isCondemned = true
        #expect(death.hasTimedOut)
        death.end = Self.killed(SIGABRT)
        #expect(!death.hasTimedOut)
    }
}
