// SPDX-License-Identifier: MIT

@testable import RunnerExecution

/// A run of a few units by a few workers that may end or be stopped between any two of their steps: every state that it can
/// come to.
///
/// The steps of taking, closing and taking back are the runner's own (`UnitQueue`); what the model adds is a worker's life
/// around them and the host's turn, as `WorkerSupervisor.handOn` has it.
struct UnitQueueModel: Hashable {
    /// The shared words, and who sleeps.
    struct Words: Hashable, UnitQueue.Table {
        /// The order of the units' run groups: the unit behind the last one of each.
        let groupEnds: [UInt32]
        var next: UInt32 = 0
        var limit: UInt32
        var closedEnd: UInt32 = 0
        var isStopping: UInt32 = 0
        var bell: UInt32 = 0
        var owners: [UInt32]
        var closed: [UInt32]
        /// The only worker of each unit, or `UnitQueue.nobody` for any; empty where each unit is any worker's.
        var prescribed: [UInt32]
        /// Set by `wake`, and taken by the model, which knows who sleeps.
        var hasWoken = false

        init(groupEnds: [UInt32], prescribed: [UInt32] = []) {
            (self.groupEnds, self.prescribed) = (groupEnds, prescribed)
            limit = groupEnds[0]
            owners = Array(repeating: UnitQueue.nobody, count: Int(groupEnds[groupEnds.count - 1]))
            closed = owners.map { _ in 0 }
        }

        var unitCount: UInt32 { UInt32(owners.count) }

        func load(_ word: UnitQueue.Word) -> UInt32 {
            switch word {
            case .next: next
            case .limit: limit
            case .closedEnd: closedEnd
            case .isStopping: isStopping
            case .bell: bell
            case .owner(let unit): owners[Int(unit)]
            case .isClosed(let unit): closed[Int(unit)]
            }
        }

        mutating func exchange(_ word: UnitQueue.Word, _ expected: UInt32, _ value: UInt32) -> Bool {
            guard load(word) == expected else { return false }
            switch word {
            case .next: next = value
            case .limit: limit = value
            case .closedEnd: closedEnd = value
            case .isStopping: isStopping = value
            // Only whether it changed matters, and few can have seen it.
            case .bell: bell = value % 4
            case .owner(let unit): owners[Int(unit)] = value
            case .isClosed(let unit): closed[Int(unit)] = value
            }
            return true
        }

        mutating func wake() { hasWoken = true }

        var isPrescribed: Bool { !prescribed.isEmpty }

        func isMeant(_ unit: UInt32, for worker: UInt32) -> Bool {
            !isPrescribed || [worker, UnitQueue.nobody].contains(prescribed[Int(unit)])
        }

        func groupEnd(after unit: UInt32) -> UInt32 { groupEnds.first { $0 > unit } ?? unitCount }
    }

    /// The state of a worker.
    enum Life: Hashable {
        /// There is none at this place.
        case none
        /// It takes a unit.
        case taking(UnitQueue.Take)
        /// It sleeps until the bell has another value.
        case asleep(UnitQueue.Take)
        /// It runs a unit.
        case running(UInt32)
        /// It closes a unit, or helps on what follows.
        case closing(UnitQueue.Close)
        /// It has ended by itself.
        case left
        /// It was ended, while it ran a unit or not.
        case dead(unit: UInt32?)
    }

    /// The state of the host in its turn.
    enum Host: Hashable {
        /// It waits for the next turn.
        case waiting
        /// It closes the unit of a worker that died in it.
        case burying(worker: Int, UnitQueue.Close)
        /// It takes back, one by one, what a dead worker owned.
        case takingBack(worker: Int, UnitQueue.Release?)
        /// It helps on what others may have left undone.
        case helping(UnitQueue.Close)
        /// It starts workers where there is something to do.
        case starting
    }

    var words: Words
    var workers: [Life]
    /// Those that were stopped from outside, and do nothing more.
    var stopped: Set<Int> = []
    var host = Host.waiting
    /// Whether the host's turn is one step: then fewer states tell of more units.
    var isHostQuick = false
    /// How many workers may still be ended, and stopped.
    var deaths: Int
    var stops: Int

