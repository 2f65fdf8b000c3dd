// SPDX-License-Identifier: MIT

import Adapters
import Glibc

/// Finds the library that opens test executables of XCTest and Swift Testing, or makes it, with the toolchain that built
/// them.
///
/// The adapter uses the interface that libTesting offers only to tools, which varies between versions. So the runner contains
/// the adapter's sources, and the user's cache has a library for each toolchain.
struct AdapterMaker {
    /// The adapters for some test executables, by the index of the file.
    struct Outcome {
        /// The libraries' paths.
        var libraries: ByBundle<String> = [:]
        /// Why others cannot be opened.
        var faults: [Int: LoadFault] = [:]
    }

    /// How long a case of a test executable may take where nobody says so, in nanoseconds: `swift test` has no limit at all.
    static let timeLimit: UInt64 = 600 * 1_000_000_000
    /// How long opening a test executable may take, in seconds.
    static let loadLimit = 120.0
    /// The library's name.
    private static let library = "libXCTestAdapter.so"

    /// The toolchain.
    private let toolchain: Toolchain
    /// Where the libraries for all toolchains are.
    private let cache: AdapterCache

    /// Returns the adapters for those files that are test executables; `say` informs the user of slow steps.
    ///
    /// Those at the paths of `packed` came with their adapters. What could not be compiled before is compiled again only if it
    /// `retries`.
    static func adapters(
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
    /// The log of an attempt that failed stays, and stops further ones unless it `retries`.
    func library(retries: Bool, say: (String) -> Void) throws(LoadFault) -> String {
        let path = cache.directory + "/" + Self.library
        if access(path, R_OK) == 0 { return path }
        let lock = cache.lock()
        defer { if lock >= 0 { close(lock) } }
        // Another runner may have made it meanwhile.
        if access(path, R_OK) == 0 { return path }
        let log = "\(cache.directory).log"
        if !retries, access(log, F_OK) == 0 {
            throw LoadFault(
                .adapter(.notCompiled(root: toolchain.root, lastLine: ChildProcess.lastLine(of: log), log: log)))
        }
        say(
            "compiling the adapter for XCTest and Swift Testing with \(toolchain.root), once for this toolchain; "
                + "it is kept in \(cache.directory)")
        try make()
        return path
    }

    /// Makes the library in a draft of its directory, which then takes the place.
    private func make() throws(LoadFault) {
        let draft = "\(cache.directory).\(getpid())"
        let log = "\(cache.directory).log"
        guard AdapterSources.write(to: draft + "/sources") else {
            throw LoadFault(.adapter(.sourcesNotWritten(SystemFault.reason(errno))))
        }
        defer { FilePath.remove(draft) }
        let script = draft + "/sources/make.sh"
        let words = ["/bin/sh", script, toolchain.root, draft + "/sources", draft + "/made"]
        guard ChildProcess.run(words, log: log) else {
            throw LoadFault(
                .adapter(.notCompiled(root: toolchain.root, lastLine: ChildProcess.lastLine(of: log), log: log)))
        }
        guard rename(draft + "/made", cache.directory) == 0 || access(cache.directory + "/" + Self.library, R_OK) == 0
        else { throw LoadFault(.adapter(.notKept(in: cache.directory, SystemFault.reason(errno)))) }
        unlink(log)
    }
}
