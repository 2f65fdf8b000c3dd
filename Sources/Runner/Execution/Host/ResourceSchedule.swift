// SPDX-License-Identifier: MIT

import RunnerModel

/// The worker of each unit that uses a resource: units of one worker never run at the same time.
///
/// All units that use a resource go to as many workers as may use it at the same time, and the other units to any worker. So the
/// hand-over of units needs no locks: a unit that must wait is another worker's, and no worker waits for a resource.
///
/// Rule 68.
struct ResourceSchedule {
    /// The resources that units use and that fewer classes may use than there are workers.
    private let use: ResourceUse
    /// How many workers there are.
    private let jobs: Int
    /// The worker of each unit; nil for any.
    private var lanes: [Int?]
    /// The number of cases of each worker, in the run group that is being distributed.
    private var loads: [Int] = []

    /// Distributes the units of a plan; empty where each unit is any worker's, or the order prescribes the workers.
    static func workers(of plan: Plan, _ registry: Registry, jobs: Int) -> [Int?] {
        guard jobs > 1, plan.prescription == nil else { return [] }
        let use = registry.endings.isEmpty ? registry.resources : withParts(of: plan, registry)
        if use.names.isEmpty { return [] }
        var lanes = ResourceSchedule(use: use, jobs: jobs, lanes: Array(repeating: nil, count: plan.units.count))
        var start = 0
        // Run groups never overlap: each is distributed by itself.
        for index in 1...max(1, plan.units.count)
        where index >= plan.units.count || plan.units[index].runGroup != plan.units[start].runGroup {
            lanes.distribute(start..<min(index, plan.units.count), of: plan.units)
            start = index
        }
        return lanes.lanes.contains { $0 != nil } ? lanes.lanes : []
    }

    /// The resources, with one for each class of several units that must not run at the same time: some of its cases have processes
    /// of their own.
    private static func withParts(of plan: Plan, _ registry: Registry) -> ResourceUse {
        var use = registry.resources
        for (unit, next) in zip(plan.units, plan.units.dropFirst())
        where unit.classIndex == next.classIndex && !registry.classes[unit.classIndex].isDivisible {
            // No name of a suite's begins so.
            use.add(["\0\(unit.classIndex)"], toClass: unit.classIndex)
        }
        return use
    }

    /// Some units that share resources with each other, directly or through others.
    private struct Cluster {
        /// The units, by index, ascending.
        var units: [Int] = []
        /// How many cases they have.
        var caseCount = 0
        /// The most workers that one of the resources allows.
        var width = 1
    }

    /// Distributes the units of a run group, the largest cluster first.
    private mutating func distribute(_ range: Range<Int>, of units: [Plan.Unit]) {
        loads = Array(repeating: 0, count: jobs)
        let clusters = clusters(range, of: units).sorted { ($1.caseCount, $0.units[0]) < ($0.caseCount, $1.units[0]) }
        for cluster in clusters {
            let order = Array(loads.indices.sorted { (loads[$0], $0) < (loads[$1], $1) }.prefix(cluster.width))
            for unit in cluster.units {
                // The workers of a scarcer resource are among those of the others, so that both limits hold.
                let allowed = order.prefix(scarce(units[unit]).map(use.limit).min() ?? 1)
                guard let lane = allowed.min(by: { loads[$0] < loads[$1] }) else { continue }
                lanes[unit] = lane
                loads[lane] += units[unit].slots.count
            }
        }
    }

    /// The resources of a unit that fewer may use than there are workers.
    private func scarce(_ unit: Plan.Unit) -> [String] {
        use.names[unit.classIndex]?.filter { use.limit(of: $0) < jobs } ?? []
    }

    /// The clusters of some units, without those that use nothing scarce.
    private func clusters(_ range: Range<Int>, of units: [Plan.Unit]) -> [Cluster] {
        var clusters: [Cluster?] = []
        var homes: [String: Int] = [:]
        for index in range {
            let names = scarce(units[index])
            if names.isEmpty { continue }
            var whole = Cluster()
            let joined = Set(names.compactMap { homes[$0] })
            for other in joined {
                guard let cluster = clusters[other] else { continue }
                whole.units += cluster.units
                whole.caseCount += cluster.caseCount
                whole.width = max(whole.width, cluster.width)
                clusters[other] = nil
            }
            whole.units = (whole.units + [index]).sorted()
            whole.caseCount += units[index].slots.count
            whole.width = max(whole.width, names.map(use.limit).max() ?? 1)
            for (name, home) in homes where joined.contains(home) { homes[name] = clusters.count }
            for name in names { homes[name] = clusters.count }
            clusters.append(whole)
        }
        return clusters.compactMap(\.self)
    }
}
