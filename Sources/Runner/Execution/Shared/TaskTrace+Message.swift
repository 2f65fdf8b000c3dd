// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Records of turns in messages from a worker to the host.
extension TaskTrace {
    /// The number that represents no place.
    private static let nowhere = UInt32.max
    /// The most tasks, turns and places that are sent.
    static let limit = 1 << 15

    /// Passes all of it; numbers that point nowhere, and too many of them, are a fault.
    mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(fixed: &turnCount)
        coder.pass(fixed: &choiceCount)
        coder.pass(fixed: &hash)
        coder.pass(fixed: &doubts)
        coder.pass(fixed: &excuses)
        coder.pass(&isWhole)
        coder.pass(&places, limit: Self.limit, blank: Place(path: "", address: 0)) { $0.pass(&$1) }
        let placeCount = places.count
        func pass(place: inout UInt32?, _ coder: inout CompactCoder) {
            var number = place ?? Self.nowhere
            coder.pass(fixed: &number)
            place = number == Self.nowhere ? nil : number
            if let place, place >= placeCount { coder.fail() }
        }
        coder.pass(&tasks, limit: Self.limit, blank: Task(maker: 0, ordinal: 0, kind: .work)) { task, coder in
            coder.pass(fixed: &task.maker)
            coder.pass(fixed: &task.ordinal)
            coder.pass(kind: &task.kind)
            pass(place: &task.entry, &coder)
        }
        let taskCount = tasks.count
        coder.pass(&waits, limit: Self.limit, blank: []) { calls, coder in
            coder.pass(&calls, limit: Self.limit, blank: 0) { call, coder in
                coder.pass(fixed: &call)
                if call >= placeCount { coder.fail() }
            }
        }
        let blank = Turn(task: 0, last: 0, lastTurn: 0, maker: 0, count: 0)
        coder.pass(&turns, limit: Self.limit, blank: blank) { turn, coder in
            coder.pass(fixed: &turn.task)
            coder.pass(fixed: &turn.last)
            coder.pass(fixed: &turn.lastTurn)
            coder.pass(fixed: &turn.maker)
            coder.pass(fixed: &turn.count)
            coder.pass(&turn.isChosen)
            coder.pass(&turn.wasPaused)
            coder.pass(&turn.hasYielded)
            pass(place: &turn.place, &coder)
            if max(turn.task, turn.last, turn.maker) >= taskCount { coder.fail() }
        }
    }
}

extension TaskTrace.Place {
    /// Passes both parts.
    mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&path)
        coder.pass(fixed: &address)
    }
}
