// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// One run of a plan by workers that do what a test says: what the host tells, and whom it starts.
struct PlanExecutionTests {
    /// A run, and what came of it.
    private final class Run {
        /// The shared memory.
        let table: RunTable
        /// The plan.
        let plan: Plan
        /// The workers.
        let starter = FakeStarter()
        /// The pool of them.
        let pool: WorkerPool
        /// All events but those that only pass the time.
        private(set) var events: [Event] = []
        /// The findings in the end.
        private(set) var findings = BundleFindings(count: 1)
        /// A pipe to which no interrupt comes.
        private let interrupts: WorkerPipes

        /// The run itself.
        let execution: PlanExecution

        /// The events of a run as they come, and what is to be done before the host waits.
        private final class Tape {
            /// All events but those that only pass the time.
            var events: [Event] = []
            /// The next thing that a worker does.
            var step: () -> Void = {}
            /// What the host does with each event.
            var report: (Event) -> Void = { _ in }
        }
        /// The events as they come.
        private let tape = Tape()

        /// Prepares a run of some classes.
        init(
            _ classes: [FakeClass] = [FakeClass("M.A", ["testX", "testY"])], isolation: Isolation = .worker,
            failureLimit: Int? = nil, deadline: UInt64? = nil, jobs: Int = 1
        ) throws {
            let registry = try Registry.of(classes)
            plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
            table = try RunTable()
            interrupts = try WorkerPipes()
            pool = WorkerPool(table: table, interrupts: interrupts.messages.read, jobs: jobs, starter: starter)
            let facts = RunFacts.ofOneBundle(isolation: isolation)
            let tape = tape
            var trial = Trial(plan)
            trial.failureLimit = failureLimit.map { FailureLimit($0) }
            trial.deadline = deadline
            execution = try PlanExecution(
                trial, registry, in: pool, WorkerStart(facts), limits: RunLimits(load: 60, run: 60)
            ) { event in
                if case .waiting = event { return tape.step() }
                tape.events.append(event)
                tape.report(event)
            }
        }

        deinit { table.unmap() }

        /// Has something done with each event.
        func report(by report: @escaping (Event) -> Void) { tape.report = report }

        /// Runs the plan; each time before the host waits, one more of the steps is taken.
        ///
        /// Each step ends with something to wait for. While there is no worker, there is none. A run that goes on after the last
        /// one is cut short.
        func run(_ steps: [(FakeStarter) -> Void]) throws {
            var left = steps[...]
            tape.step = { [pool, starter] in
                if pool.workers.isEmpty { return }
                guard let step = left.popFirst() else { return pool.interrupt(by: .signal(SIGTERM)) }
                step(starter)
            }
            defer { tape.step = {} }
            try execution.run()
            events = tape.events
            findings = execution.start.findings
            #expect(left.isEmpty, "the run ended before its last step")
        }

        /// The same by one worker, which does all in one step.
        func runOne(_ step: @escaping (FakeWorker) -> Void) throws { try run([{ step($0.workers[0]) }]) }

        /// The results of the plan's cases, in the order of the plan; nil where none was reported.
        var outcomes: [Outcome?] {
            plan.slots.map { slot in results.first { $0.slot == slot }?.outcome }
        }

        /// The results of cases, in the order in which they were told.
        var results: [CaseResult] {
            events.compactMap { if case .caseEnded(let result) = $0 { result } else { nil } }
        }

        /// The results of classes.
        var units: [UnitResult] {
            events.compactMap { if case .unitEnded(let result) = $0 { result } else { nil } }
        }

        /// The messages of issues that belong to no case.
        var runIssues: [String] {
            events.compactMap { if case .runIssue(let issue) = $0 { issue.message } else { nil } }
        }
    }

    @Test("a run without trouble: each case and class is reported once, in order, by one worker")
    func goodRun() throws {
        let run = try Run([FakeClass("M.A", ["testX", "testY"]), FakeClass("M.B", ["testZ"])])
        try run.run([{ $0.workers[0].runAll() }])
        #expect(run.results.map(\.slot) == run.plan.slots && run.outcomes.allSatisfy { $0 == .passed })
        #expect(run.units.map(\.classIndex) == run.plan.units.map(\.classIndex) && run.starter.workers.count == 1)
        #expect(run.runIssues.isEmpty && run.pool.interruption == nil && !run.pool.hasLostWorkers)
        #expect(run.starter.workers[0].takeGoes() == 1)
    }

