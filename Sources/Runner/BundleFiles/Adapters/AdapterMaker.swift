// SPDX-License-Identifier: MIT

import Adapters
import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Finds the library that opens test executables of XCTest and Swift Testing, or makes it, with the toolchain that built
/// them.
///
/// The adapter uses the interface that libTesting offers only to tools, which varies between versions. So the runner contains
/// the adapter's sources, and the user's cache has a library for each toolchain. The library for the toolchain of the runner's own
/// build is in the runner.
///
/// Rule 53.
public struct AdapterMaker {
    /// The adapters for some test executables, by the index of the file.
    public struct Outcome {
        /// The libraries' paths.
        public var libraries: ByBundle<String> = [:]
        /// The reasons why the other executables cannot be opened, by file index.
        public var faults: [Int: LoadFault] = [:]
    }

    /// The default time limit for a case of a test executable, in nanoseconds; `swift test` has no limit.
    public static let timeLimit: UInt64 = 600 * 1_000_000_000
    /// The time limit for opening a test executable, in seconds.
    public static let loadLimit = 120.0
    /// The library's name.
    private static let library = "libXCTestAdapter.so"

    /// The toolchain.
    private let toolchain: Toolchain
    /// The directory with the adapters for all toolchains.
    private let cache: AdapterCache

    /// Returns the adapters for those files that are test executables; `say` informs the user of slow steps.
    ///
    /// Executables at the paths of `packed` came with their adapters. Adapters that failed to compile before are compiled again only if
    /// it `retries`.
    public static func adapters(
        for files: [BundleFile], packed: [String: String] = [:], retries: Bool = true, say: (String) -> Void
    ) -> Outcome {
        var outcome = Outcome()
        var known: [Toolchain: Result<String, LoadFault>] = [:]
        for (index, file) in files.enumerated() where file.isAdapted {
            if let library = packed[file.path] {
                outcome.libraries[index] = library
                continue
            }
            switch Toolchain.find(for: file, known: &known, retries: retries, say: say) {
            case .success(let library): outcome.libraries[index] = library
            case .failure(let fault): outcome.faults[index] = fault
            }
        }
        return outcome
    }

    /// Prepares to make the library with a toolchain.
    init(_ toolchain: Toolchain) throws(LoadFault) {
        self.toolchain = toolchain
        guard let cache = AdapterCache(key: toolchain.key) else {
            throw LoadFault(.adapter(.noDirectory))
        }
        self.cache = cache
    }

    /// The library's path; it is made if it is not there.
    ///
    /// The log of an attempt that failed stays, and stops further ones for a while unless it `retries`.
    func library(retries: Bool, say: (String) -> Void) throws(LoadFault) -> String {
        let path = cache.directory + "/" + Self.library
        if access(path, R_OK) == 0 { return path }
        let lock = cache.lock { say("waiting for another runner, which makes the adapter for \(toolchain.root)") }
        defer { if lock >= 0 { close(lock) } }
        // Another runner may have made it meanwhile.
        if access(path, R_OK) == 0 { return path }
        let log = "\(cache.directory).log"
        if lock >= 0 { cache.removeDrafts() }
        if ReadyAdapter.fits(toolchain.testing) {
            try install { draft throws(LoadFault) in try writeReady(to: draft) }
            unlink(log)
            return path
        }
        if !retries, Self.isFresh(log) { throw notCompiled(log) }
        try compile(log)
        unlink(log)
        return path
    }

    /// For how long an attempt that failed stops further ones, in seconds.
    private static let patience = 600

    /// Whether an attempt has failed a short while ago.
    private static func isFresh(_ log: String) -> Bool {
        stat(path: log).map { time(nil) - $0.st_mtim.tv_sec < patience } ?? false
    }

    /// Compiles the library, of which the user hears.
    private func compile(_ log: String) throws(LoadFault) {
        let progress = AdapterProgress(toolchain.root, keptIn: cache.directory)
        let started = worker_now()
        defer { progress.end() }
        try install { draft throws(LoadFault) in
            let sources = draft + "/sources"
            guard AdapterSources.write(to: sources) else {
                throw LoadFault(.adapter(.sourcesNotWritten(SystemFault.reason(errno))))
            }
            let words = ["/bin/sh", sources + "/make.sh", toolchain.root, sources, draft + "/made"]
            let code = ChildProcess.run(words, log: log) { progress.show(after: worker_now() - started) }
            guard code == 0 else { throw notCompiled(log) }
        }
    }

    /// Writes the library that the runner's build has made.
    private func writeReady(to draft: String) throws(LoadFault) {
        guard FilePath.makeDirectory(draft + "/made", mode: 0o700) else {
            throw LoadFault(.adapter(.notKept(in: cache.directory, SystemFault.reason(errno))))
        }
        let path = draft + "/made/" + Self.library
        if let reason = ReadyAdapter.write(to: path, libraries: toolchain.libraryDirectory) {
            throw LoadFault(.adapter(.notKept(in: cache.directory, reason)))
        }
    }

    /// Has the library made in a draft of its directory, which then takes the place; an interrupt meanwhile ends the runner, and leaves
    /// nothing.
    private func install(_ make: (String) throws(LoadFault) -> Void) throws(LoadFault) {
        let draft = FileDraft(of: cache.directory).path
        let wasWatched = worker_watches_interrupts() != 0
        // Orphans of the compiler become this process's children, and it ends them as well.
        worker_adopt_orphans()
        worker_guard_directory(draft)
        try? Interrupts.endCommand(
            saying: "runner: interrupted while the adapter for XCTest and Swift Testing was made; nothing ran\n",
            status: ExitCode.cutShort.rawValue)
        defer {
            FilePath.remove(draft)
            worker_guard_directory(nil)
            if wasWatched { worker_interrupts() } else { worker_forget_interrupts() }
            worker_disown_orphans()
        }
        try make(draft)
        let directory = cache.directory
        guard rename(draft + "/made", directory) == 0 || access(directory + "/" + Self.library, R_OK) == 0 else {
            throw LoadFault(.adapter(.notKept(in: directory, SystemFault.reason(errno))))
        }
    }

    /// The fault of a compilation that failed.
    private func notCompiled(_ log: String) -> LoadFault {
        LoadFault(.adapter(.notCompiled(root: toolchain.root, lastLine: ChildProcess.lastLine(of: log), log: log)))
    }
}
