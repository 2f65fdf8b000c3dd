// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The facts for every worker of a run, decided before the first is forked.
///
/// A fork makes the copy of a worker. It may hash by another key, so there is no table in them. They are a class, since all that asks
/// them something would otherwise take all of them along: in a process for each case, the counts of references alone would take a
/// copy of each page that they are in.
public final class RunFacts: Sendable {
    /// All bundles, by index.
    public let files: [BundleFile]
    /// Their absolute paths: a test may change the working directory.
    let paths: [String]
    /// The libraries of the adapters that open test executables, by the executable's index.
    let adapters: ByBundle<String>
    /// The files' stamps when they were found; nil for a file that was gone by then.
    public let stamps: [FileStamp?]
    /// Whether tests print to the host's output directly.
    let isLive: Bool
    /// Whether the output of passing cases is wanted as well.
    let keepsAllOutput: Bool
    /// The policy for classes that leave the process changed.
    let leaks: LeakPolicy
    /// The isolation of the first attempt.
    let isolation: Isolation
    /// The configuration of single bundles, by file index.
    public let bundles: ByBundle<BundleOrders>
    /// Which bundles must not meet in one process.
    let libraryConflicts: LibraryConflicts
    /// The run's seed; repetitions have others.
    let seed: UInt64
    /// The sources of chance that the seed replaces.
    public let chance: Chance
    /// The known platforms.
    let platforms: Platforms
    /// Where attachments are kept.
    public let attachments: AttachmentPlace
    /// The numbers of workers that run at once, usually and, at most, while processors idle.
    public let (jobs, places): (Int, Int)
    /// The part of the whole run; all of it where nil.
    let shard: Shard?
    /// Whether a rule of a configuration file has the seed decide which task of some test runs next.
    public let schedulesTests: Bool
    /// Whether reports want what a framework writes in an event stream of its own.
    let wantsRecords: Bool
    /// Whether what each test reaches is recorded: then no process opens two bundles.
    let recordsReach: Bool
    /// The part of test executables that adapters list; nil for all of it.
    let selection: AdapterSelection?
    /// Which tests of test executables may be selected.
    let need: ArgumentNeed?
    /// The listings of test executables, kept by the executable's index.
    let listings: ByBundle<KeptAdapterListing>
    /// The directory in which workers add up the coverage of what they run; nil if it is not wanted.
    let profiles: String?

    /// The facts of a run; the files' stamps are taken now, unless they are known.
    public init(
        files: [BundleFile], paths: [String], adapters: ByBundle<String> = [:], isLive: Bool, keepsAllOutput: Bool,
        leaks: LeakPolicy, isolation: Isolation, bundles: ByBundle<BundleOrders> = [:],
        libraryConflicts: LibraryConflicts = LibraryConflicts(), seed: UInt64, chance: Chance = Chance(),
        platforms: Platforms, attachments: AttachmentPlace, profiles: String? = nil, stamps: [FileStamp?]? = nil,
        selection: AdapterSelection? = nil, jobs: Int = 1, places: Int = 1, shard: Shard? = nil,
        schedulesTests: Bool = false, wantsRecords: Bool = false, recordsReach: Bool = false, need: ArgumentNeed? = nil
    ) {
        self.files = files
        self.paths = paths
        self.adapters = adapters
        self.stamps = stamps ?? paths.map { FileStamp(path: $0) }
        self.isLive = isLive
        self.keepsAllOutput = keepsAllOutput
        self.leaks = leaks
        self.isolation = isolation
        self.bundles = bundles
        self.libraryConflicts = libraryConflicts
        self.seed = seed
        self.chance = chance
        self.platforms = platforms
        self.attachments = attachments
        self.profiles = profiles
        self.selection = selection
        (self.jobs, self.places, self.shard) = (jobs, places, shard)
        (self.schedulesTests, self.wantsRecords, self.recordsReach) = (schedulesTests, wantsRecords, recordsReach)
        self.need = need
        listings = adapters.all.reduce(into: [:]) { $0[$1.bundle] = KeptAdapterListing() }
    }

    /// The variables with which a bundle is opened, besides the host's own.
    func environment(of bundle: Int) -> [BundleOrders.Variable] { bundles[bundle]?.environment ?? [] }

    /// The kind of standard output and standard error while a bundle's classes run.
    ///
    /// It is a pipe for a test executable by default, as under `swift test`.
    func output(of bundle: Int) -> OutputKind {
        bundles[bundle]?.output ?? (adapters[bundle] == nil ? .file : .pipe)
    }

    /// Whether some bundle needs a pipe as standard output, with a file that receives its content.
    var needsOutputPipe: Bool {
        !isLive && (adapters.all.map(\.bundle) + bundles.all.map(\.bundle)).contains { output(of: $0) == .pipe }
    }

    /// Whether a bundle is opened only in processes of its own: it has variables of its own, or must not meet another one.
    func isApart(_ bundle: Int) -> Bool { !environment(of: bundle).isEmpty || libraryConflicts.apart.contains(bundle) }

    /// Returns the isolation of a bundle's tests in a run: that of the run, or a stricter one.
    ///
    /// A worker that others share never opens a bundle that must be apart: children do.
    func isolation(of bundle: Int, in run: Isolation) -> Isolation {
        if run == .none { return .none }
        let own = bundles[bundle]?.isolation
        if own == .case || run == .case { return .case }
        return own == .class || isApart(bundle) ? .class : run
    }

    /// The names of some bundles, three at most; "" where there is none.
    func names(of bundles: BundleSet) -> String {
        let names = bundles.indices.filter(files.indices.contains).map { files[$0].name }.sorted()
        let others = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.prefix(3).joined(separator: ", ") + others
    }
}
