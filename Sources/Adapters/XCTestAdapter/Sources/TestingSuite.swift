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
    /// What plans them.
    private let planner: TestPlanner
    /// The resource of all classes that are in a suite which is one process's at a time, if there are several.
    let resource: String?
    /// The executable's path.
    private let program: String

    // The state of a class while it runs. It is written on the main thread, or while that waits.

    /// The tests' steps in Swift Testing's plan, by the test's record.
    private var steps: [Int: Testing.Runner.Plan.Step] = [:]
    /// The scope that traits have set up for all tests together, if any.
    private var scope: SuiteScope?
    /// The tests' arguments, by the test's record.
    private var arguments: [Int: Arguments] = [:]
    /// How Swift Testing runs them.
    private var configuration = Configuration()

    /// A class of some tests.
    init(name: String, tests: [ListedTest], planner: TestPlanner, resource: String?, program: String) {
        self.name = name
        self.tests = tests
        self.planner = planner
        self.resource = resource
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
        AttachmentFolder.current = AttachmentFolder()
        configuration = runConfiguration()
        guard let test = tests.first(where: \.isInScope), !test.isBroken else { return }
        activity.enter(TESTKIT_PHASE_CLASS_SET_UP)
        MainQueue.wait { [self] in scope = SuiteScope(await planner.suites(test.suites, configuration)) }
        scope?.enter(configuration, activity)
    }

    func end(_ activity: Activity) {
        activity.enter(TESTKIT_PHASE_CLASS_TEAR_DOWN)
        scope?.leave(activity)
        scope = nil
        // Of a class that may be divided, this process may run another slice.
        if !isDivisible { (steps, arguments) = ([:], [:]) }
        AttachmentFolder.current?.remove()
        AttachmentFolder.current = nil
    }

    /// How tests are run: as from the command line, which brings what runs exit tests, but one at a time and silently.
    private func runConfiguration() -> Configuration {
        var arguments = __CommandLineArguments_v0()
        arguments.verbosity = Int.min
        // Exit tests pass them on.
        SharedLibraries.setArguments([program, "--testing-library", "swift-testing"])
        var configuration = (try? configurationForEntryPoint(from: arguments)) ?? Configuration()
        configuration.isParallelizationEnabled = false
        return configuration
    }

    func run(_ index: Int, example: Int?, _ activity: Activity) {
        let body: SuiteScope.Body = { [self] round in await run(tests[index], example: example, activity, round) }
        if let scope { scope.run(body) } else { MainQueue.wait { await body(0) } }
        AttachmentFolder.current?.keep(in: activity)
    }

    /// Runs a test, or one argument of it, in a round of the suite.
    private func run(_ test: ListedTest, example: Int?, _ activity: Activity, _ round: Int) async {
        if steps[test.record] == nil { await addSteps(for: test, activity) }
        guard var step = steps[test.record] else {
            return activity.report(TESTKIT_ISSUE_ERROR, "the test no longer exists, but it was listed")
        }
        var configuration = configuration
        if let inner = scope?.configuration(for: step.test, activity, in: round) {
            configuration = inner
        } else {
            configuration.eventHandler = { [test = step.test] event, context in
                TestingEvents.report(event, context, of: [test], to: activity)
            }
        }
        var chosen: Test.Case?
        // One that does not run says so for all its arguments, which it may not have made.
        if let example, step.runs {
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
        var steps = [step]
        var failing: [Testing.Runner.Plan.Step] = []
        if !step.runs {
            // The event stream has the suites around it that are skipped first.
            let suites = await planner.idleSuites(around: test, configuration)
            steps = suites.filter(\.isSkipped) + steps
            failing = suites.filter { !$0.isSkipped }
        } else if round == 0 {
            // What the seed decides begins here: which tests had to be planned before must not count.
            activity.enter(TESTKIT_PHASE_BODY)
        }
        // The test's own step now includes everything that it inherits from its suites.
        await Testing.Runner(plan: .init(steps: steps), configuration: configuration).run()
        // A suite that could not be planned fails its tests, unless they fail by the same trait.
        if !failing.isEmpty, activity.status != TESTKIT_FAILED.rawValue {
            await Testing.Runner(plan: .init(steps: failing), configuration: configuration).run()
        }
        if !step.runs, activity.status == TESTKIT_PASSED.rawValue { activity.skip("a trait did not let it run") }
        // Where the name is the place of the argument, or has no labels, this is what the reader wants to know.
        if let chosen, round == 0, activity.status == TESTKIT_FAILED.rawValue, let text = TestArguments.labelled(chosen)
        {
            activity.log("arguments: \(text)")
        }
    }

    /// Plans a test: alone, if its planning runs code of the suite's or makes its arguments, or if it is the first of the class;
    /// else with all others that are left, which is quicker.
    ///
    /// Where each case has a process, there is only the first. If the arguments of a broken one, what makes it or a condition
    /// ends or blocks the process, that is the case that did.
    private func addSteps(for test: ListedTest, _ activity: Activity) async {
        func isSingle(_ test: ListedTest) -> Bool { test.isBroken || test.isPlannedAlone }
        if test.isPlannedAlone {
            await PlanningIssues.report(to: activity, configuration) { [self] in
                steps.merge(await planner.tests([test], configuration)) { first, _ in first }
            }
        }
        if steps[test.record] != nil { return }
        let isAlone = isSingle(test) || steps.isEmpty
        let others = isAlone ? [test] : tests.filter { !isSingle($0) && steps[$0.record] == nil }
        steps.merge(await planner.tests(others, configuration)) { first, _ in first }
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
