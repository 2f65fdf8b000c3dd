// SPDX-License-Identifier: MIT

/// Decides which worker runs which unit, and when: a state machine without a clock, a process or a pipe.
///
/// A unit waits, or it was handed to a worker, or it is closed. A worker runs the units that it was handed in their order; those
/// after the first may be taken back. `Dispatcher` carries out its decisions, and reports the events:
///
///     begin     a worker begins, with nothing
///     next      the units that a worker receives now
///     close     the first unit of a worker is closed; may open the next run group
///     takeBack  units of a worker that it has not begun, for another one
///     forget    a worker has forgotten the units that it has not begun
///     end       a worker has ended: its units wait again
///
/// Each process runs a subsequence of the plan: it receives only units after its last one. Where only units before that are left, it
/// ends, and a new one runs them. Where durations are known, a unit that takes long may start out of that order (`UrgentUnits`). One more
/// process for a file that takes long to open starts only where that pays (`pays`); a class of such a file is one worker's until another
/// one has nothing else to run.
///
/// Rules 30 and 68.
struct Scheduler: Hashable {
    /// The next task of a worker.
    struct Handout: Equatable {
        /// The units that it receives.
        var units: [UInt32] = []
        /// The unit at which it asks for more, by its place among those.
        var mark: Int?
        /// Whether it ends after those.
        var leaves = false
        /// Whether it needs units that others have not begun.
        var takesBack = false
        /// Whether its unit starts although others come before it.
        var isUrgent = false

        /// Whether it receives nothing.
        var isEmpty: Bool { units.isEmpty && !leaves }
    }

    /// The units, and who may run them.
    private let work: PlannedWork
    /// The first unit that never waited in a list below; all after it wait, unless workers are prescribed.
    private var cursor: UInt32 = 0
    /// Units after the cursor that were handed to a worker before their turn.
    private var advanced: Set<UInt32> = []
    /// Units before the cursor that wait.
    private var waiting = WaitingUnits()
    /// The waiting units by how long they take; nil where that changes nothing.
    private var urgent: UrgentUnits?
    /// Units before the cursor that wait, by a resource that was in use.
    private var blocked: [WaitingUnits]
    /// The resources for which some wait there.
    private var crowded: [Int] = []
    /// The waiting units of each worker, where workers are prescribed.
    private var lanes: [WaitingUnits]
    /// Units from here on must wait: the run group before them has not ended.
    private var limit: UInt32
    /// The number of units that were handed to workers and are not closed.
    private(set) var handedCount = 0
    /// The number of units that are closed.
    private(set) var closedCount: UInt32 = 0
    /// The workers, by their place.
    private(set) var workers: [ScheduledWorker?] = []
    /// The number of workers that have each resource.
    private var holders: [Int]
    /// When the first worker began.
    private var began: UInt64?
    /// Whether nothing more is to be started.
    var isStopping = false

    /// Starts with all units waiting.
    init(_ work: PlannedWork) {
        self.work = work
        limit = work.groupEnd(after: 0)
        blocked = Array(repeating: WaitingUnits(), count: work.limits.count)
        holders = Array(repeating: 0, count: work.limits.count)
        urgent = UrgentUnits(work, group: 0..<limit)
        lanes = Array(repeating: WaitingUnits(), count: (work.workers.max() ?? -1) + 1)
        for (unit, worker) in work.workers.enumerated() { lanes[worker].insert(UInt32(unit)) }
        if isPrescribed { cursor = work.unitCount }
    }

    /// Whether each unit has a prescribed worker.
    private var isPrescribed: Bool { !work.workers.isEmpty }

    // MARK: What the host asks

    /// The number of units that wait.
    var waitingCount: Int { Int(work.unitCount - closedCount) - handedCount }

    /// The number of units that wait for a worker only, as far as workers have looked: for no resource, and no run group to end.
    var readyCount: Int { Int(limit - closedCount) - handedCount - blocked.reduce(0) { $0 + $1.count } }

    /// The number of units that a new worker may run: those that wait, and those that slow workers have not begun.
    ///
    /// Nothing is counted a second time for the same worker until that has closed a unit, so no worker is started for nothing again
    /// and again.
    mutating func freeCount(now: UInt64) -> Int {
        if isPrescribed { return 0 }
        if work.isKept { return waitingCount }
        let count = waitingCount + slowCount(now: now)
        return count > 0 && pays(count, now: now) ? count : 0
    }

