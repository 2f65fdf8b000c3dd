// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Records of turns in messages from a worker to the host.
extension TaskTrace {
    /// The number that represents no place.
    private static let nowhere = UInt32.max
    /// The most tasks, turns and places that are sent.
    static let limit = 1 << 15

    /// Appends all fields to a message.
    func encode(to message: inout ByteWriter) {
        for number in [turnCount, choiceCount, hash, doubts, excuses] { message.append(number) }
        message.append(isWhole ? UInt32(1) : 0)
        message.append(UInt32(places.count))
        for place in places { place.encode(to: &message) }
        message.append(UInt32(tasks.count))
        for task in tasks {
            let fields: [UInt32] = [task.maker, task.ordinal, task.kind.rawValue, task.entry ?? Self.nowhere]
            for number in fields { message.append(number) }
        }
        message.append(UInt32(waits.count))
        for calls in waits {
            message.append(UInt32(calls.count))
            for call in calls { message.append(call) }
        }
        message.append(UInt32(turns.count))
        for turn in turns {
            let flags: UInt32 = (turn.isChosen ? 1 : 0) | (turn.wasPaused ? 2 : 0) | (turn.hasYielded ? 4 : 0)
            let place = turn.place ?? Self.nowhere
            let fields: [UInt32] = [turn.task, turn.last, turn.lastTurn, turn.maker, turn.count, flags, place]
            for number in fields { message.append(number) }
        }
    }

    /// Reads what `encode(to:)` wrote; numbers that point nowhere are refused.
    init(from reader: inout ByteReader) throws(ByteReader.Exhausted) {
        self.init()
        (turnCount, choiceCount) = (try reader.read(), try reader.read())
        (hash, doubts, excuses) = (try reader.read(), try reader.read(), try reader.read())
        isWhole = try reader.read(UInt32.self) != 0
        for _ in 0..<(try Self.count(&reader)) {
            places.append(try Place(from: &reader))
        }
        for _ in 0..<(try Self.count(&reader)) {
            var task = Task(
                maker: try reader.read(), ordinal: try reader.read(),
                kind: Kind(rawValue: try reader.read()) ?? .work)
            task.entry = try place(&reader)
            tasks.append(task)
        }
        for _ in 0..<(try Self.count(&reader)) {
            var calls: [UInt32] = []
            for _ in 0..<(try Self.count(&reader)) {
                if let call = try place(&reader) { calls.append(call) }
            }
            waits.append(calls)
        }
        for _ in 0..<(try Self.count(&reader)) {
            var turn = Turn(
                task: try task(&reader), last: try task(&reader), lastTurn: try reader.read(),
                maker: try task(&reader), count: try reader.read())
            let flags = try reader.read(UInt32.self)
            (turn.isChosen, turn.wasPaused, turn.hasYielded) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
            turn.place = try place(&reader)
            turns.append(turn)
        }
    }

    /// Reads how many of something follow.
    private static func count(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> UInt32 {
        let count: UInt32 = try reader.read()
        guard count <= limit else { throw ByteReader.Exhausted() }
        return count
    }

    /// Reads the index of a task.
    private func task(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> UInt32 {
        let index: UInt32 = try reader.read()
        guard index < tasks.count else { throw ByteReader.Exhausted() }
        return index
    }

    /// Reads the index of a place, if there is one.
    private func place(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> UInt32? {
        let index: UInt32 = try reader.read()
        if index == Self.nowhere { return nil }
        guard index < places.count else { throw ByteReader.Exhausted() }
        return index
    }
}

extension TaskTrace.Place {
    /// Appends both fields to a message.
    func encode(to message: inout ByteWriter) {
        message.append(text: path)
        message.append(address)
    }

    /// Reads what `encode(to:)` wrote.
    init(from reader: inout ByteReader) throws(ByteReader.Exhausted) {
        self.init(path: try reader.readString(), address: try reader.read())
    }
}
