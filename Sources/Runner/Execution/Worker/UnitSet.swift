// SPDX-License-Identifier: MIT

/// A set of classes of the plan, by their index: a bit each, up to the last one.
struct UnitSet: Sendable {
    /// The bits, the first class's lowest.
    private var words: [UInt64] = []

    /// Makes room for the first classes of the plan.
    mutating func makeRoom(for count: UInt32) {
        let needed = (Int(count) + 63) / 64
        if needed > words.count { words += Array(repeating: 0, count: needed - words.count) }
    }

    /// Adds a class.
    mutating func insert(_ unit: UInt32) {
        makeRoom(for: unit + 1)
        words[Int(unit / 64)] |= 1 << UInt64(unit % 64)
    }

    /// Whether a class is in it.
    func contains(_ unit: UInt32) -> Bool {
        let word = Int(unit / 64)
        return word < words.count && words[word] >> UInt64(unit % 64) & 1 != 0
    }
}
