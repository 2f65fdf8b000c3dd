// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The tests of one of Swift Testing's suites, or of a file, for those outside of any.
final class TestingSuite: AdaptedClass, @unchecked Sendable {
    /// The time that a test may take beyond its own limit, in seconds: Swift Testing ends it itself, if it can be cancelled.
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
    /// The planner of the tests.
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
    /// Guards the next, which tests that run at the same time write.
    private let lock = NSLock()
    /// The suites around a test that could not be planned, and have not failed it.
    private var failing: [Testing.Runner.Plan.Step] = []
    /// The tests' arguments, by the test's record.
    private var arguments: [Int: Arguments] = [:]
    /// The configuration with which Swift Testing runs the tests.
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
        MainQueue.setOffMainThread(AdapterSelection.current?.isOffMainThread ?? false)
        configuration = runConfiguration()
        WorkOrigin.note(activity, isTesting: true)
        guard let test = tests.first(where: \.isInScope), !test.isBroken else { return }
        activity.enter(TESTKIT_PHASE_CLASS_SET_UP)
        MainQueue.wait { [self] in scope = SuiteScope(await planner.suites(test.suites, configuration)) }
        scope?.enter(configuration, activity)
    }

    func end(_ activity: Activity) {
        activity.enter(TESTKIT_PHASE_CLASS_TEAR_DOWN)
        WorkOrigin.note(activity, isTesting: true)
        if !failing.isEmpty {
            inScope { [self, failing] round in
                if round > 0 { return }
                var configuration = scope?.configuration() ?? configuration
                configuration.eventHandler = { event, context in
                    TestingEvents.report(event, context, of: event.testID == nil ? [] : nil, to: activity)
                }
                await Testing.Runner(plan: .init(steps: failing), configuration: configuration).run()
            }
        }
        failing = []
        scope?.leave(activity)
        scope = nil
        MainQueue.setOffMainThread(false)
        // Of a class that may be divided, this process may run another slice.
        if !isDivisible { (steps, arguments) = ([:], [:]) }
    }

    /// The configuration: as on the command line, which adds the handler of exit tests, but one test at a time and silently.
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
        inScope { [self] round in
            guard let planned = await plan(tests[index], example: example, activity) else { return }
            await perform(planned, round)
        }
    }

    /// Runs some cases at the same time, as far as their traits allow; says of each when it has ended.
    func run(_ calls: [Call], ended: @escaping @Sendable (_ index: Int, _ status: UInt32) -> Void) {
        inScope { [self] round in
            // The plan of Swift Testing, made before anything runs.
            var chains: [Int: [Planned]] = [:]
            let suites = await planner.suites(tests.first?.suites ?? [], configuration)
            let isSerial = suites.contains { Self.isSerialized($0.test) }
            for (index, call) in calls.enumerated() {
                guard var planned = await plan(tests[call.index], example: call.example, call.activity) else {
                    if round == 0 { ended(index, call.activity.status) }
                    continue
                }
                planned.hearsOthers = false
                planned.index = index
                let chain = isSerial ? -1 : Self.isSerialized(planned.step.test) ? tests[call.index].record : -2 - index
                chains[chain, default: []].append(planned)
            }
            let all = chains.values.map { $0 }
            let body: @Sendable () async -> Void = { [self] in
                await withTaskGroup(of: Void.self) { group in
                    for chain in all {
                        group.addTask { [self] in
                            for planned in chain {
                                await perform(planned, round)
                                if round == 0 { ended(planned.index, planned.activity.status) }
                            }
                        }
                    }
                }
            }
            guard scope == nil, let host = calls.first?.activity.host else { return await body() }
            let nobody = Activity(host: host, number: TESTKIT_NO_ACTIVITY)
            await ListeningSuite.hear(configuration, of: body) { event, context in
                TestingEvents.report(event, context, of: [], to: nobody)
            }
        }
    }

    /// Whether a test or a suite asks for one at a time.
    private static func isSerialized(_ test: Test) -> Bool { test.traits.contains { $0 is ParallelizationTrait } }

    /// Does something in the scope that traits have set up, if any.
    private func inScope(_ body: @escaping SuiteScope.Body) {
        if let scope { scope.run(body) } else { MainQueue.wait { await body(0) } }
    }

    /// A case that is to run.
    struct Call: Sendable {
        /// Its test, by index, and its argument.
        let index: Int, example: Int?
        /// The activity that receives the reports.
        let activity: Activity
    }

    /// A test, or one argument of it, as it is to run.
    private struct Planned: Sendable {
        /// The step that Swift Testing runs.
        var step: Testing.Runner.Plan.Step
        /// Suites around it that do not run: those that are skipped, and those that fail it.
        var skipped: [Testing.Runner.Plan.Step] = [], failing: [Testing.Runner.Plan.Step] = []
        /// The argument, if there is one.
        var argument: Test.Case?
        /// The place of the argument among those of the step, if the step has all.
        var place: Int?
        /// The activity that receives the reports.
        let activity: Activity
        /// Whether it hears of issues of no test.
        var hearsOthers = true
        /// Its place among those that run at the same time.
        var index = 0
    }

    /// Plans a test, or one argument of it; nil if that cannot run, which is reported.
    private func plan(_ test: ListedTest, example: Int?, _ activity: Activity) async -> Planned? {
        WorkOrigin.note(activity, isTesting: true)
        return await WorkOrigin.current.withValue((activity, 0)) {
            if steps[test.record] == nil { await addSteps(for: test, activity) }
            guard let step = steps[test.record] else {
                activity.report(TESTKIT_ISSUE_ERROR, "the test no longer exists, but it was listed")
                return nil
            }
            var planned = Planned(step: step, activity: activity)
            if !step.runs {
                // It says so for all its arguments, which it may not have made. The event stream has the suites around it that are
                // skipped first.
                let suites = await planner.idleSuites(around: test, configuration)
                (planned.skipped, planned.failing) = (suites.filter(\.isSkipped), suites.filter { !$0.isSkipped })
            } else if let example {
                let arguments = await arguments(of: test, step, activity)
                guard let place = arguments.place(of: example) else {
                    let message = "the argument no longer exists; the test must have the same arguments each time"
                    activity.report(TESTKIT_ISSUE_ERROR, message)
                    return nil
                }
                planned.argument = arguments.cases[place]
                if let single = SingleCase.step(step, with: arguments.cases[place]) {
                    planned.step = single
                } else {
                    planned.place = place
                }
            }
            return planned
        }
    }

    /// Runs what was planned, in a round of the suite.
    private func perform(_ planned: Planned, _ round: Int) async {
        let (step, activity) = (planned.step, planned.activity)
        var configuration = configuration
        if let inner = scope?.configuration() {
            configuration = inner
        } else {
            configuration.eventHandler = { [test = step.test, hearsOthers = planned.hearsOthers] event, context in
                if event.testID == nil, !hearsOthers { return }
                TestingEvents.report(event, context, of: [test], to: activity)
            }
        }
        if let place = planned.place {
            // The filter is asked for each argument, in order.
            let counter = Counter()
            configuration.testCaseFilter = { _, _ in counter.next() == place }
        }
        // The seed decides from here on. The number of tests planned before must have no effect.
        if step.runs, round == 0 { activity.enter(TESTKIT_PHASE_BODY) }
        await WorkOrigin.current.withValue((activity, round)) { [configuration] in
            // The test's own step now includes everything that it inherits from its suites.
            await Testing.Runner(plan: .init(steps: planned.skipped + [step]), configuration: configuration).run()
        }
        // A suite that could not be planned fails its tests, by the same trait, or else the class.
        if activity.status != TESTKIT_FAILED.rawValue, !planned.failing.isEmpty {
            lock.withLock { failing = planned.failing }
        }
        if !step.runs, activity.status == TESTKIT_PASSED.rawValue { activity.skip("a trait did not let it run") }
        // Where the name is the place of the argument, or has no labels, this is what the reader wants to know.
        if let argument = planned.argument, round == 0, activity.status == TESTKIT_FAILED.rawValue,
            let text = TestArguments.labelled(argument)
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
            let body: @Sendable () async -> Void = { [self] in
                steps.merge(await planner.tests([test], configuration)) { first, _ in first }
            }
            await ListeningSuite.hear(configuration, of: body) { event, context in
                TestingEvents.reportWhilePlanning(event, context, activity)
            }
        }
        if steps[test.record] != nil { return }
        let isAlone = isSingle(test) || steps.isEmpty
        let others = isAlone ? [test] : tests.filter { !isSingle($0) && steps[$0.record] == nil }
        steps.merge(await planner.tests(others, configuration)) { first, _ in first }
    }

    /// The arguments of a test in this process.
    private func arguments(
        of test: ListedTest, _ step: Testing.Runner.Plan.Step, _ activity: Activity
    ) async -> Arguments {
        if let known = arguments[test.record] { return known }
        let cases = await TestArguments.cases(of: step) { TestingEvents.report($0, $1, of: [], to: activity) }
        let read = Arguments(cases, listed: test.examples ?? [])
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
