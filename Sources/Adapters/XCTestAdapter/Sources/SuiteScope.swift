// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The scope that traits set up for a whole suite, and the tests that run in it.
///
/// Swift Testing runs a suite's tests within one call of each scope provider of its traits. Here the host decides when each test
/// runs. So the suite runs as a plan of its own, without its tests and with one more trait, the innermost. The scope of that
/// trait runs the tests as the host asks for them.
final class SuiteScope: Sendable {
    /// A job to run in the scope, and the signal of its end.
    private typealias Job = (body: @Sendable () async -> Void, end: MainQueue.Signal)

    /// The state of the scope; changed on any thread.
    private final class State: @unchecked Sendable {
        /// Guards what follows.
        private let lock = NSLock()
        private var waiting: MainQueue.Signal?
        private var isOpen = false
        private var hasJob = false
        private var activity: Activity?

        /// Sets who waits for the scope to be entered or left, and for which activity.
        func expect(_ signal: MainQueue.Signal, for activity: Activity) {
            lock.withLock { (waiting, self.activity) = (signal, activity) }
        }
        /// Notes that the scope was entered or left; who waits for that hears of it.
        func change(isOpen: Bool) {
            let signal = lock.withLock {
                self.isOpen = isOpen
                defer { waiting = nil }
                return waiting
            }
            signal?.send()
        }
        /// The class's set-up or tear-down, to which issues of the traits belong.
        var current: Activity? { lock.withLock { activity } }
        /// Whether something runs in the scope.
        var isBusy: Bool {
            get { lock.withLock { hasJob } }
            set { lock.withLock { hasJob = newValue } }
        }
        /// Whether something can run in the scope.
        var canRun: Bool { lock.withLock { isOpen } }
    }

    /// The innermost trait of the suite.
    private struct Driver: SuiteTrait, TestScoping {
        let state: State
        let jobs: AsyncStream<Job>

        func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            state.change(isOpen: true)
            for await job in jobs {
                state.isBusy = true
                await job.body()
                state.isBusy = false
                job.end.send()
            }
        }
    }

    private let state = State()
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    /// The steps of the suite, and of those that it is in.
    private let steps: [Testing.Runner.Plan.Step]

    /// The scope of a suite, given the steps of it and of those that it is in; nil if nobody provides one, or if the suite
    /// does not run.
    init?(_ suites: [Testing.Runner.Plan.Step]) {
        let suites = suites.sorted { $0.test.id.nameComponents.count < $1.test.id.nameComponents.count }
        guard suites.contains(where: { Self.hasScope($0.test) }), suites.allSatisfy(Self.runs) else { return nil }
        (jobs, queue) = AsyncStream.makeStream()
        var steps = suites
        steps[steps.count - 1].test.traits.append(Driver(state: state, jobs: jobs))
        self.steps = steps
    }

    /// Whether a trait provides a scope for a suite.
    static func hasScope(_ suite: Test) -> Bool {
        func provides(_ trait: some Trait) -> Bool { trait.scopeProvider(for: suite, testCase: nil) != nil }
        return suite.isSuite && suite.traits.contains { provides($0) }
    }

    /// Whether a step is to run.
    private static func runs(_ step: Testing.Runner.Plan.Step) -> Bool {
        if case .run = step.action { return true }
        return false
    }

    /// Enters the scope; what goes wrong is an issue of the activity.
    func enter(_ configuration: Configuration, _ activity: Activity) {
        MainQueue.wait { signal in
            state.expect(signal, for: activity)
            var configuration = configuration
            configuration.eventHandler = { [state, suites = steps.map(\.test)] event, context in
                // While a test runs in the scope, that hears of issues without a test as well.
                guard let activity = state.current, event.testID != nil || !state.isBusy else { return }
                TestingEvents.report(event, context, of: suites, to: activity)
            }
            Task.detached { [steps, state, configuration] in
                await Testing.Runner(plan: .init(steps: steps), configuration: configuration).run()
                state.change(isOpen: false)
            }
        }
        if !state.canRun, activity.status == TESTKIT_PASSED.rawValue {
            activity.skip("a trait of the suite did not run its tests")
        }
    }

    /// Runs something in the scope, to its end.
    func run(_ body: @escaping @Sendable () async -> Void) {
        MainQueue.wait { _ = queue.yield((body, $0)) }
    }

    /// Leaves the scope; what goes wrong is an issue of the activity.
    func leave(_ activity: Activity) {
        if !state.canRun { return }
        MainQueue.wait { signal in
            state.expect(signal, for: activity)
            queue.finish()
        }
    }
}
