// SPDX-License-Identifier: MIT

/// A regular expression as steps of a machine that is in many places at once (Thompson, 1968).
struct PatternProgram {
    /// A step.
    enum Step {
        /// Takes one character of a set.
        case take(PatternSet)
        /// Goes on in two places.
        case split(Int, Int)
        /// Goes on elsewhere.
        case jump(Int)
        /// Goes on at a place in the text.
        case place(PatternNode.Place)
        /// The expression matches.
        case match
    }

    /// The most steps: what a match takes is the text's length times that, at the worst.
    static let limit = 20_000

    /// The steps; the machine starts at the first.
    private(set) var steps: [Step] = []
    /// How many parts were turned into steps, those included that came to none.
    private var visits = 0

    /// Reads an expression.
    init(_ text: String) throws(PatternFault) {
        try append(try PatternParser.parse(text))
        steps.append(.match)
    }

    /// Refuses what is too large.
    private mutating func visit() throws(PatternFault) {
        visits += 1
        if visits > Self.limit || steps.count > Self.limit {
            throw PatternFault("it needs more than \(Self.limit) steps; use fewer repetitions or alternatives")
        }
    }

    /// Appends the steps of a part; parts lie only so deep in each other.
    private mutating func append(_ node: PatternNode) throws(PatternFault) {
        try visit()
        switch node {
        case .set(let set): steps.append(.take(set))
        case .place(let place): steps.append(.place(place))
        case .sequence(let parts): for part in parts { try append(part) }
        case .choice(let parts): try append(choice: parts)
        case .repeated(let part, let minimum, let maximum):
            for _ in 0..<minimum { try append(part) }
            guard let maximum else { return try append(star: part) }
            var splits: [Int] = []
            for _ in minimum..<maximum {
                splits.append(steps.count)
                steps.append(.match)
                try append(part)
            }
            for split in splits { steps[split] = .split(split + 1, steps.count) }
        }
    }

    /// Appends one of several parts.
    private mutating func append(choice parts: [PatternNode]) throws(PatternFault) {
        var jumps: [Int] = []
        for (index, part) in parts.enumerated() {
            let split = steps.count
            let isLast = index == parts.count - 1
            if !isLast { steps.append(.match) }
            try append(part)
            if isLast { break }
            jumps.append(steps.count)
            steps.append(.match)
            steps[split] = .split(split + 1, steps.count)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    /// Appends a part that is there any number of times.
    private mutating func append(star part: PatternNode) throws(PatternFault) {
        let split = steps.count
        steps.append(.match)
        try append(part)
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
    }
}
