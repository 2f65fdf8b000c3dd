import BundleABI

extension Worker {
    /// What the host decided before the fork.
    struct Orders {
        /// All bundles, by index.
        var files: [BundleFile]
        /// Their absolute paths: a test may change the working directory.
        var paths: [String]
        /// Those that must not be touched: they cannot be used.
        var excluded: Set<Int>
        /// The cases whose examples ended or held up the worker that was reading them.
        var failedExamples: [ExamplePlace: ExampleFault] = [:]
        /// Those that are listed already, so that a new worker opens them only when it needs them.
        var listed: Set<Int>
        /// Which bundles to load at once; all others when a unit asks for them.
        var eager: [Int]
        /// A unit that a worker left unfinished when it died: this one goes on with it first.
        var resumedUnit: UInt32?
        /// Whether what tests print goes where the host's output goes, at once.
        var isLive: Bool
        /// Whether what passing cases print is wanted, too.
        var keepsAllOutput: Bool
        /// What follows when a class leaves the process changed.
        var leaks: LeakWatch.Policy
        /// What shares a process.
        var isolation: Isolation
        /// What the configuration says of single bundles, by file index.
        var bundles: [Int: BundleOrders] = [:]
        /// The variables with which the worker opens bundles, where it is for those alone that have such.
        var environment: [String: String?] = [:]
        /// The run's seed.
        var seed: UInt64
        /// What the platforms' names say.
        var platforms: Platforms
        /// Where attachments are kept.
        var attachments: AttachmentPlace
    }
}
