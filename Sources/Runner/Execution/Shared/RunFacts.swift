/// What holds for every worker of a run, decided before the first is forked.
///
/// One object for the host; a fork makes the copy of a worker.
final class RunFacts: Sendable {
    /// All bundles, by index.
    let files: [BundleFile]
    /// Their absolute paths: a test may change the working directory.
    let paths: [String]
    /// Whether what tests print goes where the host's output goes, at once.
    let isLive: Bool
    /// Whether what passing cases print is wanted, too.
    let keepsAllOutput: Bool
    /// What follows when a class leaves the process changed.
    let leaks: LeakWatch.Policy
    /// What shares a process, at the first attempt.
    let isolation: Isolation
    /// What the configuration says of single bundles, by file index.
    let bundles: [Int: BundleOrders]
    /// Which bundles must not meet in one process.
    let meetings: LibraryMeetings
    /// The run's seed; repetitions have others.
    let seed: UInt64
    /// What the platforms' names say.
    let platforms: Platforms
    /// Where attachments are kept.
    let attachments: AttachmentPlace

    /// The facts of a run.
    init(
        files: [BundleFile], paths: [String], isLive: Bool, keepsAllOutput: Bool, leaks: LeakWatch.Policy,
        isolation: Isolation, bundles: [Int: BundleOrders] = [:], meetings: LibraryMeetings = LibraryMeetings(),
        seed: UInt64, platforms: Platforms, attachments: AttachmentPlace
    ) {
        self.files = files
        self.paths = paths
        self.isLive = isLive
        self.keepsAllOutput = keepsAllOutput
        self.leaks = leaks
        self.isolation = isolation
        self.bundles = bundles
        self.meetings = meetings
        self.seed = seed
        self.platforms = platforms
        self.attachments = attachments
    }

    /// The variables with which a bundle is opened, besides the host's own.
    func environment(of bundle: Int) -> [String: String?] {
        bundles.isEmpty ? [:] : bundles[bundle]?.environment ?? [:]
    }

    /// Whether a bundle is opened only in processes of its own: it has variables of its own, or must not meet another one.
    func isApart(_ bundle: Int) -> Bool { !environment(of: bundle).isEmpty || meetings.apart.contains(bundle) }

    /// The names of some bundles, three at most; "" where there is none.
    func names(of bundles: BundleSet) -> String {
        let names = bundles.indices.filter(files.indices.contains).map { files[$0].name }.sorted()
        let others = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.prefix(3).joined(separator: ", ") + others
    }
}
