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

    /// Makes one from its parts.
    public init(
        registry: Registry, selection: Selection, focus: FocusReach, order: PlanBuilder.Order, shard: Shard?,
        balance: ShardBalance.Source? = nil
    ) {
        self.registry = registry
        self.selection = selection
        self.focus = focus
        self.order = order
        self.shard = shard
        self.balance = balance
    }

    /// The plan by a seed.
    public func plan(seed: UInt64) -> Plan {
        PlanBuilder.plan(
            registry, selection: selection, focus: focus, seed: seed, order: order, shard: shard, balance: balance)
    }
}