    @Test("a case that ends its worker has crashed, and another worker runs the rest of its class")
    func crash() throws {
        let run = try Run()
        try run.run([
            { starter in
                let worker = starter.workers[0]
                #expect(worker.takeUnit() == 0)
                worker.setUp(0)
                worker.begin(0)
                worker.note("Suite.swift", 7)
                worker.die(SIGSEGV)
            }, { $0.workers[1].runAll() },
        ])
        #expect(run.outcomes == [.crashed, .passed] && run.starter.workers.count == 2 && run.pool.hasLostWorkers)
        let issue = try #require(run.results.first?.issues.first)
        #expect(issue.kind == .crash && issue.message.contains("SIGSEGV"))
        #expect(issue.file == "Suite.swift" && issue.line == 7)
        #expect(run.units.count == 1 && run.units.first?.isAbnormal == false)
    }

    @Test("a worker that dies in a set-up loses its class, and no other")
    func deathInSetUp() throws {
        let run = try Run([FakeClass("M.A", ["testX", "testY"]), FakeClass("M.B", ["testZ"])])
        try run.run([
            { starter in
                #expect(starter.workers[0].takeUnit() == 0)
                starter.workers[0].exit(3)
            }, { $0.workers[1].runAll() },
        ])
        let first = run.plan.units[0]
        for (place, outcome) in run.outcomes.enumerated() {
            #expect(outcome == (first.slots.contains(place) ? .notRun : .passed))
        }
        #expect(run.units.first?.isAbnormal == true && run.units.last?.isAbnormal == false)
        #expect(run.units.first?.issues.first?.message.contains("exit status 3") == true)
    }

    @Test("a worker that dies between two classes loses nothing, and that is reported")
    func strayDeath() throws {
        let run = try Run()
        try run.run([{ $0.workers[0].die(SIGKILL) }, { $0.workers[1].runAll() }])
        #expect(run.outcomes == [.passed, .passed])
        #expect(run.runIssues.count == 1 && run.runIssues[0].contains("SIGKILL"))
    }

    @Test("workers that die again and again before they have done anything end the run")
    func strayDeaths() throws {
        let run = try Run()
        try run.run((0..<8).map { number in { (starter: FakeStarter) in starter.workers[number].die(SIGABRT) } })
        #expect(run.pool.interruption == .lostWorkers && run.starter.workers.count == 8)
        #expect(run.outcomes == [nil, nil])
    }

    @Test("a system that refuses a replacement is asked again, and no result is lost")
    func refusedReplacement() throws {
        let run = try Run([FakeClass("M.A", ["testX"]), FakeClass("M.B", ["testZ"])])
        try run.run([
            { starter in
                let worker = starter.workers[0]
                worker.setUp(worker.takeUnit() ?? 9)
                worker.begin(0)
                starter.refusals = 2
                worker.die(SIGSEGV)
            }, { $0.workers[1].runAll() },
        ])
        #expect(run.outcomes == [.crashed, .passed] && run.starter.workers.count == 2 && run.starter.refusals == 0)
        #expect(run.pool.interruption == nil && run.runIssues.isEmpty)
    }

    @Test("what a worker says goes to the case that it is about; what comes late is distinguished")
    func messages() throws {
        let run = try Run()
        let issue = Issue(kind: .assertion, message: "not so")
        try run.runOne { worker in
            worker.beginUnit()
            worker.send(.remark(.issue(issue), activity: Activity.run(slot: 0).number, isLate: false))
            worker.send(.remark(.log("a remark"), activity: Activity.run(slot: 0).number, isLate: false))
            worker.run(0, .failed)
            worker.send(.remark(.skip(reason: "not today"), activity: Activity.run(slot: 1).number, isLate: false))
            worker.run(1, .skipped)
            worker.send(.remark(.issue(issue), activity: Activity.run(slot: 0).number, isLate: true))
            worker.finish(0)
            worker.leave()
        }
        #expect(run.outcomes == [.failed, .skipped])
        #expect(run.results[0].issues.map(\.message) == ["not so"] && run.results[0].logs == ["a remark"])
        #expect(run.results[1].reason == .skipped("not today"))
        let late = run.events.compactMap { if case .lateIssue(_, let subject) = $0 { subject } else { nil } }
        #expect(late == [.slot(run.plan.slots[0])])
    }

    @Test("a bundle that cannot be opened again is reported once, and later workers know of it")
    func loadFault() throws {
        let run = try Run()
        let fault = WorkerMessage.loadFault(bundle: 0, LoadFault(received: .badFile, "it is gone"))
        try run.runOne { worker in
            _ = worker.takeUnit()
            worker.send(fault)
            worker.send(fault)
            run.table.written(by: 0).unit(0).beginState = .failed
            worker.finish(0)
            worker.leave()
        }
        let faults = run.events.count { if case .bundleFaulted = $0 { true } else { false } }
        #expect(faults == 1 && run.findings.excluded.contains(0) && run.outcomes == [.notRun, .notRun])
        #expect(run.results.map(\.reason) == [.bundleLost, .bundleLost])
    }

