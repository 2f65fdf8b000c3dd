// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The listing of Swift Testing's tests in a test executable.
///
/// Of all processes that open the executable for a run, one makes the tests and keeps what it has found for the others (`KeptListing`): the
/// first, which goes on with the arguments that it has made. If that dies, the next one has a child do it, and so does one that may be
/// forked later: creating the tests runs the suite's code on libdispatch's queues, and after that a process must not be forked. Code
/// that ends or blocks the child loses only its own test or suite, since the next child skips that.
struct TestingListing {
    /// The longest time of one piece of the suite's code, in milliseconds.
    private static let patience: Int32 = 30_000

    /// The executable's path.
    private let program: String
    /// The records that make its tests.
    private let records: TestRecords
    /// The names of what makes them.
    private let names: RecordNames
    /// Which of them are listed.
    private let filter: ListingFilter
    /// The selection of the host.
    private let selection: AdapterSelection?

    /// Whether its code makes tests.
    private let makesTests: Bool

    /// Prepares the listing.
    init(
        _ image: TestImage, _ records: TestRecords, program: String, filter: ListingFilter,
        _ selection: AdapterSelection?
    ) {
        (self.program, self.records, self.filter, self.selection) = (program, records, filter, selection)
        names = RecordNames(records)
        makesTests = records.isEmpty && image.parts.contains { $0.file.imports(symbolPrefix: Self.makerPrefix) }
    }

    /// The beginning of the symbol of `Testing.Test.__function`, which every function with `@Test` calls.
    private static let makerPrefix = "$s7Testing4TestV10__function"

    /// The reason why no test would be listed though there are some.
    private static let unseen =
        "its code makes tests of Swift Testing, but has no records of them as the compilers of Swift 6.2 and 6.3 write them: "
        + "run them with `swift test`, and build with one of these versions to run them here"

    /// The tests, the suites and the start of a run, of Swift Testing.
    struct Found {
        /// The tests, by class, in the order of the image.
        var classes: [TestingSuite] = []
        /// The suites that are no classes.
        var suites: [ListedSuite] = []
        /// The record that Swift Testing writes to its event stream when a run starts.
        var runRecord: String?
    }

    /// The listing of a child.
    private struct List {
        /// The tests, in the order of the image.
        var tests: [ListedTest] = []
        /// The suites that are no classes.
        var suites: [ListedSuite] = []
        /// The record that Swift Testing writes to its event stream when a run starts; "" if that is not known.
        var runRecord = ""
        /// The tests whose arguments were made in this process, by record.
        var made: [Int: Test] = [:]

        /// Writes all that another process can use, or reads what was written.
        mutating func pass(through message: inout ListingMessage) {
            message.pass(&tests, ListedTest()) { $1.pass(through: &$0) }
            message.pass(&suites, ListedSuite()) { $1.pass(through: &$0) }
            message.pass(&runRecord)
        }
    }

    /// Returns the tests of the executable.
    func found() throws -> Found {
        if records.isEmpty {
            if makesTests { throw ELFFile.Fault(reason: Self.unseen) }
            return Found()
        }
        let list = try list()
        var suites: [String: Int] = [:]
        var tests: [(name: String, tests: [ListedTest])] = []
        for test in list.tests {
            let name = test.className
            if let index = suites[name] {
                tests[index].tests.append(test)
            } else {
                suites[name] = tests.count
                tests.append((name, [test]))
            }
        }
        let planner = TestPlanner(records, made: list.made)
        let classes = tests.map { name, tests in
            TestingSuite(
                name: name, tests: tests, planner: planner, resource: Self.resource(of: tests, among: list.tests),
                program: program)
        }
        return Found(classes: classes, suites: list.suites, runRecord: list.runRecord.isEmpty ? nil : list.runRecord)
    }

