// SPDX-License-Identifier: MIT

/// Some of the bundles, by their index among the files: a bit for each.
///
/// No `Set`: the host fills it, and a worker with a hash seed of its own reads it after the fork, where a set finds nothing.
public struct BundleSet: Equatable, ExpressibleByArrayLiteral, Sendable {
    /// The number of bits of a word.
    private static let width = UInt64.bitWidth
    /// More bundles than a run can have: a number from memory that a bundle has written over may be any.
    private static let limit = 1 << 20

    /// The bits, as many words as the last bundle needs.
    private var words: [UInt64] = []

    /// The bundles of some indices.
    public init(_ indices: some Sequence<Int>) { formUnion(indices) }

    /// The bundles of some indices.
    public init(arrayLiteral indices: Int...) { self.init(indices) }

    /// Whether there is none.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether a bundle is one of them.
    public func contains(_ index: Int) -> Bool {
        if index < 0 { return false }
        let (word, bit) = index.quotientAndRemainder(dividingBy: Self.width)
        return words.indices.contains(word) && words[word] >> UInt64(bit) & 1 != 0
    }

    /// Adds a bundle; an index that none can have is passed over.
    ///
    /// Whether it was missing.
    @discardableResult
    public mutating func insert(_ index: Int) -> Bool {
        guard index >= 0, index < Self.limit else { return false }
        let (word, bit) = index.quotientAndRemainder(dividingBy: Self.width)
        while words.count <= word { words.append(0) }
        let isNew = words[word] >> UInt64(bit) & 1 == 0
        words[word] |= 1 << UInt64(bit)
        return isNew
    }

    /// Adds some bundles.
    public mutating func formUnion(_ indices: some Sequence<Int>) { for index in indices { insert(index) } }

    /// The elements of this set that are not among others.
    public func subtracting(_ others: BundleSet) -> BundleSet { BundleSet(indices.filter { !others.contains($0) }) }

    /// The indices, ascending.
    public var indices: [Int] { (0..<words.count * Self.width).filter(contains) }
}
