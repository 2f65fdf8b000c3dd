// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import WorkerShims

/// Lets a case measure while no other test runs.
///
/// The case takes a mark in the shared table, which postpones the next cases of other workers, and waits for the cases that they have
/// begun. The mark is the process's number, and counts while the table has a worker of that number in a test. So a mark of a process
/// that has ended, or one that a bundle wrote there, delays no worker for longer than that test runs, and no wait is longer than
/// `patience`.
struct MeasuringService: @unchecked Sendable {
    /// The time for which a case waits for others, in nanoseconds.
    private static let patience: UInt64 = 60_000_000_000
    /// The pause between two looks, in microseconds.
    private static let pause: UInt32 = 1000

    /// The shared memory.
    private let table: RunTable
    /// The worker's place in it.
    private let place: UnsafeMutablePointer<worker_presence>

    /// Serves a worker.
    init(table: RunTable, place: WorkerView) { (self.table, self.place) = (table, place.presence) }

    /// Adds its functions to the host's.
    static func add(to table: inout testkit_host) {
        table.begin_measuring = { HostInterface.behind($0)?.measuring.begin() }
        table.end_measuring = { HostInterface.behind($0)?.measuring.end() }
    }

    /// Waits until no other case measures, and then until no other test runs.
    private func begin() {
        // The host does not wait for a process that a test has forked.
        guard worker_is_stray() == 0 else { return }
        table_store(&place.pointee.is_paused, 1)
        while !takeMark() { usleep(Self.pause) }
        table_store(&place.pointee.is_paused, 0)
        let end = worker_now() + Self.patience
        // A worker that looked just before has come to its stage by then.
        repeat { usleep(Self.pause) } while isDisturbed && worker_now() < end
    }

    /// Takes the mark, if it is free, or that of a process that has ended.
    private func takeMark() -> Bool {
        let (own, other) = (UInt32(getpid()), table_load(&table.header.pointee.measuring))
        if other != own, Self.isInTest(other, table) { return false }
        return table_exchange(&table.header.pointee.measuring, other, own) != 0
    }

    /// Gives the mark up.
    private func end() { _ = table_exchange(&table.header.pointee.measuring, UInt32(getpid()), 0) }

    /// Whether a test of another worker runs.
    private var isDisturbed: Bool {
        (0..<RunTable.workerCapacity).contains { index in
            let other = table.presences + index
            let process = table_load(&other.pointee.process)
            guard other != place, process != 0, table_load(&other.pointee.is_paused) == 0,
                let stage = WorkerStage(rawValue: table_load(&other.pointee.stage))
            else { return false }
            switch stage {
            case .beginClass, .runCase, .endClass, .loading, .registering, .examples:
                return kill(pid_t(bitPattern: process), 0) == 0 || errno != ESRCH
            case .starting, .idle, .exiting, .abandoned, .retired, .gone, .forking: return false
            }
        }
    }

    /// Whether a process is a worker's, by the table, and runs a test.
    private static func isInTest(_ process: UInt32, _ table: RunTable) -> Bool {
        guard process != 0 else { return false }
        return (0..<RunTable.workerCapacity).contains { index in
            let worker = table.presences + index
            guard table_load(&worker.pointee.process) == process else { return false }
            return [.beginClass, .runCase, .endClass].contains(WorkerStage(rawValue: table_load(&worker.pointee.stage)))
        }
    }

    /// Whether the tests of a worker must wait for a case of another that measures.
    static func holdsBack(_ table: RunTable) -> Bool {
        let process = table_load(&table.header.pointee.measuring)
        if process == 0 { return false }
        return process != UInt32(getpid()) && isInTest(process, table)
    }

    /// Waits as long as a case of another worker measures, but not for ever.
    static func wait(_ table: RunTable) {
        let end = worker_now() + patience
        while holdsBack(table), worker_now() < end { usleep(pause) }
    }
}
