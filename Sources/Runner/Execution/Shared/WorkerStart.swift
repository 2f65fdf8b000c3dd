// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The start of a worker: the facts of the run, and the findings so far.
public struct WorkerStart {
    /// The most bundles that a process opens, except for the only process of `--isolation none`.
    ///
    /// The loader compares each new one with all that are open, and the kernel bounds the mappings of a process.
    static let bundleLimit = 1000

    /// The facts for every worker.
    public let facts: RunFacts
    /// The bundles that must not be touched, and the cases whose examples must not be read.
    public var findings: BundleFindings
    /// The bundles that are listed already, so that the worker opens them only when it needs them.
    var listed: BundleSet = []
    /// The names that listed bundles must still register; nil before there is a plan.
    var names: PlannedNames?
    /// Which bundles to open at once; all others when a unit asks for them.
    var eager: [Int] = []
    /// The time limit for opening, registering and listing a bundle, each, in nanoseconds.
    var loadLimit = UInt64.max
    /// The variables with which it opens bundles, where it is for those alone that have such.
    var environment: [BundleOrders.Variable] = []
    /// The isolation.
    var isolation: Isolation
    /// The seed that decides the order.
    public var seed: UInt64
    /// The further choices of the seed.
    public var chance: Chance
    /// Whether these choices also count for bundles that have their own in a configuration file.
    public var isOneChance = false
    /// The policy for classes that leave the process changed.
    public var leaks: LeakPolicy
    /// Whether it tries something to find a cause: that is no part of the run, so no line counts as covered.
    public var isTrial = false
    /// Whether to find the variables that classes change, as evidence in a diagnosis.
    public var watchesData = false
    /// Which attempt of the plan's cases it is for; the first is 0.
    var attempt: UInt32 = 0

    /// The ways in which the tasks of some cases are picked, as a file says (`--chance tasks=FILE`); all others are left to the system.
    public var chosen: [Plan.Slot: TaskStrategy] = [:]
    /// The strategies of the plan's cases, by index; empty where the seed alone decides.
    public var strategies: [TaskStrategy?] = []

    /// A start at which nothing is known but the facts.
    public init(_ facts: RunFacts) {
        self.facts = facts
        findings = BundleFindings(count: facts.files.count)
        isolation = facts.isolation
        seed = facts.seed
        chance = facts.chance
        leaks = facts.leaks
    }

    /// Returns the isolation of a bundle's tests: that of the run, or a stricter one.
    public func isolation(of bundle: Int) -> Isolation { facts.isolation(of: bundle, in: isolation) }

    /// Returns the further choices of the seed for a bundle.
    public func chance(of bundle: Int) -> Chance {
        guard !isOneChance, let own = facts.bundles[bundle]?.chance else { return chance }
        var result = own.applied(to: chance)
        // All bundles share the one process, which hashes with one key.
        if isolation == .none { result.hashing = chance.hashing }
        return result
    }

    /// Whether the further choices of the seed for some bundle are such, those for bundles without a configuration included.
    public func hasChance(_ isSuch: (Chance) -> Bool) -> Bool {
        // Mostly no bundle has its own: a list of them would need another type at each start of a worker.
        isSuch(chance) || !facts.bundles.isEmpty && facts.bundles.all.contains { isSuch(chance(of: $0.bundle)) }
    }

    /// Whether some test has streams of random numbers of its own.
    var hasStreams: Bool { hasChance { $0.random == .seeded } }
    /// Whether the tasks of some test are scheduled.
    var hasSchedules: Bool { facts.schedulesTests || hasChance { $0.tasks == .seeded } }

    /// Assigns the ways that a file has to the cases of a plan.
    mutating func assignStrategies(to plan: Plan) {
        if !chosen.isEmpty, strategies.isEmpty { strategies = plan.slots.map { chosen[$0] } }
        // A worker hashes by another key, and needs none of it.
        chosen = [:]
    }

    /// Has the system decide which task of the cases of a plan runs next.
    mutating func leaveTasksToSystem(in plan: Plan) {
        (chosen, strategies) = ([:], plan.slots.map { _ in nil })
    }

    /// The bundles that may share a process.
    struct ProcessGroupKey: Equatable {
        /// A test executable, for itself: its suites ask which program they are in, and no other gets the same answer.
        fileprivate let executable: Int?
        /// The origin of the hashing key, of which a process has one.
        let hashing: Chance.Source
    }

    /// Returns the bundles with which a bundle may share a process.
    func processGroup(of bundle: Int) -> ProcessGroupKey {
        ProcessGroupKey(
            executable: facts.files[bundle].isAdapted || facts.recordsReach ? bundle : nil,
            hashing: chance(of: bundle).hashing)
    }

    /// Returns a copy whose tables use the hash key of this process.
    func rehashed() -> WorkerStart {
        // A copy, so that fields without tables cannot be forgotten here.
        var start = self
        (start.findings, start.chosen) = (findings.rehashed(), chosen.rehashed())
        return start
    }
}

extension Dictionary {
    /// A table of the same pairs that is made now.
    func rehashed() -> Self {
        var result: Self = [:]
        for (key, value) in self { result[key] = value }
        return result
    }
}
