// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// A worker's reading of the answers of a bundle's functions, in the process of the tests.
struct WorkerTests {
    /// A worker at the first place of a table in which a plan stands.
    private struct Stage {
        /// The shared memory as the host has it.
        let shared: RunTable
        /// The same with the results as the worker writes them.
        let table: RunTable
        /// The worker.
        var worker: Worker
        /// The bundle whose classes it runs.
        let bundle: FakeBundle
        /// The pipes between it and the host.
        private let pipes: WorkerPipes

        /// Prepares a worker for a bundle, of whose first class it runs the cases.
        init(_ classes: [FakeClass], failureLimit: Int? = nil, limit: UInt64 = .max, jobs: Int = 1) throws {
            let registry = try Registry.of(classes)
            var plan = PlanBuilder.plan(
                registry, selection: try Selection(in: registry), focus: .all, seed: 1,
                order: PlanBuilder.Order(jobs: jobs))
            let slots = plan.slots.sorted { ($0.caseIndex, $0.exampleIndex) < ($1.caseIndex, $1.exampleIndex) }
            plan = Plan(
                seed: 1, units: plan.units, slots: slots, unsupported: [],
                focus: FocusEffect(), filteredOut: 0)
            shared = try RunTable()
            try shared.store(plan, registry, failureLimit: failureLimit.map { FailureLimit($0) }, limit: limit)
            // A worker that finds that its pages are no other process's ends its process, which is that of all tests here.
            try shared.openPages(ofWorker: 0)
            table = shared.written(by: 0)
            bundle = FakeBundle(classes)
            pipes = try WorkerPipes()
            _ = fcntl(pipes.messages.read, F_SETFL, O_NONBLOCK)
            table.worker(0).process = getpid()
            // No host is there whose look a worker could wait for.
            table.hasLooked(at: .max)
            let pipe = WorkerPipe(
                dup(pipes.messages.write), host: getpid(), peer: -1, isWriting: true, mark: pipes.mark)
            let control = WorkerPipe(
                dup(pipes.control.read), host: getpid(), peer: -1, isWriting: false, mark: pipes.mark)
            let start = WorkerStart(.ofOneBundle())
            // It has seeded nothing: the tests go on in this process, whose tables stay as they are.
            worker = Worker(start, RandomSeeder(start), table: table, index: 0, pipe: pipe, control: control)
        }

        /// Runs the first class of the plan; what the worker said of it.
        mutating func run() -> [WorkerMessage] {
            worker.runUnit(table.unit(0).slots, bundle.interface)
            return pipes.takeMessages()
        }

        /// The host's orders, as they stand in the pipe.
        func send(_ orders: [HostOrder]) {
            let records = orders.map { $0.encoded(mark: pipes.mark) }
            precondition(
                write(pipes.control.write, records, records.count * 8) == records.count * 8, "the pipe is full")
        }

        /// The states of the class's cases.
        var states: [SlotState?] { table.unit(0).slots.map { table.slot($0).state } }
    }

    @Test("each case has the state that its bundle's function says")
    func states() throws {
        var stage = try Stage([FakeClass("M.A", ["testA", "testB", "testC", "testD"])])
        let answers = [TESTKIT_PASSED, TESTKIT_FAILED, TESTKIT_SKIPPED].map(\.rawValue) + [77]
        stage.bundle.answers = FakeBundle.Answers(run: { _, _, index, _ in answers[Int(index)] })
        let messages = stage.run()
        #expect(stage.states == [.passed, .failed, .skipped, .invalid] && messages.isEmpty)
        #expect(stage.table.unit(0).beginState == .passed && stage.table.unit(0).endState == .passed)
        let calls = ["begin 0", "run 0 0", "run 0 1", "run 0 2", "run 0 3", "end 0"]
        #expect(stage.bundle.calls == calls)
    }

    @Test("slices that follow each other have one set-up and one tear-down; each is closed before the next begins")
    func slices() throws {
        var large = FakeClass("M.A", ["testA", "testB", "testC"])
        large.flags |= TESTKIT_CLASS_DIVISIBLE.rawValue
        var stage = try Stage([large], jobs: 2)
        let table = stage.table
        let slices = 0..<3 as Range<UInt32>
        try #require(table.unitCount == 3 && slices.allSatisfy { table.unit($0).isSlice })
        let orders = [1, 2].map { HostOrder.run($0, asksForMore: $0 == 2, isKept: false) }
        stage.send(orders + [.leave])
        var closed: [[Bool]] = []
        stage.bundle.answers = FakeBundle.Answers(run: { _, _, _, _ in
            closed.append(slices.map { table.unit($0).isClosed })
            return TESTKIT_PASSED.rawValue
        })
        let messages = stage.run()
        #expect(stage.bundle.calls == ["begin 0", "run 0 0", "run 0 1", "run 0 2", "end 0"])
        #expect(closed == [[false, false, false], [true, false, false], [true, true, false]])
        #expect(slices.allSatisfy { table.unit($0).beginState == .passed && table.unit($0).endState == .passed })
        #expect(messages == [.needsUnits] && stage.worker.unit == 2)
        // What is no slice of it waits for its turn.
        #expect(stage.worker.orderReader.order {} == .leave)
    }

