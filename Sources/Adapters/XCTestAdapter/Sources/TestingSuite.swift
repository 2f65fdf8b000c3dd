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
    var file: String? { tests.first { !$0.file.isEmpty }?.file }
    var line: Int { 0 }
    var title: String? { tests.lazy.map(\.suiteTitle).first { !$0.isEmpty } }
    var tags: [String] { tests.lazy.map(\.suiteTags).first { !$0.isEmpty } ?? [] }
    var identity: ForeignIdentity? { tests.first?.suiteIdentity }
    var isDivisible: Bool { !tests.contains(where: \.isBound) }
    /// The listed tests, by the case's index.
    private let tests: [ListedTest]
    /// The records that make the tests.
    private let records: TestRecords
    /// The executable's path.
    private let program: String

    // The state of a class while it runs. It is written on the main thread, or while that waits.

    /// The tests' steps in Swift Testing's plan, by the test's record.
    private var steps: [Int: Testing.Runner.Plan.Step] = [:]
    /// The steps of suites that do not run, by the suite.
    private var skippedSuites: [Test.ID: Testing.Runner.Plan.Step] = [:]
    /// The steps of the suite and those that it is in.
    private var suites: [Testing.Runner.Plan.Step] = []
    /// The scope that traits have set up for all tests together, if any.
    private var scope: SuiteScope?
    /// The tests' arguments, by the test's record.
    private var arguments: [Int: Arguments] = [:]
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
                name: test.caseName, file: test.file.isEmpty ? nil : test.file, line: test.line,
                examples: test.examples, tags: test.tags, title: test.title.isEmpty ? nil : test.title,
                links: test.links,
                limit: test.limit > 0 ? Double(test.limit) + Self.patience : nil, identity: test.identity)
        }
    }

    func begin(_ activity: Activity) {
        attachments = AttachmentFolder()
        configuration = runConfiguration()
        // No trait provides a scope, and nothing else needs the suites before their tests.
        if isDivisible { return }
        let wanted = Set(tests.lazy.filter { !$0.isBroken }.flatMap(\.suites))
        if wanted.isEmpty { return }
        MainQueue.wait { [self] in suites = await plan(wanted).suites }
        scope = SuiteScope(suites)
        scope?.enter(configuration, activity)
    }

    func end(_ activity: Activity) {
        scope?.leave(activity)
        scope = nil
        suites = []
        // Of a class that may be divided, this process may run another slice.
        if !isDivisible { (steps, skippedSuites, arguments) = ([:], [:], [:]) }
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

    /// Makes the tests of some records, and plans them: the steps of tests, by record, and those of suites.
    private func plan(
        _ wanted: Set<Int>
    ) async -> (tests: [Int: Testing.Runner.Plan.Step], suites: [Testing.Runner.Plan.Step]) {
        let made = await records.tests(wanted.sorted())
        let indices = Dictionary(made.map { ($0.test.id, $0.index) }) { first, _ in first }
        var steps: [Int: Testing.Runner.Plan.Step] = [:]
        var suites: [Testing.Runner.Plan.Step] = []
        for step in await Testing.Runner.Plan(tests: made.map(\.test), configuration: configuration).steps {
            if step.test.isSuite { suites.append(step) }
            if let index = indices[step.test.id] { steps[index] = step }
        }
        return (steps, suites)
    }

    func run(_ index: Int, example: Int?, _ activity: Activity) {
        let body: @Sendable () async -> Void = { [self] in await run(tests[index], example: example, activity) }
        if let scope { scope.run(body) } else { MainQueue.wait(for: body) }
        attachments?.keep(in: activity)
    }

    /// Runs a test, or one argument of it.
    private func run(_ test: ListedTest, example: Int?, _ activity: Activity) async {
        if steps[test.record] == nil { await addSteps(for: test) }
        guard var step = steps[test.record] else {
            return activity.report(TESTKIT_ISSUE_ERROR, "the test no longer exists, but it was listed")
        }
        var configuration = configuration
        var chosen: Test.Case?
        if let example {
            let arguments = await arguments(of: test, step)
            guard let place = arguments.place(of: example) else {
                let message = "the argument no longer exists; the test must have the same arguments each time"
                return activity.report(TESTKIT_ISSUE_ERROR, message)
            }
            chosen = arguments.cases[place]
            if let single = SingleCase.step(step, with: arguments.cases[place]) {
                step = single
            } else {
                // The filter is asked for each argument, in order.
                let counter = Counter()
                configuration.testCaseFilter = { _, _ in counter.next() == place }
            }
        }
        configuration.eventHandler = { [test = step.test] event, context in
            TestingEvents.report(event, context, of: [test], to: activity)
        }
        var steps = [step]
        if case .skip = step.action {
            steps = suitesSkipped(around: test) + steps
        } else {
            // What the seed decides begins here: which tests had to be planned before must not count.
            activity.enter(TESTKIT_PHASE_BODY)
        }
        // The test's own step now includes everything that it inherits from its suites.
        await Testing.Runner(plan: .init(steps: steps), configuration: configuration).run()
        // Where the name is the place of the argument, or has no labels, this is what the reader wants to know.
        if let chosen, activity.status == TESTKIT_FAILED.rawValue, let text = TestArguments.labelled(chosen) {
            activity.log("arguments: \(text)")
        }
    }

    /// Plans a test: the first of the class alone, and so one whose planning runs code of the suite's; else all others that are
    /// left, which is quicker.
    ///
    /// Where each case has a process, there is only the first. If the arguments of a broken one, what makes it or a condition
    /// ends or blocks the process, that is the case that did.
    private func addSteps(for test: ListedTest) async {
        func isSingle(_ test: ListedTest) -> Bool { test.isBroken || test.isPlannedAlone }
        let isAlone = isSingle(test) || steps.isEmpty
        let others = isAlone ? [test] : tests.filter { !isSingle($0) && steps[$0.record] == nil }
        let wanted = others.flatMap { $0.suites + [$0.record] }
        let planned = await plan(Set(wanted))
        steps.merge(planned.tests) { first, _ in first }
        for suite in planned.suites {
            if case .skip = suite.action { skippedSuites[suite.test.id] = suite }
        }
    }

    /// The steps of the suites around a test that do not run either, which the event stream says first.
    private func suitesSkipped(around test: ListedTest) -> [Testing.Runner.Plan.Step] {
        skippedSuites.values.filter { suite in
            let id = suite.test.id
            return id.moduleName == test.module && test.names.starts(with: id.nameComponents)
        }
    }

    /// The arguments of a test in this process.
    private func arguments(of test: ListedTest, _ step: Testing.Runner.Plan.Step) async -> Arguments {
        if let known = arguments[test.record] { return known }
        let read = Arguments(await TestArguments.cases(of: step), listed: test.examples ?? [])
        arguments[test.record] = read
        return read
    }

    /// The arguments of a test as this process has them: a set has another order each time that it is made.
    private struct Arguments: Sendable {
        /// The cases, in order.
        let cases: [Test.Case]
        /// The names of the listed ones.
        private let listed: [String]
        /// Where each comes, by name.
        private let places: [String: Int]
        /// The places of those that were not listed, if nothing else shows that the arguments are others: their texts change.
        private let unlisted: Set<Int>

        /// Reads the names of some cases, of which those with some names were listed.
        init(_ cases: [Test.Case], listed: [String]) {
            (self.cases, self.listed) = (cases, listed)
            let names = TestArguments.names(of: cases)
            places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
            let known = Set(listed)
            unlisted = Set(names.count == listed.count ? names.indices.filter { !known.contains(names[$0]) } : [])
        }

        /// Where a listed argument comes, if it is there.
        func place(of example: Int) -> Int? {
            guard listed.indices.contains(example) else { return nil }
            return places[listed[example]] ?? (unlisted.contains(example) ? example : nil)
        }
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
