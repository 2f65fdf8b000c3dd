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
        /// Whether it is on its way out, with units in its pipe or without.
        var isLeaving = false
        /// Whether it waits for an answer of the host, which does not know that yet.
        var isAsking = false
        /// Whether the host knows that, and has not answered.
        var isRefused = false
    }

    /// The work.
    private let work: PlannedWork
    /// What decides.
    private var scheduler: Scheduler
    /// The processes, by place.
    private var processes: [Process?]
    /// The units that were handed over although others come before them.
    private var urgent: Set<UInt32> = []
    /// The units that are closed in the table, of which the scheduler has not heard.
    private var unheard: [UInt32: Int] = [:]
    /// How often each unit was run to its end.
    private var runs: [UInt8]
    /// How many more processes may be killed, and stopped.
    private var deaths: Int, stops: Int
    /// How many more processes may leave although units are left, and ask for an answer.
    private var departures: Int, questions: Int
    /// Whether the host forgets the units of a process that has ended: a mistake that the model must see.
    private let forgets: Bool
    /// What is wrong, if something is.
    private(set) var fault: String?

    /// A run at its start, with one worker.
    init(
        _ work: PlannedWork, workers: Int, deaths: Int, stops: Int = 0, departures: Int = 0, questions: Int = 0,
        forgets: Bool = false
    ) {
        (self.work, self.deaths, self.stops, self.forgets) = (work, deaths, stops, forgets)
        (self.departures, self.questions) = (departures, questions)
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
        return next + turns().filter { $0 != self }
    }

    /// What a turn of the host may come to: at once, late, or at once and another one late.
    ///
    /// Whatever begins to wait does so at the early time, so that the late one is late for it.
    private func turns() -> [SchedulerModel] {
        let late = ScheduledWorker.patience + 1
        var (early, direct) = (self, self)
        early.turn(now: 1)
        direct.turn(now: late)
        var calm = early
        for _ in 0..<3 { calm.turn(now: 1) }
        var (hasLeft, hasStarted) = (calm, calm)
        hasLeft.turn(now: late, starts: 1)
        hasStarted.turn(now: 1, starts: late)
        return [early] + [direct, hasLeft, hasStarted].filter { !$0.waitsSince(late) }
    }

    /// Whether a worker began to wait at some time.
    private func waitsSince(_ time: UInt64) -> Bool {
        scheduler.workers.contains { $0?.idleSince == time || $0?.aheadSince == time }
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
            next += whims(place)
        }
        return next
    }

    /// What a worker may do of itself: leave before what it has read, or ask for an answer while it runs something.
    private func whims(_ place: Int) -> [SchedulerModel] {
        guard let process = processes[place], !process.isStopped, !process.isLeaving, !process.isAsking,
            !process.isRefused
        else { return [] }
        var next: [SchedulerModel] = []
        if departures > 0 {
            var state = self
            state.departures -= 1
            state.processes[place]?.isLeaving = true
            // It has read the unit and not begun it, or ran it to its end.
            next.append(state)
        }
        if questions > 0, process.running != nil {
            var state = self
            state.questions -= 1
            state.processes[place]?.isAsking = true
            next.append(state)
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
        if process.isLeaving {
            die(place)
            return true
        }
        if process.isAsking || process.isRefused {
            // It forgets what comes before the answer.
            guard !process.pipe.isEmpty else { return false }
            processes[place]?.pipe.removeFirst()
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
        if !urgent.contains(unit) {
            processes[place]?.last = unit
            if let last = process.last, last >= unit { fault = "a process runs \(unit) behind \(last)" }
        }
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

    /// A turn of the host; `starts` is the time by which it starts workers, if that is another one.
    private mutating func turn(now: UInt64, starts: UInt64? = nil) {
        hear()
        listen()
        for place in scheduler.prescribedWorkers where processes[place] == nil { start(place) }
        let free = scheduler.freeCount(now: starts ?? now)
        let busy = processes.indices.count { scheduler.isOwner($0) || processes[$0]?.isLeaving == true }
        var alive = processes.count { $0 != nil }
        for place in processes.indices
        where processes[place] == nil && free > 0 && alive < min(processes.count, busy + free) {
            start(place)
            alive += 1
        }
        for isLast in [false, true] {
            for place in processes.indices where isReady(place) {
                var handout = scheduler.next(for: place, now: now, isLast: isLast)
                if handout.takesBack {
                    for other in processes.indices where other != place && scheduler.hasUnread(other) {
                        takeBack(other)
                    }
                    handout = scheduler.next(for: place, now: now, isLast: true)
                }
                processes[place]?.pipe += handout.units
                for unit in handout.units {
                    if handout.isUrgent { urgent.insert(unit) } else { urgent.remove(unit) }
                }
                if handout.isUrgent, work.durations.isEmpty { fault = "\(handout.units) out of order for no reason" }
                if handout.leaves { processes[place]?.pipe.append(nil) }
            }
        }
    }

    /// Whether the host hands units to a worker.
    private func isReady(_ place: Int) -> Bool {
        processes[place].map { !$0.isLeaving && !$0.isRefused } ?? false
    }

    /// The host answers who has waited for that since an earlier turn, and hears who asks.
    private mutating func listen() {
        for place in processes.indices {
            if processes[place]?.isRefused == true {
                processes[place]?.pipe = []
                processes[place]?.isRefused = false
            }
            guard processes[place]?.isAsking == true, let unit = processes[place]?.running else { continue }
            processes[place]?.isAsking = false
            processes[place]?.isRefused = true
            _ = scheduler.forget(behind: unit, of: place)
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
