// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// The start of workers where the system refuses them.
struct WorkerKeeperTests {
    /// Workers of a plan that nobody has begun.
    private final class Keep {
        /// The shared memory.
        let table: RunTable
        /// The workers.
        let starter = FakeStarter()
        /// The pool of them.
        let pool: WorkerPool
        /// What keeps them.
        private var keeper: WorkerKeeper
        /// Follows the table.
        private var reader: TableReader
        /// A pipe to which no interrupt comes.
        private let interrupts: WorkerPipes
        /// How workers start.
        private let start: WorkerStart

        /// Prepares a plan of two classes for two workers.
        init() throws {
            let registry = try Registry.of([FakeClass("M.A", ["testX"]), FakeClass("M.B", ["testY"])])
            let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
            table = try RunTable()
            try table.store(
                plan, registry, lanes: ResourceLanes.workers(of: plan, registry, jobs: 2), limit: 60_000_000_000)
            interrupts = try WorkerPipes()
            pool = WorkerPool(table: table, interrupts: interrupts.messages.read, jobs: 2, starter: starter)
            keeper = WorkerKeeper(pool, limit: 60_000_000_000)
            reader = TableReader(table: table)
            start = WorkerStart(.ofOneBundle())
        }

        deinit { table.unmap() }

        /// The end of a turn of the host, some milliseconds after the first.
        func turn(at milliseconds: UInt64) {
            keeper.handOn(&reader, start, now: 1_000_000_000 + milliseconds * 1_000_000)
        }

        /// Why a worker is missing, in words.
        var complaint: String? { keeper.shortage?.issue.message }
    }

    @Test("a start that the system refuses is tried again after a pause, by which the other workers are not touched")
    func triedAgain() throws {
        let keep = try Keep()
        keep.starter.refusals = 1
        keep.turn(at: 0)
        #expect(keep.pool.workers.isEmpty && keep.complaint != nil)
        keep.turn(at: 49)
        #expect(keep.pool.workers.isEmpty && keep.complaint != nil)
        keep.turn(at: 50)
        #expect(keep.pool.workers.count == 2 && keep.complaint == nil && keep.pool.interruption == nil)
    }

    @Test("the run goes on while a worker runs, and is cut short when for five seconds none has, in words that say why")
    func givenUp() throws {
        let keep = try Keep()
        keep.turn(at: 0)
        keep.pool.forget(keep.pool.workers[1])
        keep.starter.refusals = 1000
        for time in stride(from: 100, to: 20_000, by: 100) { keep.turn(at: UInt64(time)) }
        #expect(keep.pool.workers.count == 1 && keep.pool.interruption == nil)
        keep.pool.forget(keep.pool.workers[0])
        for time in stride(from: 20_000, to: 25_000, by: 100) { keep.turn(at: UInt64(time)) }
        #expect(keep.pool.interruption == nil)
        keep.turn(at: 25_000)
        #expect(keep.pool.interruption == .noWorker)
        #expect(keep.complaint?.hasPrefix("failed to start a worker: it is full, for 5 s; ") == true)
    }
}
