// SPDX-License-Identifier: MIT

import RunnerSupport

/// The waiting units of the open run group by how long they take: finds one that must start now, although others come before it.
///
/// A unit that takes longer than its fair share of what waits, which is what each worker will have, would end after all others if it
/// started in its place. The same applies to the units of a resource together, which only so many workers may run at once.
struct UrgentUnits: Hashable {
    /// Units of a resource that take long together.
    private struct Chain: Hashable {
        /// The resource.
        let resource: Int
        /// The expected time of those that wait.
        var rest: UInt64 = 0
        /// The units that wait.
        var units = WaitingUnits()
    }

    /// The shortest duration, in nanoseconds, with which a unit starts before its place.
    private static let least: UInt64 = 100_000_000

    /// The units, and how long they take.
    private let work: PlannedWork
    /// The expected time of all units of the group that wait.
    private(set) var rest: UInt64 = 0
    /// The units among them that take long, the longest first.
    private var long: [UInt32] = []
    /// The resources whose units take long together.
    private var chains: [Chain] = []

    /// Starts with the first run group; nil where nothing is known, or the order is not to be changed.
    init?(_ work: PlannedWork, group: Range<UInt32>) {
        if work.durations.isEmpty || work.isKept { return nil }
        self.work = work
        open(group)
    }

    /// Begins a run group, all of which waits.
    mutating func open(_ group: Range<UInt32>) {
        rest = 0
        var all: [Int: Chain] = [:]
        for unit in group {
            let duration = work.duration(of: unit)
            rest.add(clamping: duration)
            for resource in work.resources(of: unit) {
                all[resource, default: Chain(resource: resource)].rest.add(clamping: duration)
                all[resource]?.units.insert(unit)
            }
        }
        long = group.filter { work.duration(of: $0) >= Self.least }.sorted(by: isBefore)
        chains = all.values.filter { need(of: $0) >= Self.least }.sorted { $0.resource < $1.resource }
    }

    /// A unit waits no longer.
    mutating func take(_ unit: UInt32) {
        let duration = work.duration(of: unit)
        rest -= min(rest, duration)
        if duration >= Self.least {
            let place = long.partitionPoint { !isBefore($0, unit) }
            if place < long.count, long[place] == unit { long.remove(at: place) }
        }
        for place in chains(of: unit) {
            chains[place].rest -= min(chains[place].rest, duration)
            chains[place].units.remove(unit)
        }
    }

    /// A unit waits again.
    mutating func putBack(_ unit: UInt32) {
        let duration = work.duration(of: unit)
        rest.add(clamping: duration)
        if duration >= Self.least { long.insert(unit, at: long.partitionPoint { !isBefore($0, unit) }) }
        for place in chains(of: unit) {
            chains[place].rest.add(clamping: duration)
            chains[place].units.insert(unit)
        }
    }

    /// The places of the chains that a unit belongs to.
    private func chains(of unit: UInt32) -> [Int] {
        work.resources(of: unit).compactMap { resource in chains.firstIndex { $0.resource == resource } }
    }

    /// The unit that must start now, of those that some worker may run; nil if none must.
    func first(where mayRun: (UInt32) -> Bool) -> UInt32? {
        let share = max(Self.least, rest / UInt64(work.jobs))
        var (found, most): (UInt32?, UInt64) = (nil, 0)
        for unit in long {
            let duration = work.duration(of: unit)
            if duration < share { break }
            guard mayRun(unit) else { continue }
            (found, most) = (unit, duration)
            break
        }
        for chain in chains where need(of: chain) >= share && need(of: chain) > most {
            guard let unit = chain.units.first(from: 0), mayRun(unit) else { continue }
            (found, most) = (unit, need(of: chain))
        }
        return found
    }

    /// The time that the waiting units of a resource take, if as many workers run them as may.
    private func need(of chain: Chain) -> UInt64 { chain.rest / UInt64(max(1, work.limits[chain.resource])) }

    /// Which of two units takes longer; of equal ones the first in the plan.
    private func isBefore(_ left: UInt32, _ right: UInt32) -> Bool {
        let (one, other) = (work.duration(of: left), work.duration(of: right))
        return one != other ? one > other : left < right
    }
}
