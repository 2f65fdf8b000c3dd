// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The tests of one of Swift Testing's suites, or of a file, for those outside of any.
final class TestingSuite: AdaptedClass, @unchecked Sendable {
    /// How much longer than it asks for a test may take: Swift Testing ends it by itself, if it can be cancelled.
    private static let patience = 10.0

    let name: String
    let cases: [AdaptedCase]
    var file: String? { tests.first?.file }
    var line: Int { 0 }
    var isDivisible: Bool { !tests.contains(where: \.isBound) }
    /// The listed tests, by the case's index.
    private let tests: [ListedTest]
    /// The records that make the tests.
    private let records: TestRecords
    /// The executable's path.
    private let program: String

    // The state of a class while it runs. It is written on the main thread, or while that waits.

    /// The tests' steps in Swift Testing's plan.
    private var steps: [Test.ID: Testing.Runner.Plan.Step] = [:]
    /// The steps of the suite and those that it is in.
    private var suites: [Testing.Runner.Plan.Step] = []
    /// Where an argument of a test comes, by its name.
    private var places: [Test.ID: [String: Int]] = [:]
    /// How Swift Testing runs them.
    private var configuration = Configuration()
    /// Where it puts what tests attach.
    private var attachments: AttachmentFolder?

    /// A class of some tests.
    init(name: String, tests: [ListedTest], records: TestRecords, program: String) {
        self.name = name
        self.tests = tests
        self.records = records
        self.program = program
        cases = tests.map { test in
            AdaptedCase(
                name: test.caseName, file: test.file, line: test.line, examples: test.examples, tags: test.tags,
                limit: test.limit > 0 ? Double(test.limit) + Self.patience : nil)
        }
    }

    func begin(_ activity: Activity) {
        let wanted = Set(tests.lazy.filter { !$0.isBroken }.flatMap { $0.suites + [$0.record] })
        attachments = AttachmentFolder()
        MainQueue.wait { [self] in
            configuration = runConfiguration()
            let tests = await records.tests(wanted.sorted()).map(\.test)
            for step in await Testing.Runner.Plan(tests: tests, configuration: configuration).steps {
                if step.test.isSuite { suites.append(step) } else { steps[step.test.id] = step }
            }
        }
    }

    func end(_ activity: Activity) {
        (steps, suites, places) = ([:], [], [:])
        attachments?.remove()
        attachments = nil
    }

    /// How tests are run: as from the command line, which brings what runs exit tests, but one at a time and silently.
    private func runConfiguration() -> Configuration {
        var arguments = __CommandLineArguments_v0()
        arguments.verbosity = Int.min
        // Exit tests pass them on.
        SharedLibraries.setArguments([program, "--testing-library", "swift-testing"])
        var configuration = (try? configurationForEntryPoint(from: arguments)) ?? Configuration()
        configuration.isParallelizationEnabled = false
        configuration.attachmentsPath = attachments?.path
        return configuration
    }

    func run(_ index: Int, example: Int?, _ activity: Activity) {
        let test = tests[index]
        MainQueue.wait { [self] in
            let id = test.id
            // If its arguments end the process again, this is the case that did.
            if test.isBroken, steps[id] == nil { await addStep(of: test) }
            guard let step = steps[id] else {
                return activity.report(TESTKIT_ISSUE_ERROR, "the test is not there any more; it was when it was listed")
            }
            var configuration = configuration
            if let example {
                guard let place = await place(of: example, step, test) else {
                    let message = "the argument is not there any more; it was when it was listed"
                    return activity.report(TESTKIT_ISSUE_ERROR, message)
                }
                // The filter is asked for each argument, in order.
                let counter = Counter()
                configuration.testCaseFilter = { _, _ in counter.next() == place }
            }
            configuration.eventHandler = { event, _ in TestingEvents.report(event, to: activity) }
            let plan = Testing.Runner.Plan(steps: suites + [step])
            await Testing.Runner(plan: plan, configuration: configuration).run()
        }
        attachments?.keep(in: activity)
    }

    /// Plans a test that the class's set-up has left out.
    private func addStep(of test: ListedTest) async {
        let tests = await records.tests(test.suites + [test.record]).map(\.test)
        let plan = await Testing.Runner.Plan(tests: tests, configuration: configuration)
        for step in plan.steps where !step.test.isSuite { steps[step.test.id] = step }
        if suites.isEmpty { suites = plan.steps.filter(\.test.isSuite) }
    }

    /// Where an argument comes in this process: a set has another order each time that it is made.
    private func place(of example: Int, _ step: Testing.Runner.Plan.Step, _ test: ListedTest) async -> Int? {
        guard let names = test.examples, names.indices.contains(example) else { return nil }
        if places[test.id] == nil {
            let current = await TestArguments.names(of: step)
            places[test.id] = Dictionary(current.enumerated().map { ($1, $0) }) { first, _ in first }
        }
        return places[test.id]?[names[example]]
    }

    /// Counts from 0.
    private final class Counter: @unchecked Sendable {
        /// Guards the number.
        private let lock = NSLock()
        private var count = -1

        /// The next number.
        func next() -> Int {
            lock.withLock {
                count += 1
                return count
            }
        }
    }
}