    /// Whether one more worker for some units is worth opening their file once more, where others have it open: whether that saves more
    /// time than it takes.
    ///
    /// Earlier runs say how long the units take, or else the closed units, once the run has taken as long as the opening: so at most the
    /// same time again is lost.
    private func pays(_ count: Int, now: UInt64) -> Bool {
        let first = min(cursor, waiting.first(from: 0) ?? cursor)
        guard let opening = work.opening(of: min(first, work.unitCount - 1)),
            workers.indices.contains(where: { head(of: $0).map(opening.units.contains) == true })
        else { return true }
        if let rest = urgent?.rest, rest / 2 > opening.time { return true }
        let elapsed = now - min(began ?? now, now)
        let each = elapsed / max(1, UInt64(closedCount))
        return elapsed >= opening.time && each > 2 * opening.time / UInt64(count)
    }

    /// The number of units that other workers may run, since their own worker has closed none for a while.
    private mutating func slowCount(now: UInt64) -> Int {
        var count = 0
        for index in workers.indices where hasUnread(index) && workers[index]?.isStripped == false {
            let since = workers[index]?.aheadSince ?? now
            workers[index]?.aheadSince = since
            guard now - min(since, now) >= ScheduledWorker.patience else { continue }
            count += units(of: index).dropFirst().count { unit in
                work.resources(of: unit).allSatisfy { holders[$0] < work.limits[$0] }
            }
        }
        return count
    }

    /// The workers that have waiting units of their own.
    var prescribedWorkers: Set<Int> { Set(lanes.indices.filter { !lanes[$0].isEmpty }) }

    /// Whether a worker has units that are not closed.
    func isOwner(_ worker: Int) -> Bool { head(of: worker) != nil }

    /// The unit that a worker runs, or will run next; nil if it has none.
    func head(of worker: Int) -> UInt32? { workers.indices.contains(worker) ? workers[worker]?.queue.first : nil }

    /// The units that were handed to a worker and are not closed.
    func units(of worker: Int) -> ArraySlice<UInt32> {
        workers.indices.contains(worker) ? workers[worker]?.queue ?? [] : []
    }

    /// Whether a worker has units that it may not have begun.
    func hasUnread(_ worker: Int) -> Bool { units(of: worker).count > 1 }

    // MARK: What happens

    /// A worker begins, with nothing.
    mutating func begin(_ worker: Int, now: UInt64) {
        if began == nil, work.hasOpenings { began = now }
        while workers.count <= worker { workers.append(nil) }
        workers[worker] = ScheduledWorker(work, since: now)
    }

    /// The first unit of a worker is closed; returns whether it was that.
    mutating func close(_ unit: UInt32, by index: Int) -> Bool {
        guard head(of: index) == unit else { return false }
        workers[index]?.close()
        release(unit, of: index)
        closedCount += 1
        while closedCount == limit, limit < work.unitCount {
            let group = limit..<work.groupEnd(after: limit)
            limit = group.upperBound
            urgent?.open(group)
        }
        return true
    }

    /// Takes back units that a worker has not begun, if they are the last of its units; returns these.
    ///
    /// `isLeaving` if it was to end after them, which no longer holds.
    mutating func takeBack(_ units: [UInt32], from index: Int, isLeaving: Bool) -> [UInt32] {
        var taken: [UInt32] = []
        for unit in units.reversed() where self.units(of: index).last == unit {
            workers[index]?.dropLast()
            wait(unit, after: index)
            taken.append(unit)
        }
        if isLeaving { workers[index]?.isLeaving = false }
        workers[index]?.isStripped = true
        return taken
    }

    /// Takes units that a worker has forgotten: all after a unit that it runs, and the order to end; returns these units.
    ///
    /// If that unit is closed, the worker has begun none of them.
    mutating func forget(behind unit: UInt32, of index: Int) -> [UInt32] {
        let queue = units(of: index)
        let begun = queue.firstIndex(of: unit).map { queue[...$0].count } ?? 0
        return takeBack(Array(queue.dropFirst(begun)), from: index, isLeaving: true)
    }

    /// A worker has ended; returns the units that wait again.
    mutating func end(_ index: Int) -> [UInt32] {
        let units = Array(units(of: index))
        for unit in units { wait(unit, after: index) }
        workers[index] = nil
        return units
    }

    /// A worker's unit waits again.
    private mutating func wait(_ unit: UInt32, after index: Int) {
        release(unit, of: index)
        if isPrescribed {
            lanes[work.workers[Int(unit)]].insert(unit)
        } else if advanced.remove(unit) == nil {
            waiting.insert(unit)
        }
        urgent?.putBack(unit)
    }

    /// A worker loses a unit, and its resources.
    private mutating func release(_ unit: UInt32, of index: Int) {
        handedCount -= 1
        for resource in work.resources(of: unit) {
            if workers[index]?.stopUsing(resource) == true { holders[resource] -= 1 }
        }
    }

