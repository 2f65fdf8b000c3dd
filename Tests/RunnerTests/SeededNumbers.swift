// SPDX-License-Identifier: MIT

/// Numbers by chance that a seed decides (SplitMix64, Steele and others, 2014).
struct SeededNumbers: RandomNumberGenerator {
    /// The seed, and then the state.
    var state: UInt64

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// A number from 0 to 1.
    mutating func share() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// Whether something happens that happens at some rate.
    mutating func happens(_ rate: Double) -> Bool { Double.random(in: 0..<1, using: &self) < rate }

    /// A number below another; 0 for 0.
    mutating func below(_ limit: Int) -> Int { limit <= 0 ? 0 : Int(next() % UInt64(limit)) }

    /// One of some; nil of none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