    /// The resource of the tests of a class: the suite around them of which one process runs tests at a time, if other classes are in
    /// it as well.
    private static func resource(of tests: [ListedTest], among all: [ListedTest]) -> String? {
        guard let own = tests.first(where: { !$0.owner.isEmpty }) else { return nil }
        return all.contains { $0.owner == own.owner && $0.className != own.className } ? own.owner : nil
    }

    /// Takes what another process has listed, or lists the tests: here, or in children until one of them comes to the end.
    private func list() throws -> List {
        let kept = KeptListing(selection?.listing ?? -1)
        var list = List()
        if var message = kept.message {
            list.pass(through: &message)
            return list
        }
        list = selection?.isForked == false && kept.begin() ? try listHere() : try listInChildren()
        var message = ListingMessage()
        list.pass(through: &message)
        kept.keep(message)
        return list
    }

    /// Lists the tests in this process, which goes on with what it has made; if one piece of code takes too long, the process ends.
    private func listHere() throws -> List {
        // A thread looks at the mark, and may do so once more after the end: it is not given back.
        let (mark, result, ends) = (try ListingMark(), Result(), try Self.pipe())
        Thread.detachNewThread {
            if Self.receive(from: ends.reading, mark) == nil { kill(getpid(), SIGKILL) }
            close(ends.reading)
        }
        MainQueue.wait { result.list = await read(leavingOut: [], mark) }
        close(ends.writing)
        return result.list
    }

