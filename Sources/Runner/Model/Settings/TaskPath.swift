// SPDX-License-Identifier: MIT

import WorkerShims

/// A task of a test, by the tasks that made it: `1.2` is the second task that the first one made.
///
/// That is the same in each order in which both exist, whatever other tasks do. `main` is the main thread, outside of all
/// tasks, and `outside` is anything that is no task of the test: a queue, a thread, the clock.
public struct TaskPath: Hashable, Sendable {
    /// The most tasks of which each made the next.
    private static let depthLimit = 256
    /// The word for what is no task of the test.
    private static let outsideWord = "outside"

    /// Whether the first one was made by what is no task of the test.
    private let isOutside: Bool
    /// The number of each task among those that its maker made, from 1.
    private let ordinals: [UInt32]

    /// The main thread, outside of all tasks.
    public static let main = TaskPath(isOutside: false, ordinals: [])
    /// Whatever is no task of the test.
    public static let outside = TaskPath(isOutside: true, ordinals: [])

    /// Makes one from its parts.
    private init(isOutside: Bool, ordinals: [UInt32]) { (self.isOutside, self.ordinals) = (isOutside, ordinals) }

    /// Returns the path of the task that this task made as its `ordinal`-th.
    public func made(_ ordinal: UInt32) -> TaskPath? {
        ordinals.count < Self.depthLimit ? TaskPath(isOutside: isOutside, ordinals: ordinals + [ordinal]) : nil
    }

    /// Reads the output of `text`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        if text == "main" {
            self = .main
            return
        }
        var words = text.split(separator: ".", omittingEmptySubsequences: false)
        let isOutside = words.first.map { $0 == Self.outsideWord } ?? false
        if isOutside { words.removeFirst() }
        let ordinals = words.compactMap { UInt32($0) }.filter { $0 > 0 }
        guard ordinals.count == words.count, ordinals.count <= Self.depthLimit, isOutside || !ordinals.isEmpty else {
            return nil
        }
        self.init(isOutside: isOutside, ordinals: ordinals)
    }

    /// As files and people have it.
    public var text: String {
        if ordinals.isEmpty, !isOutside { return "main" }
        return ((isOutside ? [Self.outsideWord] : []) + ordinals.map { "\($0)" }).joined(separator: ".")
    }

    /// The key by which the worker knows it.
    public var key: UInt64 { ordinals.reduce(task_key(0, isOutside ? 2 : 1)) { task_key($0, $1) } }
}
