// SPDX-License-Identifier: MIT

/// A set of classes of the plan, by their index: a bit each, up to the last one.
struct UnitSet: Sendable {
    /// The bits, the first class's lowest.
    private var words: [UInt64] = []

    /// Adds a class.
    mutating func insert(_ unit: UInt32) {
        let word = Int(unit / 64)
        if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt64(unit % 64)
    }

    /// Whether a class is in it.
    func contains(_ unit: UInt32) -> Bool {
        let word = Int(unit / 64)
        return word < words.count && words[word] >> UInt64(unit % 64) & 1 != 0
    }
}
