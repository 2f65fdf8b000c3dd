// SPDX-License-Identifier: MIT

/// Runs a regular expression's machine over texts: in time in proportion to the text, whatever the expression.
///
/// It keeps its memory from one text to the next, and is used by one thread.
final class PatternMatcher {
    /// The machine.
    private let steps: [PatternProgram.Step]
    /// The steps at which the machine is, before a character.
    private var current: [Int] = []
    /// The steps at which it is after the character.
    private var following: [Int] = []
    /// In which round a step was reached last.
    private var reached: [Int]
    /// The number of the round.
    private var round = 0
    /// The steps that are still to be followed.
    private var pending: [Int] = []

    /// Prepares to run a machine.
    init(_ program: PatternProgram) {
        steps = program.steps
        reached = Array(repeating: 0, count: program.steps.count)
    }

    /// Whether the expression matches anywhere in a text.
    public func matches(_ text: String) -> Bool {
        var before: Unicode.Scalar?
        var rest = text.unicodeScalars.makeIterator()
        var scalar = rest.next()
        current.removeAll(keepingCapacity: true)
        round += 1
        while true {
            if reach(0, &current, before, scalar) { return true }
            guard let taken = scalar else { return false }
            scalar = rest.next()
            round += 1
            following.removeAll(keepingCapacity: true)
            for index in current {
                if case .take(let set) = steps[index], set.contains(taken),
                    reach(index + 1, &following, taken, scalar)
                {
                    return true
                }
            }
            swap(&current, &following)
            before = taken
        }
    }

    /// Adds a step, and those that follow from it without a character, to a list; whether one of them is the match.
    private func reach(
        _ start: Int, _ list: inout [Int], _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) -> Bool {
        pending.append(start)
        while let index = pending.popLast() {
            if reached[index] == round { continue }
            reached[index] = round
            switch steps[index] {
            case .take: list.append(index)
            case .jump(let distance): pending.append(index + distance)
            case .split(let distance):
                pending.append(index + distance)
                pending.append(index + 1)
            case .place(let place): if Self.isAt(place, before, after) { pending.append(index + 1) }
            case .match:
                pending.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }

    /// Whether a place is the one between two characters.
    private static func isAt(
        _ place: PatternProgram.Place, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
    ) -> Bool {
        switch place {
        case .start: before == nil
        case .end: after == nil
        case .wordBoundary: before.map(PatternSet.isWord) ?? false != after.map(PatternSet.isWord) ?? false
        case .noWordBoundary: before.map(PatternSet.isWord) ?? false == after.map(PatternSet.isWord) ?? false
        }
    }
}
