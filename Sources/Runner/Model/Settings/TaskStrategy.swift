// SPDX-License-Identifier: MIT

import RunnerSupport

/// A choice between tasks: after a turn of one comes a turn of another.
public struct TaskChoice: Hashable, Sendable {
    /// The first task.
    public let last: TaskPath
    /// The number of turns that it has had by then.
    public let turn: UInt64
    /// The other one.
    public let next: TaskPath

    /// Makes one from its parts.
    public init(after last: TaskPath, turn: UInt64, run next: TaskPath) {
        (self.last, self.turn, self.next) = (last, turn, next)
    }
}

/// A way to pick the task of a test that runs next, other than by the seed alone.
public struct TaskStrategy: Equatable, Sendable {
    /// The kind of way.
    public enum Kind: Equatable, Sendable {
        /// Each task that can run is as probable.
        case random
        /// The task with the highest priority, which a task loses at some of so many turns: PCT (Burckhardt and others, ASPLOS 2010).
        case priorities(turns: UInt64)
        /// By choices; elsewhere the last task goes on, or the one that has waited for longest.
        case choices([TaskChoice])
    }

    /// The number of changes of priority: a bug of depth three needs two.
    public static let changes: UInt32 = 2

    /// The kind of way.
    public var kind: Kind
    /// The number that, with the seed, decides all that is left to chance.
    public var variation: UInt64 = 0
    /// Whether a task that makes another one ready may stop there, as if that one ran at once.
    public var preempts = false
    /// Whether the worker sends what was picked.
    public var records = false

    /// Makes one from its parts.
    public init(_ kind: Kind, variation: UInt64 = 0, preempts: Bool = false, records: Bool = false) {
        (self.kind, self.variation, self.preempts, self.records) = (kind, variation, preempts, records)
    }

    /// Returns the way of a round of a hunt, for a test of which a number of turns is known: random choice and priorities by turns, each
    /// also with stops where a task makes another one ready.
    public static func round(_ number: UInt64, turns: UInt64) -> TaskStrategy {
        let kind: Kind = number % 2 == 0 ? .priorities(turns: max(1, turns)) : .random
        return TaskStrategy(kind, variation: number, preempts: (number - 1) / 2 % 2 == 1)
    }

    /// This strategy, with a record of the picked tasks.
    public var recording: TaskStrategy {
        var strategy = self
        strategy.records = true
        return strategy
    }
}
