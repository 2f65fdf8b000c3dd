// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The scope that traits set up for a whole suite, and the tests that run in it.
///
/// Swift Testing performs a suite within one call of each scope provider of its traits. Here the host decides when each test
/// runs. So the suite runs as a plan of its own, without its tests and with one more trait, the innermost, which runs the tests
/// as the host asks for them. They run with the configuration that is current there: the traits' issue handlers are in it.
///
/// A trait may perform its suite several times. The host has the results of the tests then. So a later round runs the same tests at
/// the end of the class, and its issues are those of the class's tear-down.
final class SuiteScope: Sendable {
    /// A function that runs a test in a round, from 0 on.
    typealias Body = @Sendable (_ round: Int) async -> Void
    /// The work to run in the scope, and the signal of its end.
    private typealias Job = (body: Body, end: MainQueue.Signal)

    /// An event that the class's tear-down reports.
    private typealias Issue = (event: Event, context: Event.Context, details: String?)

    /// The state of the scope; changed on any thread.
    private final class State: @unchecked Sendable {
        /// Guards what follows.
        private let lock = NSLock()
        private var waiting: MainQueue.Signal?
        private var isOpen = false
        private var rounds = 0
        private var activities: [Test.ID: Activity] = [:]
        private var issues: [Issue] = []

        /// Sets who waits for the scope to be entered or left.
        func expect(_ signal: MainQueue.Signal) { lock.withLock { waiting = signal } }
        /// Notes that the scope was entered, and returns which round that begins.
        func enter() -> Int {
            let (round, signal) = lock.withLock {
                defer { rounds += 1 }
                // In a later round, who waits does so for the end of all.
                return (rounds, rounds == 0 ? takeWaiting(isOpen: true) : nil)
            }
            signal?.send()
            return round
        }
        /// Notes that the scope was left.
        func leave() { lock.withLock { takeWaiting(isOpen: false) }?.send() }
        /// Notes whether the scope is entered, and returns the signal of who waits for that.
        private func takeWaiting(isOpen: Bool) -> MainQueue.Signal? {
            self.isOpen = isOpen
            defer { waiting = nil }
            return waiting
        }
        /// Whether a test can run in the scope.
        var canRun: Bool { lock.withLock { isOpen } }

        /// Notes that the issues of a suite are the class's tear-down's from now on.
        func assign(_ suite: Test.ID, to activity: Activity) { lock.withLock { activities[suite] = activity } }

        /// Reports an event of a test, and keeps one of a suite: the class can still run its tests, so it must not fail yet.
        func report(_ event: borrowing Event, _ context: borrowing Event.Context) {
            let (id, event, context) = (event.testID, copy event, copy context)
            let owner = lock.withLock { () -> Activity? in
                if let id, let owner = activities[id] { return owner }
                if context.test?.isSuite == false, let test = WorkOrigin.current.get(), test.round == 0 {
                    return test.activity
                }
                let name = context.test.flatMap { $0.isSuite ? nil : $0.name }
                issues.append((event, context, name.map { "in round \(rounds) of the suite, in \($0)" }))
                return nil
            }
            if let owner { TestingEvents.report(event, context, of: nil, to: owner) }
        }
        /// Returns the events of suites so far, each once.
        func takeIssues() -> [Issue] {
            lock.withLock {
                defer { issues = [] }
                return issues
            }
        }
    }

    /// The innermost trait of the suite.
    private struct Driver: SuiteTrait, TestScoping {
        let state: State
        let jobs: AsyncStream<Job>
        let performed = Performed()

        /// The tests of the first round, written by it alone.
        final class Performed: @unchecked Sendable { var bodies: [Body] = [] }

        func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let round = state.enter()
            for body in performed.bodies { await body(round) }
            for await job in jobs {
                performed.bodies.append(job.body)
                await job.body(round)
                job.end.send()
            }
        }
    }

    private let state = State()
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    /// The steps of the suite, and of those that it is in.
    private let steps: [Testing.Runner.Plan.Step]

    /// The scope of a suite, given the steps of it and of those that it is in, the outer ones first; nil if none of those that run
    /// provides one.
    init?(_ suites: [Testing.Runner.Plan.Step]) {
        var steps = Array(suites.prefix(while: \.runs))
        guard steps.contains(where: { Self.hasScope($0.test) }) else { return nil }
        (jobs, queue) = AsyncStream.makeStream()
        steps[steps.count - 1].test.traits.append(Driver(state: state, jobs: jobs))
        self.steps = steps
    }

    /// Whether a trait provides a scope for all of a suite, or of a test; `.serialized` does so, but only sets the order.
    static func hasScope(_ test: Test) -> Bool { hasScope(test, from: test.traits) }

    /// Whether one of some traits provides a scope for all of a suite, or of a test.
    static func hasScope(_ test: Test, from traits: [any Trait]) -> Bool {
        func provides(_ trait: some Trait) -> Bool { trait.scopeProvider(for: test, testCase: nil) != nil }
        return traits.contains { !($0 is ParallelizationTrait) && provides($0) }
    }

    /// Enters the scope; if the traits do not run what is in it, their issues are those of the activity.
    func enter(_ configuration: Configuration, _ activity: Activity) {
        MainQueue.wait { signal in
            state.expect(signal)
            var configuration = configuration
            configuration.eventHandler = { [state] event, context in
                if !TestingEvents.reportOfOther(event, context, than: activity) { state.report(event, context) }
            }
            Task.detached { [steps, state, configuration] in
                await Testing.Runner(plan: .init(steps: steps), configuration: configuration).run()
                state.leave()
            }
        }
        if state.canRun { return }
        reportIssues(to: activity)
        if activity.status == TESTKIT_PASSED.rawValue {
            activity.skip("a trait of the suite did not run its tests")
        }
    }

    /// Runs something in the scope, to its end.
    func run(_ body: @escaping Body) { MainQueue.wait { _ = queue.yield((body, $0)) } }

    /// The configuration for a test in the scope, which itself receives issues of no test; called in the scope.
    func configuration() -> Configuration? {
        guard var configuration = Configuration.current else { return nil }
        configuration.eventHandler = { [handler = configuration.eventHandler] event, context in
            if event.testID != nil { handler(event, context) }
        }
        return configuration
    }

    /// Leaves the scope; the issues of its suites are those of the activity.
    func leave(_ activity: Activity) {
        for step in steps { state.assign(step.test.id, to: activity) }
        if state.canRun {
            MainQueue.wait { signal in
                state.expect(signal)
                queue.finish()
            }
        }
        reportIssues(to: activity)
    }

    /// Reports what went wrong in the traits.
    private func reportIssues(to activity: Activity) {
        for issue in state.takeIssues() {
            TestingEvents.report(issue.event, issue.context, of: nil, to: activity, details: issue.details)
        }
    }
}

extension Testing.Runner.Plan.Step {
    /// Whether it is to run.
    var runs: Bool {
        if case .run = action { return true }
        return false
    }
    /// Whether it is to be skipped.
    var isSkipped: Bool {
        if case .skip = action { return true }
        return false
    }
}
