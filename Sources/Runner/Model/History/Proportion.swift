// SPDX-License-Identifier: MIT

/// The frequency of an event, and what it says about the future.
public struct Proportion: Equatable, Sendable {
    /// The number of times that it happened, and the number of tries.
    public let (count, total): (Int, Int)

    /// The share of them; 0 of none.
    public var rate: Double { total == 0 ? 0 : Double(count) / Double(total) }

    /// The 95 % interval of Wilson (1927), which is right also for small numbers and for shares near 0 and 1.
    public var interval: ClosedRange<Double> { interval(deviations: 1.959_964) }

    /// The interval of Wilson for a number of standard deviations.
    public func interval(deviations z: Double) -> ClosedRange<Double> {
        if total == 0 { return 0...1 }
        let n = Double(total)
        let middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
        return max(0, middle - half)...min(1, middle + half)
    }

    /// "7 % (3 % to 16 %)".
    public var words: String {
        "\(Self.percent(rate)) (\(Self.percent(interval.lowerBound)) to \(Self.percent(interval.upperBound)))"
    }

    /// A share in percent: without decimals, below ten with one.
    public static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        if tenths >= 100 || tenths % 10 == 0 { return "\((tenths + 5) / 10) %" }
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