    // MARK: What comes next

    /// Returns the units that a worker receives now, and notes that it has them.
    ///
    /// - Parameter isLast: Whether nothing can be taken back from others any more.
    mutating func next(for index: Int, now: UInt64, isLast: Bool = false) -> Handout {
        guard workers.indices.contains(index), workers[index]?.isLeaving == false else { return Handout() }
        let isIdle = head(of: index) == nil
        if isStopping { return isIdle ? leave(index) : Handout() }
        guard workers[index]?.isLow == true else { return Handout() }
        let mayTakeBack = !isLast && !work.isKept && hasUnread(besides: index)
        // A worker that runs an urgent unit before any other needs nothing yet.
        if isIdle, workers[index]?.last == nil, mayTakeBack { return Handout(takesBack: true) }
        workers[index]?.estimate(now: now)
        let ahead = ahead(of: index)
        var handout = Handout()
        if isIdle, let unit = takeUrgent(for: index) {
            (handout.units, handout.isUrgent) = ([unit], true)
        } else {
            var room = Room(of: units(of: index), in: work)
            while units(of: index).count <= ahead, room.isLeft, let unit = take(for: index) {
                handout.units.append(unit)
                room.add(work.duration(of: unit))
            }
        }
        if isIdle, handout.units.isEmpty {
            if mayTakeBack { return Handout(takesBack: true) }
            return mustLeave(index, now: now) ? leave(index) : handout
        }
        if !handout.units.isEmpty { workers[index]?.idleSince = nil }
        if isDone(index) {
            workers[index]?.isLeaving = true
            handout.leaves = true
        } else if ahead > 0, !handout.units.isEmpty {
            handout.mark = max(0, handout.units.count - 1 - ahead / 2)
        }
        return handout
    }

    /// The number of units that a worker may have after the one that it runs.
    ///
    /// Towards the end of a run group there is none: another worker may be free sooner.
    private func ahead(of index: Int) -> Int {
        let (batch, isStripped) = (workers[index]?.batch ?? 0, workers[index]?.isStripped ?? false)
        if work.isKept { return batch }
        return isStripped ? 0 : min(batch, (Int(limit - closedCount) - handedCount) / (2 * work.jobs))
    }

    /// The known time of a worker's units: a long one has none after it, others a limited time.
    private struct Room {
        /// The time of the first unit, and of those after it.
        private var (first, rest): (UInt64?, UInt64) = (nil, 0)

        /// The times of a queue.
        init(of queue: ArraySlice<UInt32>, in work: PlannedWork) {
            if work.durations.isEmpty { return }
            for unit in queue { add(work.duration(of: unit)) }
        }

        /// Whether another unit has room.
        var isLeft: Bool { (first ?? 0) <= ScheduledWorker.longest && rest <= ScheduledWorker.span }

        /// Adds a unit.
        mutating func add(_ duration: UInt64) {
            if first == nil { first = duration } else { rest.add(clamping: duration) }
        }
    }

    /// A worker ends.
    private mutating func leave(_ index: Int) -> Handout {
        workers[index]?.isLeaving = true
        return Handout(leaves: true)
    }

    /// Whether nothing is left for any other worker: while others run, the work that its tests have started may go on.
    private func isDone(_ index: Int) -> Bool { Int(work.unitCount - closedCount) == units(of: index).count }

    /// Whether a worker without units ends: no unit is left, or for a while only units before those that it ran, for which a
    /// new process pays.
    private mutating func mustLeave(_ index: Int, now: UInt64) -> Bool {
        if isDone(index) { return true }
        guard !isPrescribed, let unit = lowest(for: index, from: 0, isSharing: true)?.unit, unit < limit,
            pays(waitingCount, now: now)
        else { return false }
        let since = workers[index]?.idleSince ?? now
        workers[index]?.idleSince = since
        return now - min(since, now) >= ScheduledWorker.patience
    }

    /// Whether a worker other than this one has units that it may not have begun and that this one may run.
    private func hasUnread(besides index: Int) -> Bool {
        workers.indices.contains { place in
            place != index && hasUnread(place) && workers[place]?.isStripped == false
                && (holders.isEmpty || units(of: place).dropFirst().contains { mayRun($0, index) })
        }
    }

    /// Whether the resources of a unit are free for a worker.
    private func mayRun(_ unit: UInt32, _ index: Int) -> Bool {
        work.resources(of: unit).allSatisfy { mayUse($0, index) }
    }

    /// Takes the next unit for a worker; one of a class that another worker runs only if this worker would have nothing to run.
    private mutating func take(for index: Int) -> UInt32? {
        take(for: index, isSharing: false) ?? (isOwner(index) ? nil : take(for: index, isSharing: true))
    }

