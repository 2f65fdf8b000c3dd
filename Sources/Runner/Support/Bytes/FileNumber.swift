// SPDX-License-Identifier: MIT

/// Numbers that files state, each read by what it counts and checked against what that can be.
///
/// Every reader of a file reads numbers here, so that later arithmetic never meets a number that makes no
/// sense. The limits leave room for sums of a few numbers, such as a start and a duration. Sums over all numbers of a file use
/// `add(clamping:)`.
///
/// Rule 63.
public enum FileNumber: Equatable, Sendable {
    /// A count of cases, lines, or bytes of a file.
    case count
    /// A run, an attempt or a repetition, from 1.
    case ordinal
    /// A worker, from 0.
    case worker
    /// A line of a source file; 0 where it is not known.
    case line
    /// A signal.
    case signal
    /// A span of time, in the unit of its field: up to ten years in microseconds, 104 days in nanoseconds.
    case duration
    /// An instant in nanoseconds, since 1970 or since the machine started: up to the year 2116.
    case instant
    /// Any number of 64 bits, such as a seed.
    case seed

    /// The valid range.
    public var range: ClosedRange<UInt64> {
        switch self {
        case .count: 0...1 << 40
        case .ordinal: 1...1 << 40
        case .worker: 0...65_535
        case .line: 0...UInt64(UInt32.max)
        case .signal: 1...64
        case .duration: 0...1 << 53
        case .instant: 0...1 << 62
        case .seed: 0...UInt64.max
        }
    }

    /// Checks a number; nil where it cannot be.
    public func checked(_ number: UInt64) -> UInt64? { range.contains(number) ? number : nil }

    /// Reads decimal digits, and nothing but them; nil where they are none or come to what cannot be.
    public func read(_ digits: some Sequence<UInt8>) -> UInt64? {
        var (value, isEmpty) = (UInt64(0), true)
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOverflow) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            if isTooLarge || isOverflow { return nil }
            (value, isEmpty) = (sum, false)
        }
        return isEmpty ? nil : checked(value)
    }

    /// Reads seconds with up to nine decimals as nanoseconds; further decimals count for nothing.
    func readSeconds(_ digits: ArraySlice<UInt8>) -> UInt64? {
        let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
        guard let whole = FileNumber.seed.read(digits[..<point]) else { return nil }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        var rest: UInt64 = 0
        if point < digits.endIndex {
            let decimals = digits[(point + 1)...]
            guard decimals.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), !decimals.isEmpty else {
                return nil
            }
            for place in 0..<9 {
                let digit = place < decimals.count ? decimals[decimals.startIndex + place] - UInt8(ascii: "0") : 0
                rest = rest * 10 + UInt64(digit)
            }
        }
        let (sum, isOverflow) = product.addingReportingOverflow(rest)
        return isTooLarge || isOverflow ? nil : checked(sum)
    }

    /// The expectation, in words.
    var expected: String { "a number from \(range.lowerBound) to \(range.upperBound)" }
}

extension UInt64 {
    /// Adds a number, up to the largest that there is.
    public mutating func add(clamping other: UInt64) {
        let (sum, isOverflow) = addingReportingOverflow(other)
        self = isOverflow ? .max : sum
    }
}