    init(
        groupEnds: [UInt32], workers: Int, deaths: Int, stops: Int, isHostQuick: Bool = false, prescribed: [UInt32] = []
    ) {
        words = Words(groupEnds: groupEnds, prescribed: prescribed)
        self.isHostQuick = isHostQuick
        self.workers = (0..<workers).map { .taking(UnitQueue.Take(for: UInt32($0))) }
        self.deaths = deaths
        self.stops = stops
    }

    /// Whether every unit is closed and every worker has gone.
    var isDone: Bool { words.closed.allSatisfy { $0 == 1 } && workers.allSatisfy { $0 == .none } }

    /// The fault of a state, if any.
    var fault: String? {
        let running = workers.compactMap { if case .running(let unit) = $0 { unit } else { nil } }
        if Set(running).count < running.count { return "two workers run one unit" }
        for unit in running {
            if words.closed[Int(unit)] == 1 { return "a closed unit runs" }
            let worker = words.owners[Int(unit)]
            if !words.isMeant(unit, for: worker) { return "a unit runs in another worker than is prescribed" }
            let start = words.groupEnds.last { $0 <= unit } ?? 0
            if words.closed.prefix(Int(start)).contains(0) {
                return "a unit runs before the run group before it has ended"
            }
        }
        return nil
    }

    // MARK: What may happen next

    /// The states that may follow by somebody's next step.
    func steps() -> [UnitQueueModel] {
        var states: [UnitQueueModel] = []
        for index in workers.indices where !stopped.contains(index) {
            if let state = stepped(worker: index) { states.append(state) }
        }
        return states + (isHostQuick ? hostTurns() : hostSteps())
    }

    /// The states after the whole of the host's turn.
    private func hostTurns() -> [UnitQueueModel] {
        hostSteps().flatMap { $0.host == .waiting ? [$0] : $0.hostTurns() }
    }

    /// The states that may follow when somebody ends or stops a worker.
    func blows() -> [UnitQueueModel] {
        var states: [UnitQueueModel] = []
        for index in workers.indices {
            switch workers[index] {
            case .none, .dead, .left: continue
            case .running(let unit): if deaths > 0 { states.append(killed(index, unit)) }
            case .taking, .asleep, .closing: if deaths > 0 { states.append(killed(index, nil)) }
            }
            // One that runs a unit has a time limit.
            if case .running = workers[index] { continue }
            if stops > 0, !stopped.contains(index) {
                var state = self
                state.stops -= 1
                state.stopped.insert(index)
                states.append(state)
            }
        }
        return states
    }

    /// The state after a worker was ended.
    private func killed(_ index: Int, _ unit: UInt32?, isBlow: Bool = true) -> UnitQueueModel {
        var state = self
        if isBlow { state.deaths -= 1 }
        state.stopped.remove(index)
        state.workers[index] = .dead(unit: unit)
        return state
    }

    /// The state after a worker's next step; nil where it has none.
    private func stepped(worker index: Int) -> UnitQueueModel? {
        var state = self
        switch workers[index] {
        case .none, .left, .dead: return nil
        case .running(let unit): state.workers[index] = .closing(UnitQueue.Close(unit))
        case .taking(var take):
            switch take.step(&state.words) {
            case .took(let unit?): state.workers[index] = .running(unit)
            case .took(nil): state.workers[index] = .left
            case .waiting(let bell): state.workers[index] = bell == state.words.bell ? .asleep(take) : .taking(take)
            case .going, .done: state.workers[index] = .taking(take)
            }
        case .asleep: return nil
        case .closing(var close):
            let isDone = close.step(&state.words) == .done
            state.workers[index] = isDone ? .taking(UnitQueue.Take(for: UInt32(index))) : .closing(close)
        }
        state.wakeSleepers()
        return state
    }

    /// Wakes who sleeps, where somebody said so.
    private mutating func wakeSleepers() {
        guard words.hasWoken else { return }
        words.hasWoken = false
        for index in workers.indices {
            if case .asleep(let take) = workers[index] { workers[index] = .taking(take) }
        }
    }

