// SPDX-License-Identifier: MIT

/// The tags of all classes and cases: each set of tags once, known by its number.
///
/// Most tests have none and share number 0, so they take no memory for tags.
public struct TagSets: Sendable {
    /// The number of the set without tags.
    public static let none: UInt32 = 0

    /// The sets, each sorted.
    private(set) var all: [[String]] = [[]]
    /// The number of each set but the empty one.
    private var numbers: [[String]: UInt32] = [:]

    /// Starts with the defaults.
    public init() {}

    /// The number of a set, which may be new.
    public mutating func number(of tags: Set<String>) -> UInt32 {
        if tags.isEmpty { return Self.none }
        let sorted = tags.sorted()
        if let known = numbers[sorted] { return known }
        let number = UInt32(all.count)
        all.append(sorted)
        numbers[sorted] = number
        return number
    }

    /// The tags of a set, sorted.
    public subscript(number: UInt32) -> [String] { all[Int(number)] }

    /// Every tag that there is.
    public var names: Set<String> { Set(all.joined()) }
}
