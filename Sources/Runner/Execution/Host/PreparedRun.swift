// SPDX-License-Identifier: MIT

/// A prepared run: everything that is decided before anything runs.
struct PreparedRun {
    /// The registry of all loaded bundles.
    let registry: Registry
    /// The plan of the run.
    let plan: Plan
    /// The bundles that cannot be used.
    let faults: [BundleFault]
    /// The start of workers.
    let start: WorkerStart
    /// The rules of configuration files for single cases.
    var rules = CaseRules()
    /// The same plan by another seed.
    let replan: (UInt64) -> Plan
    /// How many libraries in the directories are no bundles.
    var passedOver = 0
    /// The history of the last run, where the causes of its failures are looked for.
    var earlier: RunHistory?
}
