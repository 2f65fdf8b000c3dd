// SPDX-License-Identifier: MIT

import BundleABI
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerSupport
import WorkerShims

/// All that the host finds out about a file: for the person whose bundle will not load.
///
///     ELFImage, ELFTables    the file, read without loading it
///     DependencyTree         what it needs, and whether that is there
///     TrialLoad              a worker opens and lists it, as before a run
///     BundleHeader           another process asks for its ABI
struct BundleInspection {
    /// The file's path.
    let path: String
    /// The fault of the file, if it is not a loadable library; most other members are nil then.
    private(set) var fileFault: ELFFault?
    /// The file as the loader sees it.
    private(set) var image: ELFImage?
    /// Its tables.
    private(set) var tables: ELFTables?
    /// The libraries that it needs.
    private(set) var tree: DependencyTree?
    /// The reason why loading it gave no tests; nil if it gave tests or was not loaded.
    private(set) var loadFault: LoadFault?
    /// Its header; nil if it was not loaded or has none.
    private(set) var header: BundleHeader?
    /// Its classes; nil where they are not known.
    private(set) var registry: Registry?

    /// Whether it can be used.
    var isGood: Bool { registry != nil && fileFault == nil && loadFault == nil }

    /// Inspects a file.
    init(path: String, loadTimeout: Double) throws {
        self.path = path
        do throws(ELFFault) {
            tables = try ELFTables(path: path)
            image = try ELFImage.inspect(path: path, entry: TESTKIT_ENTRY_SYMBOL)
        } catch { fileFault = error }
        guard let image, let tables else { return }
        tree = DependencyTree(of: image, tables, at: path, search: LibrarySearch())
        try load(loadTimeout)
    }

    /// Loads it in workers.
    private mutating func load(_ seconds: Double) throws {
        let discovery = try Discovery.run(paths: [path], recursive: false)
        loadFault = discovery.faults.first.map { LoadFault(received: $0.kind, $0.reason) }
        guard let file = discovery.bundles.first else { return }
        let adapters = AdapterMaker.adapters(for: [file]) { StandardError.say($0) }
        let trial = try TrialLoad(
            [file], at: [file.path], adapters: adapters.libraries, unusable: adapters.faults,
            seconds: file.isAdapted ? max(seconds, AdapterMaker.loadLimit) : seconds)
        loadFault = trial.findings.faults[0]
        let answers = !file.isAdapted && loadFault?.kind != .died && loadFault?.kind != .hung
        header = answers ? BundleHeader.ask(path: file.path, seconds: seconds) : nil
        guard loadFault == nil, trial.interruption == nil else { return }
        let listing = trial.findings.listing.bytes
        registry = try? RegistryBuilder.build(listing: listing, files: [file], excluded: [], platforms: Platforms())
    }

    /// The faults, a line each, the cause first.
    var faults: [String] {
        var faults: [String] = []
        if let fileFault { faults.append(fileFault.description) }
        for item in tree?.dependencies ?? [] {
            if item.found == nil { faults.append("\(item.name), which \(item.neededBy) needs, was not found") }
            if let fault = item.fault { faults.append("\(item.name): \(fault)") }
        }
        if let count = tree?.unresolved.count, count > 0 {
            faults.append("\(Count.text(count, "symbol is", "symbols are")) defined by no library that it needs")
        }
        if let loadFault { faults.append(loadFault.reason) }
        return faults
    }
}
