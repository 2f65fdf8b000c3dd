// SPDX-License-Identifier: MIT

/// What tests reach, and what they do not.
public enum Till {
    /// Reached by two cases that pass.
    public static func total(_ prices: [Int]) -> Int {
        prices.reduce(0, +)  // reached: passing
    }

    /// Reached by a case that crashes.
    public static func refund(_ price: Int) -> Int {
        -price  // reached: crashing
    }

    /// Reached by nobody.
    public static func close() -> Bool {
        true  // reached: never
    }
}
