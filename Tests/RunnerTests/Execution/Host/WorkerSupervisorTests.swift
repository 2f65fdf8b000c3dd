// SPDX-License-Identifier: MIT

import Glibc
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The start of workers where the system refuses them.
struct WorkerSupervisorTests {
    /// Workers of a plan that nobody has begun.
    private final class Keep {
        /// The shared memory.
        let table: RunTable
        /// The workers.
        let starter = FakeStarter()
        /// The pool of them.
        let pool: WorkerPool
        /// What keeps them.
        private var supervisor: WorkerSupervisor
        /// Hands units to them.
        private var dispatcher: Dispatcher
        /// Follows the table.
        private var scanner: CompletionScanner
        /// A pipe to which no interrupt comes.
        private let interrupts: WorkerPipes
        /// How workers start.
        private let start: WorkerStart

        /// Prepares a plan of some classes for some workers, and for more where a function of the time says that processors idle.
        init(jobs: Int = 2, places: Int = 0, classes: Int = 2, idleTime: @escaping () -> UInt64? = { nil }) throws {
            let registry = try Registry.of((0..<classes).map { FakeClass("M.C\($0)", ["testX"]) })
            let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
            table = try RunTable()
            try table.store(plan, registry, limit: 60_000_000_000)
            interrupts = try WorkerPipes()
            pool = WorkerPool(
                table: table, interrupts: interrupts.messages.read, jobs: jobs, places: places, starter: starter)
            supervisor = WorkerSupervisor(
                pool, limit: 60_000_000_000, idleProcessors: IdleProcessors(read: idleTime))
            dispatcher = Dispatcher(PlannedWork(plan, registry, jobs: jobs), table)
            scanner = CompletionScanner(table: table)
            start = WorkerStart(.ofOneBundle())
        }

        deinit { table.unmap() }

        /// The end of a turn of the host, some milliseconds after the first.
        func turn(at milliseconds: UInt64) {
            supervisor.supervise(&dispatcher, scanner, start, now: 1_000_000_000 + milliseconds * 1_000_000)
        }

        /// A worker has ended, and the host has taken its units back.
        func end(_ worker: WorkerProcess) { supervisor.takeBack(from: worker, &dispatcher) }

        /// Why a worker is missing, in words.
        var complaint: String? { supervisor.backoff?.issue.message }
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
        keep.end(keep.pool.workers[1])
        keep.starter.refusals = 1000
        for time in stride(from: 100, to: 20_000, by: 100) { keep.turn(at: UInt64(time)) }
        #expect(keep.pool.workers.count == 1 && keep.pool.interruption == nil)
        keep.end(keep.pool.workers[0])
        for time in stride(from: 20_000, to: 25_000, by: 100) { keep.turn(at: UInt64(time)) }
        #expect(keep.pool.interruption == nil)
        keep.turn(at: 25_000)
        #expect(keep.pool.interruption == .noWorker)
        #expect(keep.complaint?.hasPrefix("failed to start a worker: it is full, for 5 s; ") == true)
    }

    @Test("more workers than jobs start one by one, as long as processors idle and units wait")
    func idleProcessors() throws {
        var idle: UInt64 = 0
        let keep = try Keep(places: 4, classes: 12) { idle }
        func turn(at time: UInt64, idle milliseconds: UInt64) -> Int {
            idle += milliseconds * 1_000_000
            keep.turn(at: time)
            return keep.pool.workers.count
        }
        #expect(turn(at: 0, idle: 0) == 2 && turn(at: 10, idle: 10) == 2 && turn(at: 249, idle: 300) == 2)
        #expect(turn(at: 270, idle: 20) == 3 && turn(at: 300, idle: 60) == 3)
        #expect(turn(at: 550, idle: 20) == 3, "a quarter of a processor has idled")
        #expect(turn(at: 800, idle: 130) == 4 && turn(at: 1100, idle: 600) == 4, "all places are taken")
        keep.end(keep.pool.workers[3])
        #expect(turn(at: 3000, idle: 3000) == 3, "nobody has looked for long")
        keep.end(keep.pool.workers[2])
        keep.end(keep.pool.workers[1])
        #expect(turn(at: 3010, idle: 0) == 2)
    }