    @Test("a worker that ends while it forks, with other bundles open, loses nothing; the next one has none")
    func deathInCompany() throws {
        let run = try Run([FakeClass("M.A", ["testX"]), FakeClass("M.B", ["testZ"])], isolation: .class)
        try run.run([
            { starter in
                run.pool.workers[0].bundles = [1]
                _ = starter.workers[0].takeUnit()
                starter.workers[0].enter(.forking)
                starter.workers[0].exit(0)
            },
            { starter in
                #expect(starter.workers[1].start.eager.isEmpty)
                starter.workers[1].runAll()
            },
        ])
        #expect(run.outcomes == [.passed, .passed] && run.runIssues.isEmpty && run.pool.hasLostWorkers)
        #expect(run.findings.faults.isEmpty)
    }

    @Test("the child of a worker that ends is dealt with, and its worker goes on")
    func childDeath() throws {
        let run = try Run(isolation: .case)
        try run.run([
            { starter in
                let worker = starter.workers[0]
                #expect(worker.takeGoes() == 1)
                worker.beginUnit()
                worker.begin(0)
                worker.send(.childEnded(hasExited: false, value: SIGBUS))
            },
            { starter in
                #expect(starter.workers[0].takeGoes() == 1)
                starter.workers[0].run(1)
                starter.workers[0].finish(0)
                starter.workers[0].leave()
            },
        ])
        #expect(run.outcomes == [.crashed, .passed] && run.starter.workers.count == 1)
    }

    @Test("a run that is cut short ends its workers and shows what has ended")
    func interrupted() throws {
        let run = try Run()
        try run.runOne { worker in
            worker.beginUnit()
            worker.run(0)
            worker.begin(1)
            run.pool.interrupt(by: .runTimeout)
        }
        #expect(run.outcomes == [.passed, .notRun] && run.pool.workers.isEmpty)
        #expect(run.results.last?.reason == .interrupted && run.results.last?.issues.count == 1)
        #expect(kill(run.starter.workers[0].pid, 0) == -1, "the worker lives")
    }

    @Test("nothing more is started once as much has failed as may")
    func failureLimit() throws {
        let run = try Run(failureLimit: 1)
        try run.runOne { worker in
            worker.beginUnit()
            worker.run(0, .failed)
            worker.finish(0)
            worker.leave()
        }
        #expect(run.outcomes == [.failed, .notRun] && run.results.last?.reason == .stopped)
    }

    @Test("the deadline of a trial ends what runs, and is no interruption of the run")
    func deadline() throws {
        let run = try Run(deadline: 1)
        try run.runOne { worker in
            worker.beginUnit()
            worker.begin(0)
        }
        #expect(run.execution.isOutOfTime && run.pool.interruption == nil && run.results.isEmpty)
        #expect(kill(run.starter.workers[0].pid, 0) == -1, "the worker lives")
    }

    @Test("a worker whose results were written over is ended with its case, and another one runs the rest")
    func overwrittenResults() throws {
        let run = try Run([FakeClass("M.A", ["testX", "testY", "testZ"])])
        try run.run([
            { starter in
                starter.workers[0].beginUnit()
                starter.workers[0].run(0)
                starter.workers[0].begin(1)
                run.table.written(by: 0).units[0].is_closed = .max
            },
            { starter in
                #expect(starter.workers.count == 1, "it is ended first")
                starter.workers[0].awaitKill()
            },
            { starter in
                // What something that the worker left writes to its pages by now is nobody's.
                run.table.written(by: 0).slots[2].state = SlotState.waiting.rawValue
                starter.workers[1].runAll()
            },
        ])
        #expect(run.pool.interruption == nil && run.outcomes == [.passed, .crashed, .passed])
        #expect(run.results[1].issues.map(\.message).first?.contains("overwrote the memory") == true)
        #expect(run.results[1].duration < 60_000_000_000, "when it began, nobody knows")
    }

