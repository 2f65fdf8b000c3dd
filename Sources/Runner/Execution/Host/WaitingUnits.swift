// SPDX-License-Identifier: MIT

/// Units that wait for a worker, in the order of the plan.
struct WaitingUnits: Hashable {
    /// The units, ascending.
    private var units: ArraySlice<UInt32> = []

    /// Makes an empty list.
    init() {}

    /// Whether there is none.
    var isEmpty: Bool { units.isEmpty }
    /// The number of units.
    var count: Int { units.count }

    /// The first unit from some on.
    func first(from least: UInt32) -> UInt32? {
        guard let first = units.first else { return nil }
        if first >= least { return first }
        let place = units.partitionPoint { $0 >= least }
        return place < units.endIndex ? units[place] : nil
    }

    /// Adds a unit.
    mutating func insert(_ unit: UInt32) {
        if let last = units.last, last > unit {
            units.insert(unit, at: units.partitionPoint { $0 > unit })
        } else {
            units.append(unit)
        }
    }

    /// Removes a unit.
    mutating func remove(_ unit: UInt32) {
        if units.first == unit {
            units.removeFirst()
            return
        }
        let place = units.partitionPoint { $0 >= unit }
        if place < units.endIndex, units[place] == unit { units.remove(at: place) }
    }
}
