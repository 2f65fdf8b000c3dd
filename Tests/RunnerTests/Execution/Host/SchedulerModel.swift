// SPDX-License-Identifier: MIT

@testable import RunnerExecution

/// The host's scheduler with workers that run, stop and die at any point, as a state to explore.
struct SchedulerModel: Hashable {
    /// A worker's process.
    private struct Process: Hashable {
        /// What stands in its pipe: units; nil is the order to end.
        var pipe: [UInt32?] = []
        /// The unit that it runs.
        var running: UInt32?
        /// The last unit that it began.
        var last: UInt32?
        /// Whether it does nothing any more.
        var isStopped = false
    }

    /// The work.
    private let work: PlannedWork
    /// What decides.
    private var scheduler: Scheduler
    /// The processes, by place.
    private var processes: [Process?]
    /// The units that are closed in the table, of which the scheduler has not heard.
    private var unheard: [UInt32: Int] = [:]
    /// How often each unit was run to its end.
    private var runs: [UInt8]
    /// How many more processes may be killed, and stopped.
    private var deaths: Int, stops: Int
    /// Whether the host forgets the units of a process that has ended: a mistake that the model must see.
    private let forgets: Bool
    /// What is wrong, if something is.
    private(set) var fault: String?

    /// A run at its start, with one worker.
    init(_ work: PlannedWork, workers: Int, deaths: Int, stops: Int = 0, forgets: Bool = false) {
        (self.work, self.deaths, self.stops, self.forgets) = (work, deaths, stops, forgets)
        scheduler = Scheduler(work)
        processes = Array(repeating: nil, count: workers)
        runs = Array(repeating: 0, count: Int(work.unitCount))
        start(0)
    }

    /// Whether everything was run.
    var isDone: Bool { runs.allSatisfy { $0 == 1 } && processes.allSatisfy { $0 == nil } }

    /// Starts a process.
    private mutating func start(_ place: Int) {
        processes[place] = Process()
        scheduler.begin(place, now: 0)
    }

    /// What may happen next without a blow from outside: a step of a worker, or a turn of the host at an early or a late time.
    func steps() -> [SchedulerModel] {
        var next: [SchedulerModel] = []
        for place in processes.indices where processes[place] != nil {
            var state = self
            if state.step(place) { next.append(state) }
        }
        for now: UInt64 in [1, ScheduledWorker.patience + 1] {
            var state = self
            state.turn(now: now)
            if state != self { next.append(state) }
        }
        return next
    }

    /// What may happen to a worker from outside: it is killed, or stopped.
    func blows() -> [SchedulerModel] {
        var next: [SchedulerModel] = []
        for place in processes.indices where processes[place] != nil {
            if deaths > 0 {
                var state = self
                state.deaths -= 1
                state.die(place)
                next.append(state)
            }
            if stops > 0, processes[place]?.isStopped == false {
                var state = self
                state.stops -= 1
                state.processes[place]?.isStopped = true
                next.append(state)
            }
        }
        return next
    }

    /// A step of a worker; returns whether it can do something.
    private mutating func step(_ place: Int) -> Bool {
        guard let process = processes[place] else { return false }
        // The host ends who begins nothing.
        if process.isStopped {
            die(place)
            return true
        }
        if let unit = process.running {
            processes[place]?.running = nil
            runs[Int(unit)] += 1
            unheard[unit] = place
            if runs[Int(unit)] > 1 { fault = "unit \(unit) is run twice" }
            return true
        }
        guard let order = process.pipe.first else { return false }
        processes[place]?.pipe.removeFirst()
        guard let unit = order else {
            die(place)
            return true
        }
        begin(unit, place, process)
        return true
    }

    /// A worker begins a unit.
    private mutating func begin(_ unit: UInt32, _ place: Int, _ process: Process) {
        processes[place]?.running = unit
        processes[place]?.last = unit
        if let last = process.last, last >= unit { fault = "a process runs \(unit) behind \(last)" }
        let end = work.groupEnd(after: unit)
        for other in 0..<unit where work.groupEnd(after: other) < end && runs[Int(other)] == 0 {
            fault = "unit \(unit) begins before the run group of \(other) has ended"
        }
        if !work.workers.isEmpty, work.workers[Int(unit)] != place { fault = "unit \(unit) is another worker's" }
        for (resource, limit) in work.limits.enumerated() {
            let users = processes.compactMap { $0?.running }.count { work.resources(of: $0).contains(resource) }
            if users > limit { fault = "\(users) use resource \(resource)" }
        }
    }

    /// A process ends; the host hears of what it closed, and takes its units back.
    private mutating func die(_ place: Int) {
        hear()
        processes[place] = nil
        if !forgets || !scheduler.isOwner(place) { _ = scheduler.end(place) }
    }

    /// The host hears what is closed.
    private mutating func hear() {
        for (unit, place) in unheard.sorted(by: { $0.key < $1.key }) where !scheduler.close(unit, by: place) {
            fault = "unit \(unit) was not the first of worker \(place)"
        }
        unheard = [:]
    }

    /// A turn of the host.
    private mutating func turn(now: UInt64) {
        hear()
        for place in scheduler.prescribedWorkers where processes[place] == nil { start(place) }
        let busy = processes.indices.count { scheduler.isOwner($0) }
        var alive = processes.count { $0 != nil }
        for place in processes.indices
        where processes[place] == nil && alive < min(processes.count, busy + scheduler.freeCount) {
            start(place)
            alive += 1
        }
        for isLast in [false, true] {
            for place in processes.indices where processes[place] != nil {
                var handout = scheduler.next(for: place, now: now, isLast: isLast)
                if handout.takesBack {
                    for other in processes.indices where other != place && scheduler.hasUnread(other) {
                        takeBack(other)
                    }
                    handout = scheduler.next(for: place, now: now, isLast: true)
                }
                processes[place]?.pipe += handout.units
                if handout.leaves { processes[place]?.pipe.append(nil) }
            }
        }
    }

    /// The host reads what stands in a worker's pipe.
    private mutating func takeBack(_ place: Int) {
        guard let pipe = processes[place]?.pipe else { return }
        processes[place]?.pipe = []
        let units = pipe.compactMap(\.self)
        if scheduler.takeBack(units, from: place, isLeaving: units.count < pipe.count).count != units.count {
            fault = "\(units) were not the last of worker \(place)"
        }
    }
}
