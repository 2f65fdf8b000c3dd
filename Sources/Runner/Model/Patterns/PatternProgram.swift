// SPDX-License-Identifier: MIT

/// A regular expression as steps of a machine that is in many places at once (Thompson, 1968).
///
/// A step says how far away the next one is, so that the steps of a part are the same wherever it is.
struct PatternProgram {
    /// A step.
    enum Step {
        /// Takes one character of a set.
        case take(PatternSet)
        /// Goes on with the next step, and also so many steps further on.
        case split(Int)
        /// Goes on so many steps further on, or back.
        case jump(Int)
        /// Goes on at a place in the text.
        case place(Place)
        /// The expression matches.
        case match
    }

    /// A place that has no character.
    enum Place {
        /// Where the text begins.
        case start
        /// Where it ends.
        case end
        /// Where a word begins or ends.
        case wordBoundary
        /// Anywhere else.
        case noWordBoundary
    }

    /// The most steps: what a match takes is the text's length times that, at the worst.
    static let limit = 20_000

    /// The steps; the machine starts at the first.
    let steps: [Step]

    /// Reads an expression.
    init(_ text: String) throws(PatternFault) { steps = try PatternParser.parse(text) + [.match] }

    /// Refuses a part of so many steps if that is too large.
    static func check(_ count: Int) throws(PatternFault) {
        guard count > limit else { return }
        throw PatternFault("it needs more than \(limit) steps; use fewer repetitions or alternatives")
    }

    /// The steps of one of several parts.
    static func choice(_ parts: [[Step]]) throws(PatternFault) -> [Step] {
        let count = parts.reduce(-2) { $0 + $1.count + 2 }
        try check(count)
        var steps: [Step] = []
        for part in parts.dropLast() {
            steps.append(.split(part.count + 2))
            steps += part
            steps.append(.jump(count - steps.count))
        }
        return steps + (parts.last ?? [])
    }

    /// Returns the steps that repeat a part; without a maximum, any number of times.
    static func repeated(_ part: [Step], _ minimum: Int, _ maximum: Int?) throws(PatternFault) -> [Step] {
        let optional = maximum.map { $0 - minimum } ?? 1
        try check(minimum * part.count + optional * (part.count + 1))
        var steps: [Step] = []
        for _ in 0..<minimum { steps += part }
        // If one is left out, so are all after it.
        for left in stride(from: optional, to: 0, by: -1) {
            steps.append(.split(left * (part.count + 1) + (maximum == nil ? 1 : 0)))
            steps += part
        }
        if maximum == nil { steps.append(.jump(-1 - part.count)) }
        return steps
    }
}
