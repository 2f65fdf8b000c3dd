// SPDX-License-Identifier: MIT

import Glibc
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The workers of a run: places, waiting, ends.
struct WorkerPoolTests {
    /// The shared memory.
    private let table: RunTable
    /// The pipe by which interrupts come.
    private let interrupts: WorkerPipes
    /// The processes.
    private let starter = FakeStarter()
    /// The pool.
    private let pool: WorkerPool
    /// The start of the workers.
    private let start: WorkerStart

    /// Makes a pool of two.
    init() throws {
        table = try RunTable()
        interrupts = try WorkerPipes()
        pool = WorkerPool(table: table, interrupts: interrupts.messages.read, jobs: 2, starter: starter)
        _ = fcntl(interrupts.messages.read, F_SETFL, O_NONBLOCK)
        start = WorkerStart(
            RunFacts(
                files: [], paths: [], isLive: true, keepsAllOutput: false, leaks: .off, isolation: .worker, seed: 1,
                platforms: Platforms(), attachments: AttachmentPlace(given: nil, temporary: "/nowhere", token: 0)))
    }

    /// A signal comes to the host.
    private func interrupt(by signal: Int32) {
        var byte = UInt8(signal)
        #expect(write(interrupts.messages.write, &byte, 1) == 1)
    }

    @Test(
        "a worker whose pipe nobody writes to has not left while its child has the stage of one that has",
        .timeLimit(.minutes(60)))
    func childIsGone() throws {
        let worker = try pool.start(start, at: 0)
        let fake = try #require(starter.workers.first)
        fake.hangUp()
        // A process that another test starts may have the pipe's end until it is another program.
        repeat { _ = worker.receive() } while !worker.isHungUp
        fake.enter(.gone)
        table.worker(0).process = fake.pid + 1
        #expect(!worker.hasLeft(table))
        table.worker(0).process = fake.pid
        #expect(worker.hasLeft(table))
    }

    @Test("each worker has a place of its own, up to the number of jobs")
    func places() throws {
        #expect(pool.freePlace == 0)
        try pool.start(start, at: 0)
        try pool.start(start, at: 1)
        #expect(pool.freePlace == nil && pool.workers.map(\.index) == [0, 1])
        let first = try #require(pool.worker(at: 0))
        starter.workers[0].exit(0)
        _ = pool.take(first, hasEnded: true)
        pool.forget(first)
        #expect(pool.freePlace == 0 && pool.worker(at: 0) == nil && pool.worker(at: 1) != nil)
        pool.endAll()
    }

    @Test("waiting says which workers have ended, and how they did")
    func ends() throws {
        try pool.start(start, at: 0)
        try pool.start(start, at: 1)
        #expect(pool.wait(0).isEmpty)
        starter.workers[1].exit(3)
        #expect(pool.wait(10_000) == [1])
        let second = try #require(pool.worker(at: 1))
        let end = pool.take(second, hasEnded: true)
        #expect(end.exited == 1 && end.value == 3)
        pool.endAll()
    }

    @Test("a message ends the wait, and is nobody's end")
    func message() throws {
        let worker = try pool.start(start, at: 0)
        starter.workers[0].send(.ready)
        #expect(pool.wait(10_000).isEmpty && worker.receive() == [.ready])
        pool.endAll()
    }

    @Test("ending all leaves no process behind, and forgets the workers")
    func endAll() throws {
        try pool.start(start, at: 0)
        try pool.start(start, at: 1)
        pool.endAll()
        #expect(pool.workers.isEmpty)
        for worker in starter.workers { #expect(kill(worker.pid, 0) == -1 && errno == ESRCH) }
    }

    @Test("a worker that has left is waited for behind the report, and ended if it stays")
    func leaving() throws {
        let worker = try pool.start(start, at: 0)
        let end = pool.take(worker, hasEnded: false)
        #expect(end.isClean && kill(worker.pid, 0) == 0)
        pool.forget(worker)
        pool.awaitLeaving()
        #expect(kill(worker.pid, 0) == -1)
    }

    @Test("a signal to the host cuts the run short")
    func interrupted() throws {
        #expect(pool.interruption == nil)
        interrupt(by: SIGINT)
        _ = pool.wait(10_000)
        #expect(pool.interruption == .signal(SIGINT))
    }

    @Test("a worker that is asked to end gets a signal, then another, then its end")
    func escalation() throws {
        let worker = try pool.start(start, at: 0)
        let pid = worker.pid
        #expect(!worker.isCondemned)
        worker.escalate(pid, now: worker.since + 1)
        #expect(worker.isCondemned)
        #expect(pool.wait(10_000) == [0])
        #expect(pool.take(worker, hasEnded: true).value == SIGTERM)
    }

    @Test("a number of a process that is not the worker's is never signalled")
    func foreignProcess() throws {
        let worker = try pool.start(start, at: 0)
        let other = try pool.start(start, at: 1)
        worker.signal(other.pid, SIGKILL)
        #expect(pool.wait(10_000) == [0] && kill(other.pid, 0) == 0)
        pool.endAll()
    }
}

/// The steps by which a process is made to end.
struct TerminationStepsTests {
    /// A second.
    private static let second: UInt64 = 1_000_000_000

    @Test("a process that has a handler writes its backtrace first, and is given the time for it")
    func backtrace() {
        var step = TerminationSteps(of: 7, since: 1, now: 0, catchesQuit: true)
        #expect(step.signal == SIGQUIT)
        let early = step.takeStep(now: 5 * Self.second, .begun)
        #expect(!early && step.signal == SIGQUIT)
        let isDone = step.takeStep(now: 5 * Self.second, .done)
        #expect(isDone && step.signal == SIGTERM)
        let again = step.takeStep(now: 5 * Self.second + 1, .done)
        #expect(!again)
        let last = step.takeStep(now: 7 * Self.second, .done)
        #expect(last && step.signal == SIGKILL && step.kills == 1)
    }

    @Test("one that never finishes its backtrace, or begins none, is asked to end all the same")
    func noBacktrace() {
        for (backtrace, seconds) in [(TerminationSteps.Backtrace.none, UInt64(2)), (.begun, 21)] {
            var step = TerminationSteps(of: 7, since: 1, now: 0, catchesQuit: true)
            let isTaken = step.takeStep(now: seconds * Self.second, backtrace)
            #expect(isTaken && step.signal == SIGTERM)
        }
    }

    @Test("where nobody sees that it has ended, it is killed again and again")
    func kills() {
        var step = TerminationSteps(of: 7, since: 1, now: 0, catchesQuit: false)
        #expect(step.signal == SIGTERM)
        for number in 1...3 {
            let isTaken = step.takeStep(now: UInt64(number) * 2 * Self.second, .none)
            #expect(isTaken && step.kills == number)
        }
    }
}
