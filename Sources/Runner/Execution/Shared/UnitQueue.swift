// SPDX-License-Identifier: MIT

/// The hand-over of units: every open unit has an owner or is free.
///
/// A unit's owner is a word in the unit itself. A worker owns a unit from the exchange that puts its number there, before it
/// does anything else, so a taken unit always has an owner. The other words of the table about the order (`next`,
/// `closedEnd`, `limit`) follow from owners and closed units, and any process that finds one out of date corrects it. So a
/// worker may die between any two of its steps: the host takes its units back (`Release`), and the others continue.
///
///     Take      a worker takes the next free unit
///     Close     a worker closes a unit, or the host after the worker's death; may open the next run group
///     Release   the host frees a dead worker's unit
///
/// Each is a state machine whose steps touch one shared word. So a test explores every order of the steps, with a death at
/// every point (`UnitQueueTests`).
///
/// Rule 30.
enum UnitQueue {
    /// The number of no worker.
    static let nobody = UInt32.max

    /// A word that is shared.
    enum Word: Hashable {
        /// The first unit that may be free; all before it have an owner.
        case next
        /// Units from here on must wait: the run group before them has not ended.
        case limit
        /// All units before this one are closed.
        case closedEnd
        /// 1 if no further unit may be started.
        case isStopping
        /// Changes when waiting workers have something to look at.
        case bell
        /// The owner of a unit.
        case owner(UInt32)
        /// 1 if a unit is closed.
        case isClosed(UInt32)
    }

    /// The shared words, each read and written at once.
    protocol Table {
        /// How many units there are.
        var unitCount: UInt32 { get }
        /// Reads a word.
        func load(_ word: Word) -> UInt32
        /// Replaces an expected value; returns false if the word has another one.
        mutating func exchange(_ word: Word, _ expected: UInt32, _ value: UInt32) -> Bool
        /// Wakes all workers that sleep on the bell.
        mutating func wake()
        /// The end of the run group that a unit is in.
        func groupEnd(after unit: UInt32) -> UInt32
        /// Whether units have workers of their own: all (`--order`), or those that use a resource.
        ///
        /// Fixed, as is what follows.
        var isPrescribed: Bool { get }
        /// Whether a worker may take a unit.
        func isMeant(_ unit: UInt32, for worker: UInt32) -> Bool
    }

    /// The result of a step.
    enum Progress: Hashable {
        /// More steps follow.
        case going
        /// No unit is free now: sleep while the bell has this value, then continue.
        case waiting(bell: UInt32)
        /// A unit is taken; nil if there will be none, or no further unit may be started.
        case took(UInt32?)
        /// The machine has finished.
        case done
    }
}

extension UnitQueue.Table {
    var isPrescribed: Bool { false }

    func isMeant(_ unit: UInt32, for worker: UInt32) -> Bool { true }
}

extension UnitQueue {
    /// Taking the next unit, step by step.
    struct Take: Hashable {
        /// The current step.
        private enum Place: Hashable {
            case start
            case heard(bell: UInt32)
            case mayStart(bell: UInt32)
            case limited(bell: UInt32, limit: UInt32)
            case claiming(UInt32)
            case passing(UInt32, isOwn: Bool)
        }

        /// The worker.
        let worker: UInt32
        /// The current step.
        private var place = Place.start
        /// All units before this one belong to others or were taken; used only if units have workers of their own.
        private var passed: UInt32 = 0

        /// Starts to take a unit for a worker.
        init(for worker: UInt32) { self.worker = worker }

        /// Takes the next step.
        mutating func step(_ table: inout some Table) -> Progress {
            switch place {
            case .start:
                // Read before the state that it announces, so that no change is missed.
                place = .heard(bell: table.load(.bell))
            case .heard(let bell):
                if table.load(.isStopping) != 0 { return .took(nil) }
                place = .mayStart(bell: bell)
            case .mayStart(let bell):
                place = .limited(bell: bell, limit: table.load(.limit))
            case .limited(let bell, let limit):
                let next = own(from: table.load(.next), in: table)
                if next >= table.unitCount { return .took(nil) }
                place = next < limit ? .claiming(next) : .start
                if next < limit { break }
                // Meanwhile, a skipped unit may have become free.
                passed = 0
                return .waiting(bell: bell)
            case .claiming(let unit):
                place = .passing(unit, isOwn: table.exchange(.owner(unit), nobody, worker))
            case .passing(let unit, let isOwn):
                // It may be another worker's unit, since that worker may have died before this step.
                _ = table.exchange(.next, unit, unit + 1)
                if table.isPrescribed { passed = unit + 1 }
                place = .start
                if isOwn { return .took(unit) }
            }
            return .going
        }

