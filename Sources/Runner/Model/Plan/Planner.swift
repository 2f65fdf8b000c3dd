// SPDX-License-Identifier: MIT

/// Makes the plan of a run by any seed: repetitions have one each.
public struct Planner {
    /// All that is known.
    public let registry: Registry
    /// The selection by the command line.
    public let selection: Selection
    /// How far a focus reaches.
    public let focus: FocusReach
    /// The inputs to the order besides the seed.
    public let order: PlanBuilder.Order
    /// The part that is to run here, if not all of it.
    public let shard: Shard?
    /// The source of the weights for balanced shards, if shards are balanced.
    public var balance: ShardBalance.Source?
    /// Whether cases of a class that may be divided can be in several shards.
    public var byCase = false
    /// What the run counts as if no test runs.
    public var noTests = NoTests.fail

    /// Makes one from its parts.
    public init(
        registry: Registry, selection: Selection, focus: FocusReach, order: PlanBuilder.Order, shard: Shard?,
        balance: ShardBalance.Source? = nil, byCase: Bool = false, noTests: NoTests = .fail
    ) {
        self.registry = registry
        self.selection = selection
        self.focus = focus
        self.order = order
        self.shard = shard
        (self.balance, self.byCase, self.noTests) = (balance, byCase, noTests)
    }

    /// The plan by a seed.
    public func plan(seed: UInt64) -> Plan {
        var plan = PlanBuilder.plan(
            registry, selection: selection, focus: focus, seed: seed, order: order, shard: shard, balance: balance,
            byCase: byCase)
        plan.noTests = noTests
        return plan
    }
}
