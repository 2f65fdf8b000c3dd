// SPDX-License-Identifier: MIT

import RunnerSupport

/// A record of which task of a case had each turn, as its worker sent it.
public struct TaskTrace: Equatable, Sendable {
    /// The kinds of things that have turns; the numbers are those of `task_kind`.
    public enum Kind: UInt32, Sendable {
        /// Work of an actor, or the like.
        case work = 0
        /// A task of Swift's.
        case task = 1
        /// A block that was submitted to a queue of the system.
        case block = 2
    }

    /// A task of the case.
    public struct Task: Equatable, Sendable {
        /// Its maker, by index; itself for the first two, which are no tasks.
        public var maker: UInt32
        /// Its number among those that its maker made, from 1.
        public var ordinal: UInt32
        /// The kind of the task.
        public var kind: Kind
        /// The function that it began with, by index in `places`; nil where that is not known.
        public var entry: UInt32?

        /// Makes one from its parts.
        public init(maker: UInt32, ordinal: UInt32, kind: Kind, entry: UInt32? = nil) {
            (self.maker, self.ordinal, self.kind, self.entry) = (maker, ordinal, kind, entry)
        }
    }

    /// A turn.
    public struct Turn: Equatable, Sendable {
        /// Whose it was, by index.
        public var task: UInt32
        /// Whose was the one before, and how many turns that task had had.
        public var last: UInt32
        /// The number of turns that it had had.
        public var lastTurn: UInt32
        /// The task that had made it ready.
        public var maker: UInt32
        /// The number of tasks that could be picked.
        public var count: UInt32
        /// Whether another than the usual one was picked.
        public var isChosen = false
        /// Whether the task had stopped where it made another one ready.
        public var wasPaused = false
        /// Whether the task had let the others go first.
        public var hasYielded = false
        /// The place where it went on, by index in `places`; nil if unknown.
        public var place: UInt32?

        /// Makes one from its parts.
        public init(
            task: UInt32, last: UInt32, lastTurn: UInt32, maker: UInt32, count: UInt32, isChosen: Bool = false,
            wasPaused: Bool = false, hasYielded: Bool = false, place: UInt32? = nil
        ) {
            (self.task, self.last, self.lastTurn, self.maker, self.count) = (task, last, lastTurn, maker, count)
            (self.isChosen, self.wasPaused, self.hasYielded) = (isChosen, wasPaused, hasYielded)
            self.place = place
        }
    }

    /// An address in a library's file.
    public struct Place: Hashable, Sendable {
        /// The library's path.
        public var path: String
        /// The address.
        public var address: UInt64

        /// Makes one from its parts.
        public init(path: String, address: UInt64) { (self.path, self.address) = (path, address) }
    }

    /// The number of turns, and the number of those with a choice.
    public var (turnCount, choiceCount): (UInt64, UInt64) = (0, 0)
    /// A hash of all choices.
    public var hash: UInt64 = 0
    /// The number of wake-ups and hand-overs that the machine decided.
    public var doubts: UInt64 = 0
    /// The number of them that may excuse a failure: wake-ups from outside, and tasks that kept their thread.
    public var excuses: UInt64 = 0
    /// Whether all turns were recorded.
    public var isWhole = false
    /// The tasks; the first two represent the main thread outside of all tasks, and everything else that is no task.
    public var tasks: [Task] = []
    /// The turns that were recorded.
    public var turns: [Turn] = []
    /// The places that are mentioned.
    public var places: [Place] = []
    /// Of a case that came to no end: of each task that waited where it would have gone on, the last call first, by index in `places`.
    public var waits: [[UInt32]] = []

    /// Starts empty.
    public init() {}

    /// The path of a task, by index.
    public func path(of task: UInt32) -> TaskPath? {
        var (index, ordinals): (UInt32, [UInt32]) = (task, [])
        while index > 1 {
            guard tasks.indices.contains(Int(index)), tasks[Int(index)].maker < index else { return nil }
            ordinals.append(tasks[Int(index)].ordinal)
            index = tasks[Int(index)].maker
        }
        return ordinals.reversed().reduce(index == 0 ? .main : .outside) { $0?.made($1) }
    }

    /// The choices that lead to these turns; nil where they are not all known.
    public var choices: [TaskChoice]? {
        guard isWhole else { return nil }
        var choices: [TaskChoice] = []
        for turn in turns where turn.isChosen {
            guard let last = path(of: turn.last), let next = path(of: turn.task) else { return nil }
            choices.append(TaskChoice(after: last, turn: UInt64(turn.lastTurn), run: next))
        }
        return choices
    }
}