        /// Returns the first unit from some on that the worker may take and has not passed.
        ///
        /// It passes units with an owner, as after an exchange that failed: one by one, a worker would try all units that others
        /// ran while one worker's unit waits.
        private func own(from first: UInt32, in table: some Table) -> UInt32 {
            guard table.isPrescribed else { return first }
            var unit = max(first, passed)
            while unit < table.unitCount, !table.isMeant(unit, for: worker) || table.load(.owner(unit)) != nobody {
                unit += 1
            }
            return unit
        }
    }

    /// Closes a unit, and completes the steps that follow, one by one.
    struct Close: Hashable {
        /// The current step.
        private enum Place: Hashable {
            case closing(UInt32)
            case start
            case looking(end: UInt32)
            case passing(end: UInt32)
            case ended(end: UInt32)
            case raising(limit: UInt32, end: UInt32)
            case ringing
            case rung(bell: UInt32)
            case waking
        }

        /// The current step.
        private var place: Place

        /// Starts to close a unit; without one, only completes the steps that others left unfinished.
        init(_ unit: UInt32?) { place = unit.map { .closing($0) } ?? .start }

        /// Takes the next step.
        mutating func step(_ table: inout some Table) -> Progress {
            switch place {
            case .closing(let unit):
                _ = table.exchange(.isClosed(unit), 0, 1)
                place = .start
            case .start:
                let end = table.load(.closedEnd)
                place = end < table.unitCount ? .looking(end: end) : .ended(end: end)
            case .looking(let end):
                place = table.load(.isClosed(end)) != 0 ? .passing(end: end) : .ended(end: end)
            case .passing(let end):
                _ = table.exchange(.closedEnd, end, end + 1)
                place = .start
            case .ended(let end):
                let limit = table.load(.limit)
                if end < limit || limit >= table.unitCount { return .done }
                place = .raising(limit: limit, end: end)
            case .raising(let limit, let end):
                place = table.exchange(.limit, limit, table.groupEnd(after: end)) ? .ringing : .start
            case .ringing: place = .rung(bell: table.load(.bell))
            case .rung(let bell):
                // If another process has rung meanwhile, it rang for all.
                _ = table.exchange(.bell, bell, bell &+ 1)
                place = .waking
            case .waking:
                table.wake()
                return .done
            }
            return .going
        }
    }

    /// Frees the unit of an ended owner, step by step.
    struct Release: Hashable {
        /// The current step.
        private enum Place: Hashable {
            case disowning
            case looking
            case lowering(from: UInt32)
        }

        /// Which.
        let unit: UInt32
        /// The ended owner.
        let worker: UInt32
        /// The current step.
        private var place = Place.disowning

        /// Starts to free a unit.
        init(_ unit: UInt32, of worker: UInt32) {
            self.unit = unit
            self.worker = worker
        }

        /// Starts to offer a free unit again: a worker that saw an owner may have skipped it.
        init(offering unit: UInt32) {
            self.init(unit, of: nobody)
            place = .looking
        }

        /// Takes the next step; the caller then wakes waiting workers.
        mutating func step(_ table: inout some Table) -> Progress {
            switch place {
            case .disowning:
                if !table.exchange(.owner(unit), worker, nobody) { return .done }
                place = .looking
            case .looking:
                let next = table.load(.next)
                if next <= unit { return .done }
                place = .lowering(from: next)
            case .lowering(let next):
                if table.exchange(.next, next, unit) { return .done }
                place = .looking
            }
            return .going
        }
    }

    /// Wakes waiting workers.
    static func ring(_ table: inout some Table) {
        let bell = table.load(.bell)
        _ = table.exchange(.bell, bell, bell &+ 1)
        table.wake()
    }
}
