// SPDX-License-Identifier: MIT

import WorkerShims

/// The time limits, as the command line states them.
public struct RunLimits {
    /// The time limit for opening and listing one bundle, in nanoseconds.
    public let load: UInt64
    /// The time limit for one case, or a class's set-up or tear-down, in nanoseconds.
    public private(set) var run: UInt64
    /// The same limit for a test executable, in nanoseconds; as for others where nil.
    private(set) var adapted: UInt64?
    /// By how much the limits that suites and settings state are multiplied; the others are by now.
    private(set) var stretch: UInt64 = 1
    /// The longest that anything may take that has a limit, in nanoseconds.
    private var ceiling = UInt64.max
    /// When all of it must have ended, in nanoseconds of the monotonic clock.
    public let deadline: UInt64?

    /// Limits in seconds; what is less than the least limit counts as that.
    public init(load: Double, run: Double, all: Double? = nil, adapted: UInt64? = nil) {
        self.adapted = adapted
        self.load = Self.nanoseconds(load)
        self.run = Self.nanoseconds(run)
        deadline = all.map { worker_now() + Self.nanoseconds($0) }
    }

    /// These limits, those of cases and hooks multiplied by a factor.
    public func stretched(by factor: UInt64) -> RunLimits {
        var limits = self
        limits.stretch = factor
        limits.run = limits.stretched(run)
        limits.adapted = adapted.map { limits.stretched($0) }
        return limits
    }

    /// These limits, none of a case or a hook longer than a ceiling.
    public func capped(at ceiling: UInt64) -> RunLimits {
        var limits = self
        limits.ceiling = ceiling
        limits.run = min(run, ceiling)
        limits.adapted = min(adapted ?? run, ceiling)
        return limits
    }

    /// A limit that something states, multiplied, and no longer than the ceiling.
    func stretched(_ limit: UInt64) -> UInt64 {
        let (product, isTooMuch) = limit.multipliedReportingOverflow(by: stretch)
        return min(ceiling, isTooMuch ? .max : product)
    }

    /// A limit in nanoseconds.
    private static func nanoseconds(_ seconds: Double) -> UInt64 {
        max(TimeLimits.least, UInt64(min(max(0, seconds), 1e9) * 1_000_000_000))
    }
}