    /// Begins a plan in which the only worker owns a class whose process the system refuses.
    private func refused(_ keep: Keep) throws -> (WorkerProcess, FakeWorker) {
        keep.turn(at: 0)
        let (process, worker) = (keep.pool.workers[0], keep.starter.workers[0])
        #expect(worker.takeUnit() == 0)
        worker.enter(.idle)
        _ = worker.takeAnswers()
        process.note(refusal: EAGAIN)
        return (process, worker)
    }

    @Test("a worker tries again in the turns of the host, and the run is cut short when nothing ran for five seconds")
    func refusedChild() throws {
        let keep = try Keep(jobs: 1)
        let (process, worker) = try refused(keep)
        keep.starter.mayStart = false
        keep.turn(at: 100)
        #expect(worker.takeAnswers().isEmpty && keep.complaint != nil)
        keep.turn(at: 149)
        #expect(worker.takeAnswers().isEmpty)
        for time in stride(from: 150, to: 5_100, by: 50) {
            keep.turn(at: UInt64(time))
            #expect(worker.takeAnswers() == [.go] && process.forkFailure?.isAsking == false)
            process.note(refusal: EAGAIN)
        }
        #expect(keep.pool.interruption == nil)
        keep.turn(at: 5_100)
        #expect(keep.pool.interruption == .noWorker && process.standstill == nil)
        let words = "failed to start a process for a class: Resource temporarily unavailable, for 5 s; "
        #expect(keep.complaint?.hasPrefix(words) == true)
    }

    @Test("a worker that has its process after all is no shortage any more")
    func refusalPasses() throws {
        let keep = try Keep(jobs: 1)
        let (process, worker) = try refused(keep)
        for time in [100, 150] { keep.turn(at: UInt64(time)) }
        #expect(worker.takeAnswers() == [.go] && keep.complaint != nil)
        worker.enter(.beginClass)
        keep.turn(at: 160)
        #expect(process.forkFailure == nil && keep.complaint == nil && keep.pool.interruption == nil)
    }

    @Test("a worker that alone is refused processes, though nothing runs, is asked to give up")
    func ownRefusal() throws {
        let keep = try Keep(jobs: 1)
        let (process, worker) = try refused(keep)
        var answers: [HostAnswer] = []
        for time in stride(from: 100, through: 700, by: 50) {
            keep.turn(at: UInt64(time))
            answers += worker.takeAnswers()
            if process.forkFailure?.isAsking == false { process.note(refusal: EAGAIN) }
            if answers.last == .giveUp { break }
        }
        #expect(answers == Array(repeating: .go, count: 10) + [.giveUp] && keep.pool.interruption == nil)
    }

    @Test("while another worker runs something, a refusal is nobody's fault, however long it lasts")
    func refusalBesideOthers() throws {
        let keep = try Keep()
        keep.turn(at: 0)
        let processes = keep.pool.workers
        for (index, worker) in keep.starter.workers.enumerated() { #expect(worker.takeUnit() == UInt32(index)) }
        keep.starter.workers[0].enter(.idle)
        _ = keep.starter.workers[0].takeAnswers()
        processes[0].note(refusal: ENOMEM)
        for time in stride(from: 100, to: 20_000, by: 50) {
            keep.turn(at: UInt64(time))
            if time > 100 { #expect(keep.starter.workers[0].takeAnswers() == [.go]) }
            processes[0].note(refusal: ENOMEM)
        }
        #expect(keep.pool.interruption == nil && processes[0].stoodStill == nil)
    }

    @Test("a worker that waits for a case of another that measures is not ended for it")
    func waitForMeasuring() throws {
        let keep = try Keep()
        keep.turn(at: 0)
        let (processes, workers) = (keep.pool.workers, keep.starter.workers)
        for (index, worker) in workers.enumerated() { #expect(worker.takeUnit() == UInt32(index)) }
        workers[0].enter(.runCase)
        workers[1].enter(.idle)
        table_store(&keep.table.header.pointee.measuring, UInt32(workers[0].pid))
        for time in stride(from: 100, to: 40_000, by: 100) { keep.turn(at: UInt64(time)) }
        #expect(processes[1].stoodStill == nil)
        // Nobody measures any more.
        table_store(&keep.table.header.pointee.measuring, 0)
        for time in stride(from: 40_000, to: 80_000, by: 100) { keep.turn(at: UInt64(time)) }
        #expect(processes[1].stoodStill != nil && processes[0].stoodStill == nil)
    }
}
