// SPDX-License-Identifier: MIT

/// Makes the plan of a run by any seed: repetitions have one each.
struct Planner {
    /// All that is known.
    let registry: Registry
    /// The selection by the command line.
    let selection: Selection
    /// How far a focus reaches.
    let focus: FocusReach
    /// The inputs to the order besides the seed.
    let order: PlanBuilder.Order
    /// The part that is to run here, if not all of it.
    let shard: Shard?
    /// The source of the weights for balanced shards, if shards are balanced.
    var balance: ShardBalance.Source?

    /// The plan by a seed.
    func plan(seed: UInt64) -> Plan {
        PlanBuilder.plan(
            registry, selection: selection, focus: focus, seed: seed, order: order, shard: shard, balance: balance)
    }
}
