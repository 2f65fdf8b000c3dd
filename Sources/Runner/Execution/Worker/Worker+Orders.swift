import BundleABI

extension Worker {
    /// What the host decided before the fork.
    ///
    /// One object for the host, and one for each worker: the fork makes the copy. Written by the host alone.
    final class Orders {
        /// All bundles, by index.
        let files: [BundleFile]
        /// Their absolute paths: a test may change the working directory.
        let paths: [String]
        /// The libraries of the adapters that open test executables, by the executable's index.
        var adapters: [Int: String] = [:]
        /// Those that must not be touched: they cannot be used.
        var excluded: BundleSet = []
        /// The cases whose examples ended or held up the worker that was reading them.
        var failedExamples: [ExamplePlace: ExampleFault] = [:]
        /// Those that are listed already, so that a new worker opens them only when it needs them.
        var listed: BundleSet = []
        /// Which bundles to load at once; all others when a unit asks for them.
        var eager: [Int] = []
        /// A unit that a worker left unfinished when it died: this one goes on with it first.
        var resumedUnit: UInt32?
        /// Whether what tests print goes where the host's output goes, at once.
        let isLive: Bool
        /// Whether what passing cases print is wanted, too.
        let keepsAllOutput: Bool
        /// What follows when a class leaves the process changed.
        let leaks: LeakWatch.Policy
        /// What shares a process.
        var isolation: Isolation
        /// What the configuration says of single bundles, by file index.
        let bundles: [Int: BundleOrders]
        /// The variables with which the worker opens bundles, where it is for those alone that have such.
        var environment: [String: String?] = [:]
        /// The run's seed.
        var seed: UInt64
        /// What the platforms' names say.
        let platforms: Platforms
        /// Where attachments are kept.
        let attachments: AttachmentPlace

        /// Which bundles may share a process.
        enum Household: Equatable {
            /// All that are made with the C header.
            case bundles
            /// A test executable, for itself: its suites ask which program they are in, and no other is to be told the same.
            case executable(Int)
        }

        /// With which others a bundle may share a process.
        func household(of bundle: Int) -> Household { files[bundle].isAdapted ? .executable(bundle) : .bundles }

        /// What does not change from worker to worker.
        init(
            files: [BundleFile], paths: [String], isLive: Bool, keepsAllOutput: Bool, leaks: LeakWatch.Policy,
            isolation: Isolation, bundles: [Int: BundleOrders] = [:], seed: UInt64, platforms: Platforms,
            attachments: AttachmentPlace
        ) {
            self.files = files
            self.paths = paths
            self.isLive = isLive
            self.keepsAllOutput = keepsAllOutput
            self.leaks = leaks
            self.isolation = isolation
            self.bundles = bundles
            self.seed = seed
            self.platforms = platforms
            self.attachments = attachments
        }
    }
}
