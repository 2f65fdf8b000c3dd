// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports

/// A prepared run: everything that is decided before anything runs.
public struct PreparedRun {
    /// The registry of all loaded bundles.
    public let registry: Registry
    /// The plan of the run.
    public var plan: Plan
    /// The bundles that cannot be used.
    public let faults: [BundleFault]
    /// The start of workers.
    public let start: WorkerStart
    /// The rules of configuration files for single cases.
    public var rules = CaseRules()
    /// Plans the same tests by another seed.
    public var replan: (UInt64) -> Plan
    /// The tests that are left out since nothing that they use has changed.
    public var unchanged: [Plan.Slot: NotRunReason] = [:]
    /// The tests that do not run, since a set-up for them failed.
    public var barred: [Plan.Slot: NotRunReason] = [:]
    /// The issues of these set-ups, for the reports.
    public var issues: [Issue] = []
    /// The number of libraries in the directories that are no bundles.
    public var passedOver = 0
    /// The journal of the last run, where the causes of its failures are looked for.
    public var earlier: RunJournal?

    /// Makes one from its parts.
    public init(
        registry: Registry, plan: Plan, faults: [BundleFault], start: WorkerStart, rules: CaseRules = CaseRules(),
        replan: @escaping (UInt64) -> Plan, passedOver: Int = 0, earlier: RunJournal? = nil
    ) {
        self.registry = registry
        self.plan = plan
        self.faults = faults
        self.start = start
        self.rules = rules
        self.replan = replan
        self.passedOver = passedOver
        self.earlier = earlier
    }
}
