// SPDX-License-Identifier: MIT

/// What a shop has.
public struct Stock {
    /// How many there are of each.
    public private(set) var counts: [String: Int] = [:]

    /// An empty shop.
    public init() {}

    /// Adds some of a kind.
    public mutating func add(_ count: Int, of name: String) throws {
        if count < 0 { throw StockError.negative(count) }
        counts[name, default: 0] += count
    }

    /// How many there are of all kinds.
    public var total: Int { counts.values.reduce(0, +) }
}

/// Why something cannot be in stock.
public enum StockError: Error, Equatable {
    /// Fewer than none.
    case negative(Int)
}