    /// Takes the next unit for a worker, if wanted also from classes that another worker runs.
    private mutating func take(for index: Int, isSharing: Bool) -> UInt32? {
        let least = workers[index]?.last.map { $0 + 1 } ?? 0
        while let (unit, place) = lowest(for: index, from: least, isSharing: isSharing), unit < limit {
            let resources = work.resources(of: unit)
            if let busy = resources.first(where: { !mayUse($0, index) }) {
                remove(unit, from: place, index)
                if blocked[busy].isEmpty { crowded.append(busy) }
                blocked[busy].insert(unit)
                continue
            }
            // Held for a unit that runs later, a resource would keep others waiting.
            if isOwner(index), resources.contains(where: { workers[index]?.uses[$0] == nil }) { return nil }
            remove(unit, from: place, index)
            give(unit, to: index)
            return unit
        }
        return nil
    }

    /// Takes a unit that must start now, for a worker that has none; nil if none must, or it is the next one anyway.
    private mutating func takeUrgent(for index: Int) -> UInt32? {
        guard let unit = urgent?.first(where: { mayRun($0, index) }) else { return nil }
        if lowest(for: index, from: workers[index]?.last.map { $0 + 1 } ?? 0)?.unit == unit { return nil }
        waiting.remove(unit)
        for resource in work.resources(of: unit) { remove(unit, from: .blocked(resource), index) }
        if unit >= cursor { advanced.insert(unit) }
        skipAdvanced()
        give(unit, to: index, isUrgent: true)
        return unit
    }

    /// Gives a worker a unit and the unit's resources.
    private mutating func give(_ unit: UInt32, to index: Int, isUrgent: Bool = false) {
        workers[index]?.take(unit, isUrgent: isUrgent)
        urgent?.take(unit)
        handedCount += 1
        for resource in work.resources(of: unit) where workers[index]?.use(resource) == true {
            holders[resource] += 1
        }
    }

    /// Whether a worker may use a resource.
    private func mayUse(_ resource: Int, _ index: Int) -> Bool {
        holders[resource] < work.limits[resource] || (workers[index]?.uses[resource] ?? 0) > 0
    }

    /// Where a waiting unit is.
    private enum Place {
        case plan, waiting, lane
        case blocked(Int)
    }

    /// The first waiting unit from some on that a worker may run, as far as one look at its resources says; if wanted also of classes
    /// that another worker is at.
    private func lowest(for index: Int, from least: UInt32, isSharing: Bool = false) -> (unit: UInt32, place: Place)? {
        if isPrescribed {
            guard lanes.indices.contains(index) else { return nil }
            return lanes[index].first(from: least).map { ($0, .lane) }
        }
        func end(_ unit: UInt32) -> UInt32? { isSharing ? nil : endElsewhere(unit, index) }
        var (fresh, old) = (cursor, waiting.first(from: least))
        while let end = advanced.contains(fresh) ? fresh + 1 : end(fresh) { fresh = end }
        while let unit = old, let end = end(unit) { old = waiting.first(from: end) }
        var found = fresh < work.unitCount ? (unit: fresh, place: Place.plan) : nil
        if let unit = old, unit < found?.unit ?? .max { found = (unit, .waiting) }
        for resource in crowded where mayUse(resource, index) {
            if let unit = blocked[resource].first(from: least), unit < found?.unit ?? .max {
                found = (unit, .blocked(resource))
            }
        }
        return found
    }

    /// The end of a unit's class, if others run it, any worker may run its units, and this worker does not run it.
    private func endElsewhere(_ unit: UInt32, _ index: Int) -> UInt32? {
        guard let units = work.division(of: unit) else { return nil }
        func isAt(_ place: Int) -> Bool {
            workers[place]?.isLeaving == false && workers[place]?.last.map(units.contains) == true
        }
        return !isAt(index) && workers.indices.contains(where: isAt) ? units.upperBound : nil
    }

    /// Moves the cursor to a unit that waits.
    private mutating func skipAdvanced() {
        while !advanced.isEmpty, advanced.remove(cursor) != nil { cursor += 1 }
    }

    /// Removes a waiting unit from its place.
    private mutating func remove(_ unit: UInt32, from place: Place, _ index: Int) {
        switch place {
        case .plan:
            for passed in cursor..<unit where advanced.remove(passed) == nil { waiting.insert(passed) }
            cursor = unit + 1
            skipAdvanced()
        case .waiting: waiting.remove(unit)
        case .lane: lanes[index].remove(unit)
        case .blocked(let resource):
            blocked[resource].remove(unit)
            if blocked[resource].isEmpty { crowded.removeAll { $0 == resource } }
        }
    }
}
