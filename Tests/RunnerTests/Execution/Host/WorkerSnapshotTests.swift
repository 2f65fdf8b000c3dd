// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import WorkerShims

@testable import RunnerExecution

/// When what a worker is at began, as the host sees it.
final class WorkerSnapshotTests {
    /// The shared memory.
    private let table: RunTable
    /// What the host has seen of its first worker.
    private var snapshot: WorkerSnapshot

    /// A worker that runs a case; the host looked at 1000.
    init() throws {
        table = try RunTable()
        let place = table.worker(0)
        place.clear()
        place.process = 7
        snapshot = WorkerSnapshot(at: place, now: 1000)
    }

    deinit { table.unmap() }

    /// The worker's place.
    private var place: WorkerView { table.worker(0) }

    /// Has the worker begin a case, and say when.
    private func begin(_ slot: UInt32, since: UInt64) {
        place.since = since
        place.slot = slot
        place.stage = .runCase
    }

    /// Has the host look, in a turn that began at `now`.
    private func look(_ now: UInt64, latest: UInt64? = nil) {
        snapshot.look(
            at: place, now: now, latest: { latest ?? now }, owns: { $0 == 7 || $0 == 8 })
    }

    @Test("what a worker says is believed where it can be true")
    func believed() {
        begin(0, since: 1500)
        look(2000)
        #expect(snapshot.since == 1500 && snapshot.elapsed(at: 2500) == 1000)
        begin(1, since: 2100)
        look(9000)
        #expect(snapshot.since == 2100)
    }

    @Test("what began while the host did not run within its turn has its whole limit")
    func begunWithinTurn() {
        begin(0, since: 2500)
        look(2000, latest: 3000)
        #expect(snapshot.since == 2500 && snapshot.elapsed(at: 2400) == 0 && snapshot.elapsed(at: 3500) == 1000)
    }

    @Test(
        "a start before the last look, or in the future, is that of the last look, or now",
        arguments: [0, 999, UInt64.max])
    func impossible(since: UInt64) {
        begin(0, since: since)
        look(2000)
        #expect(snapshot.since == (since == .max ? 2000 : 1001))
    }

    @Test("what is written over the start while something goes on changes nothing, and neither does a foreign process")
    func overwritten() {
        begin(0, since: 1500)
        look(2000)
        for (now, process) in [(3000, 0), (4000, 1), (5000, 99)] as [(UInt64, pid_t)] {
            place.since = now
            place.process = process
            look(now)
            #expect(snapshot.since == 1500 && snapshot.elapsed(at: now) == now - 1500)
        }
    }

    @Test("the end of a process is a part of what went on before", arguments: [WorkerStage.gone, .abandoned])
    func ending(stage: WorkerStage) {
        begin(0, since: 1500)
        look(2000)
        place.stage = stage
        look(3000)
        #expect(snapshot.since == 1500 && snapshot.stage == .runCase)
    }

    @Test("another case, stage, class, source of examples or child is another beginning")
    func others() {
        begin(0, since: 1100)
        var now: UInt64 = 1000
        let changes: [() -> Void] = [
            { self.place.slot = 1 }, { self.place.stage = .endClass }, { self.place.unit = 3 },
            { self.place.process = 8 }, { self.place.bundle = 2 },
            { self.place.examples = ExamplePlace(bundle: 2, classIndex: 1, ownerIndex: 1, caseIndex: 1) },
        ]
        for change in changes {
            now += 1000
            place.since = now - 10
            change()
            look(now)
            #expect(snapshot.since == now - 10)
        }
    }

    @Test("time in which the user had stopped the run does not count")
    func stopped() {
        begin(0, since: 1500)
        look(2000)
        snapshot.leaveOut(5000)
        look(7100)
        #expect(snapshot.elapsed(at: 7100) == 600)
    }

    @Test("what a worker says is read as it was at one time")
    func readWhole() {
        nonisolated(unsafe) let place = place
        let isOver = Atomic(false)
        withExtendedLifetime(isOver) {
            let worker = Thread {
                var number: UInt32 = 1
                while !isOver.load(ordering: .relaxed) {
                    (place.since, place.stage) = (UInt64(number) * 4 + 1, .idle)
                    place.unit = number
                    (place.since, place.stage) = (UInt64(number) * 4 + 2, .beginClass)
                    (place.since, place.stage) = (UInt64(number) * 4 + 3, .endClass)
                    number += 1
                }
            }
            // Before the worker is at anything: what it is at then counts from here.
            snapshot = WorkerSnapshot(at: place, now: 0)
            worker.start()
            var early = 0
            for _ in 0..<300_000 {
                look(0, latest: .max)
                guard snapshot.stage == .endClass, let unit = snapshot.unit else { continue }
                if snapshot.since < UInt64(unit) * 4 + 3 { early += 1 }
            }
            isOver.store(true, ordering: .relaxed)
            while !worker.isFinished { sched_yield() }
            #expect(early == 0)
        }
    }
}