    /// The states after the host's next step.
    private func hostSteps() -> [UnitQueueModel] {
        var state = self
        switch host {
        case .waiting:
            for index in workers.indices {
                if case .dead(let unit) = workers[index] { return died(index, unit) }
                if workers[index] == .left {
                    state.host = .takingBack(worker: index, nil)
                    return [state]
                }
            }
            state.host = .helping(UnitQueue.Close(nil))
        case .burying(let index, var close):
            state.host =
                close.step(&state.words) == .done ? .takingBack(worker: index, nil) : .burying(worker: index, close)
        case .takingBack(let index, var release?):
            let isDone = release.step(&state.words) == .done
            state.host = .takingBack(worker: index, isDone ? nil : release)
        case .takingBack(let index, nil):
            if let unit = openUnit(of: index) {
                state.host = .takingBack(worker: index, UnitQueue.Release(unit, of: UInt32(index)))
            } else {
                state.workers[index] = .none
                state.ring()
                state.host = .waiting
            }
        case .helping(var close):
            state.host = close.step(&state.words) == .done ? .starting : .helping(close)
        case .starting: return [turned()]
        }
        state.wakeSleepers()
        return [state]
    }

    /// Returns the states after a dead worker is dealt with: the host closes its unit if nothing of it is left, or does not.
    private func died(_ index: Int, _ unit: UInt32?) -> [UnitQueueModel] {
        var other = self
        other.host = .takingBack(worker: index, nil)
        guard let unit else { return [other] }
        var state = self
        state.host = .burying(worker: index, UnitQueue.Close(unit))
        return [state, other]
    }

    /// The first unit that a worker owns and that is not closed.
    private func openUnit(of index: Int) -> UInt32? {
        words.owners.indices.first { words.owners[$0] == UInt32(index) && words.closed[$0] == 0 }.map { UInt32($0) }
    }

    /// Has everybody look again.
    private mutating func ring() {
        UnitQueue.ring(&words)
        wakeSleepers()
    }

    /// Whether a worker takes a unit or waits for one.
    private func isIdle(_ index: Int) -> Bool {
        switch workers[index] {
        case .taking, .asleep, .closing: true
        case .none, .running, .left, .dead: false
        }
    }

    /// The end of the host's turn: workers that stand still are woken, then ended, and others started.
    private func turned() -> UnitQueueModel {
        var state = self
        state.host = .waiting
        // Somebody may have passed a unit on behalf of a worker from which it was taken back meanwhile.
        if let free = words.owners.firstIndex(of: UnitQueue.nobody), words.next > free {
            state.words.next = UInt32(free)
            state.ring()
        }
        let mayWait =
            words.isPrescribed
            ? words.limit < words.unitCount
            : state.words.next < words.unitCount && state.words.next >= words.limit
        for index in workers.indices where isIdle(index) && (!mayWait || openUnit(of: index) != nil) {
            if stopped.contains(index) { state = state.killed(index, nil, isBlow: false) } else { state.ring() }
        }
        let unowned = words.owners.indices.filter { words.owners[$0] == UnitQueue.nobody }
        let prescribed = Set(unowned.map { words.isPrescribed ? words.prescribed[$0] : UnitQueue.nobody })
        for place in workers.indices where prescribed.contains(UInt32(place)) && workers[place] == .none {
            state.workers[place] = .taking(UnitQueue.Take(for: UInt32(place)))
        }
        let free = unowned.count { !words.isPrescribed || words.prescribed[$0] == UnitQueue.nobody }
        if free == 0 { return state }
        let busy = workers.indices.count {
            state.workers[$0] != .none && (openUnit(of: $0) != nil || prescribed.contains(UInt32($0)))
        }
        if state.workers.count(where: { $0 != .none }) < min(workers.count, busy + free),
            let place = state.workers.firstIndex(of: .none)
        {
            state.workers[place] = .taking(UnitQueue.Take(for: UInt32(place)))
        }
        return state
    }
}
