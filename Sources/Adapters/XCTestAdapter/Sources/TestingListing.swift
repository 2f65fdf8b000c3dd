// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The listing of Swift Testing's tests in a test executable.
///
/// To make them runs the suite's code on libdispatch's queues, behind which this process could not be forked any more. So
/// a child does it, and says what it found by a pipe. An argument source that ends the child costs its own test alone:
/// another child leaves it out.
struct TestingListing {
    /// The executable's path.
    private let program: String
    /// The records that make its tests.
    private let records: TestRecords

    /// Prepares the listing.
    init(_ image: TestImage, program: String) {
        self.program = program
        records = TestRecords(of: image)
    }

    /// The tests, by class, in the order of the image.
    func classes() throws -> [TestingSuite] {
        if records.isEmpty { return [] }
        var suites: [String: Int] = [:]
        var tests: [(name: String, tests: [ListedTest])] = []
        for test in try list() {
            if let index = suites[test.className] {
                tests[index].tests.append(test)
            } else {
                suites[test.className] = tests.count
                tests.append((test.className, [test]))
            }
        }
        return tests.map { TestingSuite(name: $0.name, tests: $0.tests, records: records, program: program) }
    }

    /// Has children list the tests until one of them comes to the end.
    private func list() throws -> [ListedTest] {
        let size = MemoryLayout<Int>.size
        guard let shared = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
            shared != MAP_FAILED
        else { throw ELFFile.Fault(reason: "no memory for a listing of Swift Testing's tests") }
        defer { munmap(shared, size) }
        let reading = shared.assumingMemoryBound(to: Int.self)
        var broken: Set<Int> = []
        while true {
            reading.pointee = -1
            do {
                return try list(leavingOut: broken, reading)
            } catch {
                guard reading.pointee >= 0, broken.insert(reading.pointee).inserted else { throw error }
            }
        }
    }

    /// Has a child list the tests; where it stands when it ends, `reading` says whose arguments it was reading.
    private func list(leavingOut broken: Set<Int>, _ reading: UnsafeMutablePointer<Int>) throws -> [ListedTest] {
        let pipe = Pipe()
        fflush(nil)
        let child = adapter_fork()
        if child == 0 {
            nonisolated(unsafe) let reading = reading
            MainQueue.wait {
                let list = await read(leavingOut: broken, reading)
                var message = ListingMessage()
                message.put(list) { $1.write(to: &$0) }
                pipe.fileHandleForWriting.write(Data(message.bytes))
            }
            // Not exit(3): nothing of the parent's is to be ended here.
            _exit(0)
        }
        guard child > 0 else { throw ELFFile.Fault(reason: "no process for a listing of Swift Testing's tests") }
        try? pipe.fileHandleForWriting.close()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0, !data.isEmpty else {
            let end = status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
            let what = "the process that listed its Swift Testing tests ended with \(end)"
            throw ELFFile.Fault(reason: what + ": what runs there is traits, and the variables that they use")
        }
        var message = ListingMessage(Array(data))
        return message.array { ListedTest(from: &$0) }
    }

    /// Makes the tests and describes them, in the child.
    private func read(leavingOut broken: Set<Int>, _ reading: UnsafeMutablePointer<Int>) async -> [ListedTest] {
        let made = await records.tests(records.indices)
        var suites: [Test.ID: Int] = [:]
        for (index, test) in made where test.isSuite { suites[test.id] = index }
        let tests = Dictionary(uniqueKeysWithValues: made.map { ($0.index, $0.test) })
        var configuration = Configuration()
        configuration.isParallelizationEnabled = false
        var list: [ListedTest] = []
        for (index, test) in made where !test.isSuite {
            var listed = Self.describe(test, at: index, suites)
            listed.isBound = (listed.suites.compactMap { tests[$0] } + [test]).contains(where: Self.binds)
            if test.isParameterized {
                listed.examples = []
                listed.isBroken = broken.contains(index)
                if !listed.isBroken {
                    reading.pointee = index
                    let all = listed.suites.compactMap { tests[$0] } + [test]
                    let plan = await Testing.Runner.Plan(tests: all, configuration: configuration)
                    listed.examples = await Self.examples(of: test, in: plan)
                    reading.pointee = -1
                }
            }
            list.append(listed)
        }
        return list
    }

    /// Whether a test or a suite wants what is in it to run one by one, or has something set up for all of it.
    private static func binds(_ test: Test) -> Bool {
        func providesScope(_ trait: some Trait) -> Bool { trait.scopeProvider(for: test, testCase: nil) != nil }
        return test.traits.contains { trait in
            trait is ParallelizationTrait || test.isSuite && providesScope(trait)
        }
    }

    /// A test's arguments; nil if it is not to run here: then there is one result for all of it.
    private static func examples(of test: Test, in plan: Testing.Runner.Plan) async -> [String]? {
        let step = plan.steps.first { $0.test.id == test.id }
        guard let step, case .run = step.action else { return nil }
        return await TestArguments.names(of: step)
    }

    /// Describes a test, less its arguments.
    private static func describe(_ test: Test, at index: Int, _ suites: [Test.ID: Int]) -> ListedTest {
        var listed = ListedTest()
        listed.record = index
        (listed.module, listed.names) = (test.id.moduleName, test.id.nameComponents)
        // The parent of a test's identity is itself without its place.
        var parent = test.id.parent?.parent
        while let id = parent {
            if let suite = suites[id] { listed.suites.insert(suite, at: 0) }
            parent = id.parent
        }
        let location = test.sourceLocation
        (listed.fileID, listed.file) = (location.fileID, location.filePath)
        (listed.line, listed.column) = (location.line, location.column)
        listed.tags = test.tags.map { tag in
            let text = String(describing: tag)
            return text.hasPrefix(".") ? String(text.dropFirst()) : text
        }
        listed.limit = Int(test.timeLimit?.components.seconds ?? 0)
        return listed
    }
}
