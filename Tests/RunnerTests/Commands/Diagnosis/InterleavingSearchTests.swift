// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// The search for the fewest choices between tasks, in simulated processes.
///
/// Rule 72.
struct InterleavingSearchTests {
    /// Stands for worker processes: the case fails where the order has some choices in it.
    private struct World: TrialRunner {
        /// The turns of the failure as it was found.
        var found: TaskTrace?
        /// The choices that it takes.
        var needed: Set<TaskChoice> = []
        /// The outcomes of trials by the way that found it, the last one again and again.
        var outcomes: [TrialOutcome] = [.failed]
        /// How many trials there may be.
        var limit = Int.max
        /// The ways that were tried.
        var tried: [TaskStrategy] = []

        mutating func run(
            _ trials: [WatchedCase], under conditions: TrialConditions
        ) throws(TrialStop) -> [TrialResult] {
            var results: [TrialResult] = []
            for trial in trials {
                if tried.count >= limit { throw .outOfRuns }
                let strategy = trial.strategy ?? TaskStrategy(.random)
                tried.append(strategy)
                var outcome = outcomes.count > 1 ? outcomes.removeFirst() : outcomes[0]
                if case .choices(let choices) = strategy.kind {
                    outcome = needed.isSubset(of: choices) ? .failed : .passed
                }
                results.append(TrialResult(outcome: outcome, turns: strategy.records ? found : nil))
            }
            return results
        }

        mutating func run(
            together order: PrescribedOrder, watching slot: Plan.Slot, under conditions: TrialConditions
        ) throws(TrialStop) -> TrialOutcome { .unresolved }
    }

    /// The way that found the failure.
    private static let strategy = TaskStrategy(.priorities(turns: 50), variation: 4, preempts: true)

    /// A choice by a number.
    private static func choice(_ number: UInt64) throws -> TaskChoice {
        TaskChoice(after: .main, turn: number, run: try #require(TaskPath("1")))
    }

    /// Turns of which some were chosen.
    private static func turns(_ count: UInt32) -> TaskTrace {
        var trace = TaskTrace()
        trace.isWhole = true
        let nobody = TaskTrace.Task(maker: 0, ordinal: 0, kind: .work)
        trace.tasks = [nobody, nobody, .init(maker: 0, ordinal: 1, kind: .task)]
        trace.turns = (1...count).map { .init(task: 2, last: 0, lastTurn: $0, maker: 0, count: 2, isChosen: true) }
        return trace
    }

    /// What a search in a world finds.
    private static func explain(_ world: World) throws -> InterleavingSearch<World>.Finding {
        var search = InterleavingSearch(SimulatedTrials.slot, under: TrialConditions(seed: 1), by: world)
        return try search.explain(strategy)
    }

    @Test("only the choices that it takes are left", arguments: [[1], [7, 30], [3, 4, 5, 99], []] as [[UInt64]])
    func fewest(numbers: [UInt64]) throws {
        let needed = try numbers.map(Self.choice)
        let found = try Self.explain(World(found: Self.turns(100), needed: Set(needed)))
        #expect(found.strategy == TaskStrategy(.choices(needed), variation: 4, preempts: true))
        #expect(found.shown == Evidence(3, of: 3))
        #expect(found.turns != nil)
    }

    @Test("a failure that does not come each time says in how many of three")
    func seldom() throws {
        let never = try Self.explain(World(found: Self.turns(9), outcomes: [.passed]))
        #expect(never.shown == Evidence(0, of: 3))
        var world = World(found: Self.turns(9), outcomes: [.passed, .failed, .passed, .failed])
        // No choices make it fail.
        world.needed = [try Self.choice(1000)]
        let once = try Self.explain(world)
        #expect(once.shown == Evidence(1, of: 3))
        #expect(once.strategy == Self.strategy)
    }

    @Test("where the process ended before it could report, or reported not all, the way that found it is kept")
    func untold() throws {
        let crashed = try Self.explain(World(found: nil))
        #expect(crashed.strategy == Self.strategy && crashed.shown == Evidence(3, of: 3))
        var turns = Self.turns(9)
        turns.isWhole = false
        let cut = try Self.explain(World(found: turns))
        #expect(cut.strategy == Self.strategy && cut.turns != nil)
    }

    @Test("where trials stop, what is known by then is kept")
    func stopped() throws {
        let found = try Self.explain(World(found: Self.turns(9), needed: [try Self.choice(2)], limit: 5))
        #expect(found.strategy == Self.strategy && found.shown == Evidence(3, of: 3))
        #expect(throws: TrialStop.outOfRuns) { try Self.explain(World(found: nil, limit: 1)) }
    }
}
