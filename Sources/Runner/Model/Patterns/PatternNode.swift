// SPDX-License-Identifier: MIT

/// A part of a regular expression.
indirect enum PatternNode {
    /// One character of a set.
    case set(PatternSet)
    /// A place in the text.
    case place(Place)
    /// Parts one behind the other; none of them is the empty text.
    case sequence([PatternNode])
    /// One of several parts.
    case choice([PatternNode])
    /// A part several times; without end where there is no maximum.
    case repeated(PatternNode, minimum: Int, maximum: Int?)

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
}
