// SPDX-License-Identifier: MIT

/// The start of a worker: the facts of the run, and the findings so far.
struct WorkerStart {
    /// The facts for every worker.
    private(set) var facts: RunFacts
    /// The bundles that must not be touched, and the cases whose examples must not be read.
    var findings: BundleFindings
    /// The bundles that are listed already, so that the worker opens them only when it needs them.
    var listed: BundleSet = []
    /// Which bundles to open at once; all others when a unit asks for them.
    var eager: [Int] = []
    /// How long opening, registering and listing a bundle may take each, in nanoseconds.
    var loadLimit = UInt64.max
    /// The variables with which it opens bundles, where it is for those alone that have such.
    var environment: [String: String?] = [:]
    /// The isolation.
    var isolation: Isolation
    /// The seed that decides the order.
    var seed: UInt64
    /// The further choices of the seed.
    var chance: Chance
    /// The policy for classes that leave the process changed.
    var leaks: LeakWatch.Policy
    /// Which attempt of the plan's cases it is for; the first is 0.
    var attempt: UInt32 = 0

    /// A start at which nothing is known but the facts.
    init(_ facts: RunFacts) {
        self.facts = facts
        findings = BundleFindings(count: facts.files.count)
        isolation = facts.isolation
        seed = facts.seed
        chance = facts.chance
        leaks = facts.leaks
    }

    /// Returns the isolation of a bundle's tests: that of the run, or a stricter one.
    func isolation(of bundle: Int) -> Isolation { facts.isolation(of: bundle, in: isolation) }

    /// Returns a copy whose tables use the hash key of this process.
    func rehashed() -> WorkerStart {
        // A copy, so that fields without tables cannot be forgotten here.
        var start = self
        (start.facts, start.findings) = (facts.rehashed(), findings.rehashed())
        start.environment = environment.rehashed()
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
