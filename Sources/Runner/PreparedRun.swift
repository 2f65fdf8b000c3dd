/// What will run, and with what: all that is decided before anything of it runs.
struct PreparedRun {
    /// What there is.
    let registry: Registry
    /// What is to run, and in which order.
    let plan: Plan
    /// The bundles that cannot be used.
    let faults: [BundleFault]
    /// What workers are started with.
    let start: WorkerStart
    /// The same plan by another seed.
    let replan: (UInt64) -> Plan
}
