// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// The time limits of workers' activities: of the case or class itself, else of the settings of its bundle, else of the run.
///
/// Rules 36 and 45.
struct TimeLimitEnforcer {
    /// The shared memory.
    private let table: RunTable
    /// The run's limits.
    let limits: RunLimits
    /// The limits that the plan's classes and cases state.
    private let stated: TimeLimits
    /// The configuration of bundles, by file index.
    private let bundles: ByBundle<BundleOrders>
    /// The adapters of test executables, by file index.
    private let adapters: ByBundle<String>

    /// The time for a process to leave if its bundles are known to hang then, in nanoseconds.
    private static let farewell: UInt64 = 200_000_000

    /// Prepares the limits of the plan in the table.
    init(
        _ table: RunTable, _ limits: RunLimits, _ plan: Plan, _ registry: Registry, _ facts: RunFacts
    ) {
        self.table = table
        self.limits = limits
        stated = TimeLimits(of: plan, in: registry)
        bundles = facts.bundles
        adapters = facts.adapters
    }

    /// The limit of a worker's current activity, in nanoseconds.
    func limit(of worker: Int) -> UInt64 {
        let place = table.worker(worker)
        return limit(ofUnit: place.unit, slot: place.stage == .runCase ? place.slot : nil)
    }

    /// Returns the limit of a case, or without one of a class's set-up or tear-down, in nanoseconds.
    func limit(ofUnit unit: UInt32?, slot: UInt32?) -> UInt64 {
        max(TimeLimits.least, statedLimit(ofUnit: unit, slot: slot) ?? bundleLimit(unit) ?? limits.run)
    }

    /// Writes the limit of each class and case of a plan to the table, where workers read them as well.
    func write(_ plan: Plan) {
        // The usual case: the table has the run's limit already.
        if stated.isEmpty, bundles.isEmpty, adapters.isEmpty { return }
        for index in plan.units.indices {
            let unit = UInt32(index)
            let usual = max(TimeLimits.least, bundleLimit(unit) ?? limits.run)
            table.planUnits[index].limit = max(TimeLimits.least, statedLimit(ofUnit: unit, slot: nil) ?? usual)
            for slot in plan.units[index].slots {
                let own = stated.isEmpty ? nil : statedLimit(ofUnit: unit, slot: UInt32(slot))
                table.planSlots[slot].limit = max(TimeLimits.least, own ?? usual)
            }
        }
    }

    /// Returns the limit that a case or a class states, multiplied where that is asked for.
    private func statedLimit(ofUnit unit: UInt32?, slot: UInt32?) -> UInt64? {
        stated.limit(ofUnit: unit, slot: slot).map { limits.stretched($0) }
    }

    /// Returns the limit that the settings give to a unit's bundle, or that is meant for its kind.
    private func bundleLimit(_ unit: UInt32?) -> UInt64? {
        guard let unit, unit < table.unitCount, !bundles.isEmpty || !adapters.isEmpty else { return nil }
        let bundle = table.unit(unit).bundle
        return bundles[bundle]?.timeout.map { limits.stretched($0) } ?? (adapters[bundle] == nil ? nil : limits.adapted)
    }

    /// Whether a worker has been in a bundle's code for longer than the limit, or can never come out of it.
    ///
    /// All of it as the host saw it at its last look: by now it may have begun something else.
    ///
    /// - Parameter isKnown: Whether it is leaving, and its bundles have hung while leaving before.
    func isOverdue(_ worker: WorkerProcess, isKnown: Bool, now: UInt64) -> Bool {
        guard let seen = worker.snapshot else { return false }
        if seen.stage == .runCase, table.worker(worker.index).isStanding { return true }
        return switch seen.stage {
        case .starting, .idle: false
        case .loading, .registering, .forking: seen.elapsed(at: now) > limits.load
        default:
            seen.elapsed(at: now) > min(limit(ofUnit: seen.unit, slot: seen.slot), isKnown ? Self.farewell : .max)
        }
    }

    /// Whether the run has exceeded its limit.
    func isOver(now: UInt64) -> Bool { limits.deadline.map { now > $0 } ?? false }
}