    /// A pipe.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw ELFFile.Fault(reason: "no pipe for a listing of Swift Testing's tests")
        }
        return (ends[0], ends[1])
    }

    /// A list that is made while the main thread waits.
    private final class Result: @unchecked Sendable { var list = List() }

    /// Has children list the tests until one of them comes to the end.
    private func listInChildren() throws -> List {
        let mark = try ListingMark()
        defer { mark.free() }
        var broken: Set<ListingMark.Step> = []
        while true {
            mark.step = nil
            do {
                return try list(leavingOut: broken, mark)
            } catch {
                guard let step = mark.step, broken.insert(step).inserted else { throw error }
            }
        }
    }

    /// Lists the tests in a child; if the child dies, the mark names the record that it was at.
    private func list(leavingOut broken: Set<ListingMark.Step>, _ mark: ListingMark) throws -> List {
        let ends = try Self.pipe()
        fflush(nil)
        let child = adapter_fork()
        if child == 0 {
            MainQueue.wait {
                var (list, message) = (await read(leavingOut: broken, mark), ListingMessage())
                var generator = Int(bitPattern: adapter_generator_type())
                message.pass(&generator)
                list.pass(through: &message)
                FileHandle(fileDescriptor: ends.writing).write(Data(message.bytes))
            }
            // Not exit(3): nothing of the parent's is to be ended here.
            _exit(0)
        }
        close(ends.writing)
        defer { close(ends.reading) }
        guard child > 0 else { throw ELFFile.Fault(reason: "no process for a listing of Swift Testing's tests") }
        let bytes = Self.receive(from: ends.reading, mark)
        if bytes == nil { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0, let bytes, !bytes.isEmpty else {
            let signal = "signal \(status & 0x7F)"
            let end = status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : bytes == nil ? "no answer" : signal
            let what = "the process that listed its Swift Testing tests ended with \(end)"
            throw ELFFile.Fault(reason: what + ": traits, arguments and the globals that they use run there")
        }
        var (message, list, generator) = (ListingMessage(bytes), List(), 0)
        message.pass(&generator)
        adapter_set_generator_type(UnsafeRawPointer(bitPattern: generator))
        list.pass(through: &message)
        return list
    }

    /// Receives all that a child writes; nil if it stays with one piece of the suite's code for too long.
    private static func receive(from descriptor: Int32, _ mark: ListingMark) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let step = mark.step
            var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&place, 1, patience)
            if ready == 0, step != nil, mark.step == step { return nil }
            if ready <= 0 { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return bytes }
        }
    }

    /// Makes the tests and describes them.
    private func read(leavingOut broken: Set<ListingMark.Step>, _ mark: ListingMark) async -> List {
        let made = await records.tests(records.indices.filter { !broken.contains(.making($0)) }, mark: mark)
            .filter { !TestKitClasses.haveSuite(for: $0.test) }
        var (places, suites): ([Test.ID: Int], [Int: Test]) = ([:], [:])
        for (index, test) in made where test.isSuite { (places[test.id], suites[index]) = (index, test) }
        let missing = records.indices.filter { broken.contains(.making($0)) }
        var configuration = Configuration()
        configuration.isParallelizationEnabled = false
        // Of suites, those that are classes, and all that have a test somewhere in them.
        var (classes, occupied): (Set<Int>, Set<Int>) = ([], [])
        var result = List()
        var list: [ListedTest] = []
        list.reserveCapacity(made.count)
        for (index, test) in made where !test.isSuite {
            var listed = ListedTest(test, at: index, places)
            let outer = listed.suites.compactMap { suites[$0] }
            guard filter.contains(test.id, in: outer.map(\.id)) else { continue }
            listed.inherit(from: outer, test)
            if listed.hasRecordedSuite, let own = listed.suites.last { classes.insert(own) }
            occupied.formUnion(listed.suites)
            // A suite that cannot be made takes its tests with it.
            let lost = missing.filter { names[$0]?.holds(listed) == true }
            listed.suites += lost
            listed.isBroken = !lost.isEmpty || broken.contains(.reading(index))
            if test.isParameterized {
                listed.examples = []
                mark.step = .reading(index)
                if SuiteScope.hasScope(test, from: outer.flatMap(TestPlanner.inherited) + test.traits) {
                    // One scope for all arguments: they have one process and one result.
                    listed.examples = nil
                } else if !listed.isBroken, selection?.wants(listed) ?? true {
                    let found = await Self.examples(of: test, in: outer, configuration)
                    (listed.examples, listed.parameters) = (found.examples, found.parameters)
                    result.made[index] = found.test
                }
                mark.step = nil
            }
            list.append(listed)
        }
        list += missing.compactMap(names.test(at:)).filter { filter.contains($0.id, in: []) }
        let others = suites.keys.sorted().filter { !classes.contains($0) }.compactMap { index -> ListedSuite? in
            guard let suite = suites[index] else { return nil }
            let outer = Self.suites(around: suite, places).compactMap { suites[$0] }
            guard occupied.contains(index) || filter.contains(suite.id, in: outer.map(\.id)) else { return nil }
            return ListedSuite(suite, in: outer)
        }
        (result.tests, result.suites, result.runRecord) = (list, others, await EventRecords.ofRunStart() ?? "")
        return result
    }

    /// The records of the suites around a suite, the outer ones first.
    private static func suites(around suite: Test, _ places: [Test.ID: Int]) -> [Int] {
        var (found, next): ([Int], Test.ID?) = ([], suite.id.parent)
        while let id = next {
            if let place = places[id] { found.insert(place, at: 0) }
            next = id.parent
        }
        return found
    }

    /// A test's arguments, the names of its parameters where those are not its labels, and the test with the arguments made.
    ///
    /// No arguments if a condition keeps it from running here: then there is one result for all of it. Nothing else of a trait is run.
    private static func examples(
        of test: Test, in suites: [Test], _ configuration: Configuration
    ) async -> (examples: [String]?, parameters: [String], test: Test?) {
        let traits = test.traits
        let tests = (suites + [test]).map { test in
            var test = test
            test.traits = test.traits.filter { $0 is ConditionTrait }
            return test
        }
        let plan = await Testing.Runner.Plan(tests: tests, configuration: configuration)
        guard var step = plan.steps.first(where: { $0.test.id == test.id }), step.runs else { return (nil, [], nil) }
        step.test.traits = []
        let cases = await TestArguments.cases(of: step)
        step.test.traits = traits
        return (TestArguments.names(of: cases), TestArguments.parameters(of: cases), step.test)
    }
}