    @Test("a mark that the run is to stop counts only where failures may stop it, and is a fault where nothing failed")
    func forgedStop() throws {
        for limit in [nil, 1] {
            let run = try Run(failureLimit: limit)
            try run.runOne { worker in
                run.table.header.pointee.is_stopping = .max
                worker.runAll()
            }
            #expect(run.pool.interruption == (limit == nil ? nil : .lostTable))
            #expect(run.runIssues.count == (limit == nil ? 0 : 1))
            if limit == nil { #expect(run.outcomes == [.passed, .passed]) }
        }
    }

    /// What may keep the host for long.
    enum Hindrance: CaseIterable {
        /// A terminal, or another reader of a report, that reads nothing.
        case reader
        /// The process that looks up the names of a crash's frames.
        case symbols
        /// Results, of which so many have ended that their reports take seconds.
        case results
    }

    @Test("while the host is kept by something slow, a worker receives the next class", arguments: Hindrance.allCases)
    func served(hindrance: Hindrance) throws {
        let methods = (0..<(hindrance == .results ? 250 : 1)).map { FakeCase(stringLiteral: "test\($0)") }
        let run = try Run((0..<8).map { FakeClass("M.C\($0)", methods) }, jobs: 2)
        let ends = try PipeEnds()
        defer { withExtendedLifetime(ends) {} }
        let pipe = (read: ends.read, write: ends.write)
        let length = 200_000
        // Of the thread, until it has ended.
        nonisolated(unsafe) let (worker, table) = ({ run.starter.workers[1] }, run.table)
        nonisolated(unsafe) var (begun, given): (UInt32?, UInt32?) = (nil, nil)
        // Those that nobody has when the host begins to wait.
        nonisolated(unsafe) var waiting: Set<UInt32> = []
        /// Runs classes until it receives one that waited, and then gives the host what it waits for.
        let goOn = { @Sendable in
            let deadline = worker_now() + 60_000_000_000
            while given == nil, worker_now() < deadline {
                if let unit = begun {
                    worker().runWhole(unit)
                } else {
                    usleep(1000)
                }
                begun = worker().takeUnit()
                if let unit = begun, waiting.contains(unit) { given = unit }
            }
            switch hindrance {
            case .symbols, .results: _ = write(pipe.write, "x", 1)
            case .reader:
                var (bytes, left) = ([UInt8](repeating: 0, count: 4096), length)
                while left > 0 { left -= max(0, read(pipe.read, &bytes, bytes.count)) }
            }
        }
        var (thread, hasReported): (Joined?, Bool) = (nil, false)
        run.report { event in
            guard case .caseEnded = event, !hasReported else { return }
            if thread == nil {
                waiting = Set((0..<8).filter { run.table.unit($0).owner == nil })
                thread = Joined(goOn)
            }
            hasReported = true
            switch hindrance {
            case .symbols: _ = LongWait.wait(for: pipe.read, POLLIN, within: 300_000)
            case .reader:
                var output = TextOutput(pipe.write)
                output.write(String(repeating: "x", count: length))
                output.flush()
            case .results:
                // Each takes 20 ms, until the worker has gone on.
                var entry = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
                hasReported = poll(&entry, 1, 20) > 0
            }
        }
        try run.run([
            { starter in
                guard let unit = starter.workers[0].takeUnit(), let other = starter.workers[1].takeUnit() else {
                    return
                }
                begun = other
                starter.workers[0].runWhole(unit)
            },
            { starter in
                thread?.join()
                guard let unit = given else { return }
                starter.workers[1].runWhole(unit)
                starter.workers[0].runAll()
                starter.workers[1].runAll()
            },
        ])
        // It is reported when the wait is over.
        let unit = try #require(given)
        #expect(run.outcomes[Int(table.unit(unit).slots.lowerBound)] == .passed)
    }

    @Test("messages that a worker could not send are reported")
    func lostMessages() throws {
        let run = try Run()
        try run.runOne { worker in
            run.table.worker(0).record.pointee.lost_messages = 2
            worker.runAll()
        }
        #expect(run.runIssues.count == 1 && run.runIssues[0].contains("lost 2 messages"))
    }

    @Test("as many workers as there are jobs share the classes")
    func severalWorkers() throws {
        let classes = (1...3).map { FakeClass("M.C\($0)", ["testX"]) }
        let run = try Run(classes, jobs: 2)
        try run.run([
            { starter in
                #expect(starter.workers.map(\.index) == [0, 1])
                let units = starter.workers.map { $0.takeUnit() }
                #expect(units == [0, 1])
                for worker in starter.workers {
                    worker.setUp(UInt32(worker.index))
                    worker.run(UInt32(worker.index))
                    worker.finish(UInt32(worker.index))
                }
            }, { $0.workers[0].runAll() }, { $0.workers[1].leave() },
        ])
        #expect(run.results.map(\.worker) == [0, 1, 0])
    }
}

/// A thread that can be waited for.
private final class Joined {
    /// The thread.
    private var thread = pthread_t()

    /// Starts it.
    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(body as AnyObject)
        pthread_create(
            &thread, nil,
            { place in
                let body =
                    place.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() } as? @Sendable () -> Void
                body?()
                return nil
            }, box.toOpaque())
    }

    /// Waits until it has ended.
    func join() { pthread_join(thread, nil) }
}
