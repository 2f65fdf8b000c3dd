// SPDX-License-Identifier: MIT

@testable import RunnerExecution

/// A run of units by the scheduler in time that passes as it says: no process, no clock.
struct SimulatedRun {
    /// A worker's process.
    private struct Process {
        /// The units that it has not begun.
        var unread: [UInt32] = []
        /// When the unit ends that it runs.
        var end: UInt64?
        /// Whether it ends behind what it has.
        var isLeaving = false
    }

    /// How often the host looks, in nanoseconds, if nothing happens.
    private static let tick: UInt64 = 50_000_000

    /// When the last unit ended, in nanoseconds.
    private(set) var makespan: UInt64 = 0
    /// The units that each process ran, in order.
    private(set) var sequences: [[UInt32]] = []
    /// The units that started although others come before them.
    private(set) var urgent: Set<UInt32> = []
    /// For how long a worker had nothing to run although a unit waited that it or a new process might have run, in nanoseconds.
    private(set) var idle: UInt64 = 0

    /// Runs units that take some time each; nothing is left of one that the scheduler would leave.
    init(_ work: PlannedWork, lengths: [UInt64]) {
        var scheduler = Scheduler(work)
        var processes: [Process?] = Array(repeating: nil, count: work.jobs)
        var places = Array(repeating: 0, count: work.jobs)
        var now: UInt64 = 0
        while scheduler.closedCount < work.unitCount, now < 1 << 50 {
            let free = scheduler.freeCount(now: now)
            for worker in processes.indices where processes[worker] == nil && free > 0 {
                scheduler.begin(worker, now: now)
                processes[worker] = Process()
                places[worker] = sequences.count
                sequences.append([])
            }
            for isLast in [false, true] {
                for worker in processes.indices where processes[worker] != nil {
                    var handout = scheduler.next(for: worker, now: now, isLast: isLast)
                    if handout.takesBack {
                        for other in processes.indices where other != worker && scheduler.hasUnread(other) {
                            _ = scheduler.takeBack(
                                processes[other]?.unread ?? [], from: other,
                                isLeaving: processes[other]?.isLeaving ?? false)
                            processes[other]?.unread = []
                            processes[other]?.isLeaving = false
                        }
                        handout = scheduler.next(for: worker, now: now, isLast: true)
                    }
                    processes[worker]?.unread += handout.units
                    if handout.leaves { processes[worker]?.isLeaving = true }
                    if handout.isUrgent { urgent.formUnion(handout.units) }
                    // Else who comes next takes it back at once.
                    if let unit = processes[worker]?.unread.first, processes[worker]?.end == nil {
                        processes[worker]?.unread.removeFirst()
                        processes[worker]?.end = now + lengths[Int(unit)]
                        sequences[places[worker]].append(unit)
                    }
                }
            }
            var isAgain = false
            for worker in processes.indices {
                guard let process = processes[worker], process.end == nil, process.isLeaving else { continue }
                _ = scheduler.end(worker)
                processes[worker] = nil
                isAgain = true
            }
            if isAgain, scheduler.waitingCount > 0 { continue }
            let next = min(now + Self.tick, processes.compactMap { $0?.end }.min() ?? .max)
            if scheduler.waitingCount > 0 { idle += (next - now) * UInt64(processes.count { $0?.end == nil }) }
            now = next
            for worker in processes.indices where processes[worker]?.end.map({ $0 <= now }) == true {
                guard let unit = scheduler.head(of: worker), scheduler.close(unit, by: worker) else { return }
                processes[worker]?.end = nil
                if processes[worker]?.unread.isEmpty == false, let unit = processes[worker]?.unread.removeFirst() {
                    processes[worker]?.end = now + lengths[Int(unit)]
                    sequences[places[worker]].append(unit)
                }
            }
        }
        makespan = now
    }

    /// The shortest time in which units could run, at best: no run group is quicker than its longest unit, than its share for each
    /// worker, and than the units of a resource.
    static func best(_ work: PlannedWork, _ lengths: [UInt64]) -> UInt64 {
        var (sum, first): (UInt64, UInt32) = (0, 0)
        for end in work.groupEnds {
            let units = first..<end
            var least = units.map { lengths[Int($0)] }.max() ?? 0
            least = max(least, units.reduce(0) { $0 + lengths[Int($1)] } / UInt64(work.jobs))
            for (resource, limit) in work.limits.enumerated() {
                let users = units.filter { work.resources(of: $0).contains(resource) }
                least = max(least, users.reduce(0) { $0 + lengths[Int($1)] } / UInt64(limit))
            }
            (sum, first) = (sum + least, end)
        }
        return sum
    }
}
