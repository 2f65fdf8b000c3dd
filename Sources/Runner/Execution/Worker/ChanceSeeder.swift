// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Seeds the random choices of Swift's library in a worker, before a bundle can use them.
///
/// The library hashes with one key in a process. Once a table exists, another key would hide most of what is in it: so
/// the key is set when the library comes in, and never again.
struct ChanceSeeder {
    /// The division between chance and the seed.
    private let chance: Chance
    /// The seed.
    private let seed: UInt64
    /// Whether each case has a stream of random numbers of its own.
    let hasStreams: Bool
    /// Whether no further seeding is possible in this process.
    private var isDone: Bool

    /// Prepares for a worker of a run.
    init(_ chance: Chance, seed: UInt64) {
        self.chance = chance
        self.seed = seed
        hasStreams = chance.random == .seeded
        isDone = chance.hashing == .system && chance.random == .system
    }

    /// Seeds the library if this program shares it with bundles; returns whether the hash key has changed.
    ///
    /// After a change, every existing table must be built again.
    mutating func seedOwnLibrary() -> Bool {
        guard !isDone, worker_shares_swift_runtime() != 0 else { return false }
        return seedLibrary()
    }

    /// Seeds the library that a bundle needs; opens it first if it is not in the process yet.
    ///
    /// If a library is missing, the loader reports it afterwards.
    mutating func prepare(toOpen file: BundleFile, at path: String) {
        guard !isDone, let directories = file.swiftDirectories else { return }
        // A library that a bundle has loaded in another way may already have used its key.
        if worker_has_swift_core() == 0 {
            guard Self.openLibrary(directories, origin: path), worker_has_swift_core() != 0 else { return }
            _ = seedLibrary()
        }
        isDone = true
    }

    /// Seeds the library in the process; returns whether the hash key has changed.
    private mutating func seedLibrary() -> Bool {
        isDone = true
        if chance.random == .seeded { _ = worker_seed_random() }
        // The runtime's own switch for a fixed key: the user wants that.
        guard chance.hashing == .seeded, getenv("SWIFT_DETERMINISTIC_HASHING") == nil else { return false }
        let key = Chance.hashingKey(seed: seed)
        return worker_seed_hashing(key.first, key.second) == 0
    }

    /// Opens the library where the loader would find it for a bundle (ld.so(8)): `LD_LIBRARY_PATH`, the bundle's own
    /// directories, the system's.
    private static func openLibrary(_ directories: [String], origin path: String) -> Bool {
        let variable = getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? ""
        let given = variable.split(separator: ":").map(String.init)
        let origin = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        for directory in given + directories.map({ expanded($0, origin: origin) }) {
            let candidate = directory + "/" + SWIFT_CORE_LIBRARY
            if access(candidate, R_OK) == 0 { return worker_open_swift_core(candidate) == 0 }
        }
        return worker_open_swift_core(SWIFT_CORE_LIBRARY) == 0
    }

    /// A directory with the bundle's own in the place of `$ORIGIN`.
    private static func expanded(_ directory: String, origin: String) -> String {
        for word in ["${ORIGIN}", "$ORIGIN"] where directory.hasPrefix(word) {
            return origin + directory.dropFirst(word.utf8.count)
        }
        return directory
    }
}