    @Test("a class that cannot be set up runs no case, and is torn down", arguments: [TESTKIT_FAILED, TESTKIT_SKIPPED])
    func failedSetUp(status: testkit_status) throws {
        var stage = try Stage([FakeClass("M.A", ["testA"])])
        stage.bundle.answers = FakeBundle.Answers(begin: { _, _ in status.rawValue })
        _ = stage.run()
        #expect(stage.table.unit(0).beginState == (status == TESTKIT_FAILED ? .failed : .skipped))
        #expect(stage.states == [.waiting] && stage.bundle.calls == ["begin 0", "end 0"])
    }

    @Test("a case that another worker has run is not run again")
    func onlyWhatWaits() throws {
        var stage = try Stage([FakeClass("M.A", ["testA", "testB"])])
        stage.shared.slot(0).state = .lost
        _ = stage.run()
        #expect(stage.states == [.waiting, .passed] && stage.bundle.calls == ["begin 0", "run 0 1", "end 0"])
    }

    @Test("an issue fails its case whatever the bundle returns, and is in the pipe before the state")
    func issues() throws {
        var stage = try Stage([FakeClass("M.A", ["testA", "testB"])])
        let host = stage.worker.host
        stage.bundle.answers = FakeBundle.Answers(run: { activity, _, index, _ in
            if index == 0 { FakeBundle.report("not so", to: host.pointer, activity) }
            return TESTKIT_PASSED.rawValue
        })
        let messages = stage.run()
        #expect(stage.states == [.failed, .passed] && messages.count == 1)
        guard case .remark(.issue(let issue), let activity, let isLate) = messages.first else { return }
        #expect(issue.message == "not so" && activity == Activity.run(slot: 0).number && !isLate)
    }

    @Test("nothing more is started once as much has failed as may")
    func failureLimit() throws {
        var stage = try Stage([FakeClass("M.A", ["testA", "testB"])], failureLimit: 1)
        stage.bundle.answers = FakeBundle.Answers(run: { _, _, _, _ in TESTKIT_FAILED.rawValue })
        _ = stage.run()
        #expect(stage.states == [.failed, .waiting] && stage.table.isStopping)
    }

    @Test("what comes back behind its limit has failed, whatever it returns")
    func overdue() throws {
        var stage = try Stage([FakeClass("M.A", ["testA"])], failureLimit: 1, limit: 1)
        let messages = stage.run()
        // No look at the clock comes within a nanosecond of another.
        #expect(stage.table.unit(0).beginState == .failed && stage.table.isStopping)
        let kinds = messages.compactMap { if case .remark(.issue(let issue), _, _) = $0 { issue.kind } else { nil } }
        #expect(!kinds.isEmpty && kinds.allSatisfy { $0 == .timeout })
        // A case has a limit of its own.
        var other = try Stage([FakeClass("M.A", ["testA", "testB"])], failureLimit: 1, limit: 1)
        other.table.planUnits[0].limit = .max
        _ = other.run()
        #expect(other.states == [.overdue, .waiting] && other.table.isStopping)
    }

    @Test("an example is found by its name where its source gives another order")
    func movedExample() throws {
        let entry = FakeCase("outlineTestA", examples: ["one", "two"])
        var stage = try Stage([FakeClass("M.A", [entry])])
        stage.bundle.renameExamples(ofCase: 0, to: ["two", "one"])
        _ = stage.run()
        #expect(stage.bundle.examplesRun == [1, 0] && stage.states == [.passed, .passed])
    }

    @Test("an example that is gone has failed, and says so")
    func lostExample() throws {
        var stage = try Stage([FakeClass("M.A", [FakeCase("outlineTestA", examples: ["one", "two"])])])
        stage.bundle.renameExamples(ofCase: 0, to: ["two", "three"])
        let messages = stage.run()
        #expect(stage.states == [.failed, .passed] && stage.bundle.examplesRun == [0])
        guard case .remark(.issue(let issue), _, _) = messages.first else { return }
        #expect(issue.message.contains("no longer exists"))
    }
}
