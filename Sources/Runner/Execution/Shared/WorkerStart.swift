/// What a worker is started with: the facts of the run, and what is known when it starts.
struct WorkerStart {
    /// What holds for every worker.
    let facts: RunFacts
    /// The bundles that must not be touched, and the cases whose examples must not be read.
    var findings: BundleFindings
    /// The bundles that are listed already, so that the worker opens them only when it needs them.
    var listed: BundleSet = []
    /// Which bundles to open at once; all others when a unit asks for them.
    var eager: [Int] = []
    /// The variables with which it opens bundles, where it is for those alone that have such.
    var environment: [String: String?] = [:]
    /// What shares a process.
    var isolation: Isolation
    /// What decides the order.
    var seed: UInt64

    /// A start at which nothing is known but the facts.
    init(_ facts: RunFacts) {
        self.facts = facts
        findings = BundleFindings(count: facts.files.count)
        isolation = facts.isolation
        seed = facts.seed
    }

    /// What shares a process where a bundle's tests run: as the run says, or stricter.
    ///
    /// A worker that others share never opens a bundle that must be apart: children do.
    func isolation(of bundle: Int) -> Isolation {
        if isolation == .none { return .none }
        let own = facts.bundles[bundle]?.isolation
        if own == .case || isolation == .case { return .case }
        return own == .class || facts.isApart(bundle) ? .class : isolation
    }
}
