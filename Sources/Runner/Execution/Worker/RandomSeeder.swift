// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import WorkerShims

/// Seeds the random choices of Swift's library in a worker, before a bundle can use them.
///
/// The library hashes with one key in a process. Once a table exists, another key would hide most of what is in it: so
/// the key is set when the library comes in, and never again.
///
/// Rule 57.
struct RandomSeeder {
    /// The two words of the hashing key.
    private let key: (first: UInt64, second: UInt64)
    /// The hashing that all bundles of the run have; nil where a configuration file distinguishes them.
    private let common: Chance.Source?
    /// Whether some class has streams of random numbers of its own.
    let hasStreams: Bool
    /// Whether the tasks of some class are scheduled.
    let hasSchedules: Bool
    /// Whether no further seeding is possible in this process.
    private var isDone: Bool

    /// Prepares for a worker of a run.
    init(_ start: WorkerStart) {
        key = Chance.hashingKey(seed: start.seed)
        let hashing = start.chance.hashing
        common = start.hasChance { $0.hashing != hashing } ? nil : hashing
        (hasStreams, hasSchedules) = (start.hasStreams, start.hasSchedules)
        isDone = common == .system && !hasStreams && worker_shares_swift_runtime() == 0
    }

    /// Seeds the library if this program shares it with bundles, or gives it a key of this process's own; returns whether the hash key
    /// has changed.
    ///
    /// After a change, every existing table must be built again.
    mutating func seedOwnLibrary() -> Bool {
        guard !isDone, let common, worker_shares_swift_runtime() != 0 else { return false }
        return seedLibrary(common, isOwn: true)
    }

    /// Seeds the library that a bundle needs, once what it needs of the toolchain was opened.
    ///
    /// - Parameter isNew: Whether that has brought the library into the process.
    /// - Returns: Whether the hash key of this program has changed.
    mutating func seed(_ hashing: Chance.Source, isNew: Bool) -> Bool {
        guard !isDone, worker_has_swift_core() != 0 else { return false }
        let isOwn = worker_shares_swift_runtime() != 0
        // A library that a bundle has loaded in another way may already have used its key.
        guard isNew || isOwn else {
            isDone = true
            return false
        }
        return seedLibrary(hashing, isOwn: isOwn) && isOwn
    }

    /// Lets the tasks of a library that was opened be scheduled, where the tasks of some class are.
    ///
    /// - Returns: The reason why they cannot; nil if they can, or need not.
    func scheduleTasks(of library: UnsafeMutableRawPointer, _ file: BundleFile) -> Chance.Obstacle? {
        guard hasSchedules else { return nil }
        switch task_schedule_install(library) {
        case TASKS_SCHEDULED: return nil
        case TASKS_UNKNOWN: return .tasksUnknown
        // It may have no tasks at all.
        default: return file.hasSwift ? .tasksLinkedIn : nil
        }
    }

    /// Whether a library that was opened hashes by a key of its own in place of the seed's.
    func isUnseeded(_ library: UnsafeMutableRawPointer, of file: BundleFile, _ hashing: Chance.Source) -> Bool {
        guard hashing == .seeded, !Self.isFixed else { return false }
        switch worker_hashing_source(library, key.first, key.second) {
        case HASHING_SEEDED: return false
        case HASHING_SYSTEM: return true
        // It may have Swift in it that it does not export.
        default: return file.hasSwift
        }
    }

    /// Whether the runtime's own switch for a fixed key is set: the user wants that.
    private static var isFixed: Bool { getenv("SWIFT_DETERMINISTIC_HASHING") != nil }

    /// Seeds the library in the process; returns whether the hash key has changed.
    private mutating func seedLibrary(_ hashing: Chance.Source, isOwn: Bool) -> Bool {
        isDone = true
        if hasStreams { _ = worker_seed_random() }
        if Self.isFixed { return false }
        switch hashing {
        case .seeded: return worker_seed_hashing(key.first, key.second) == 0
        // This program's key is that of all its forks: they would not differ by chance.
        case .system: return isOwn && worker_renew_hashing() == 0
        }
    }
}
