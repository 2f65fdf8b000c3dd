// SPDX-License-Identifier: MIT

/// An order of tasks by which a case fails.
public struct Interleaving: Equatable, Sendable {
    /// The seed that makes it, where that alone does.
    public var seed: UInt64?
    /// The number of its choices, each of another task than usual; nil where they are not known.
    public var choiceCount: Int?
    /// The number of switches to another task.
    public var switchCount = 0
    /// Whether something else than the choices decided a part of it.
    public var isDoubtful = false
    /// Whether it came to no end.
    public var hasHung = false
    /// Which task ran how far, and which one came then.
    public var story: [String] = []

    /// Makes one from its parts.
    public init(
        seed: UInt64? = nil, choiceCount: Int? = nil, switchCount: Int = 0, isDoubtful: Bool = false,
        story: [String] = []
    ) {
        (self.seed, self.choiceCount, self.switchCount) = (seed, choiceCount, switchCount)
        (self.isDoubtful, self.story) = (isDoubtful, story)
    }
}
