// SPDX-License-Identifier: MIT

/// Durations in words.
public enum DurationText {
    /// "1.23 s", "45.6 ms", "7.8 µs", "90 ns": three digits that count, at least `width` columns wide.
    public static func text(_ nanoseconds: UInt64, width: Int = 0) -> String {
        let text =
            switch nanoseconds {
            case ..<1000: "\(nanoseconds) ns"
            case ..<1_000_000: threeDigits(nanoseconds, unit: 1000) + " µs"
            case ..<1_000_000_000: threeDigits(nanoseconds, unit: 1_000_000) + " ms"
            default: threeDigits(nanoseconds, unit: 1_000_000_000) + " s"
            }
        return width == 0 ? text : text.padded(to: width)
    }

    /// A time limit in seconds, exactly: "60 s", "0.5 s".
    public static func seconds(_ nanoseconds: UInt64) -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest == 0 { return "\(whole) s" }
        var digits = String(String(1_000_000_000 + rest).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits) s"
    }

    /// "0.001", in seconds, rounded.
    public static func thousandths(_ nanoseconds: UInt64) -> String {
        decimal(thousandths: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 >= 500_000 ? 1 : 0))
    }

    /// "12.345", of 12,345 thousandths.
    public static func decimal(thousandths: UInt64) -> String {
        "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
    }

    /// A quotient with as many decimals as three digits leave, rounded down.
    private static func threeDigits(_ value: UInt64, unit: UInt64) -> String {
        let whole = value / unit
        let hundredths = value % unit * 100 / unit
        if whole >= 100 { return "\(whole)" }
        if whole >= 10 { return "\(whole).\(hundredths / 10)" }
        return "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}
