// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The number of failures of a case among some trials of one kind.
public struct Evidence: Equatable, Sendable {
    /// The number of failures.
    public var failures = 0
    /// The number of conclusive trials.
    public var tries = 0

    /// Counts some outcomes.
    public init(_ outcomes: some Sequence<TrialOutcome>) { add(outcomes) }

    /// Starts without trials.
    public init() {}

    /// So many failures in so many tries.
    public init(_ failures: Int, of tries: Int) { (self.failures, self.tries) = (failures, tries) }

    /// Adds outcomes of the same kind of trial.
    public mutating func add(_ outcomes: some Sequence<TrialOutcome>) {
        for outcome in outcomes where outcome != .unresolved {
            tries += 1
            failures += outcome.isFailure ? 1 : 0
        }
    }

    /// Adds other evidence.
    public mutating func add(_ other: Evidence) {
        failures += other.failures
        tries += other.tries
    }

    /// Whether there were trials and all failed.
    public var isAlways: Bool { tries > 0 && failures == tries }
    /// Whether none failed.
    public var isNever: Bool { failures == 0 }
    /// The estimated rate of failure (Laplace's rule), between nought and one.
    public var rate: Double { (Double(failures) + 1) / (Double(tries) + 2) }

    /// The interval that contains the rate in 95 of 100 cases (Wilson, 1927).
    var interval: (low: Double, high: Double) {
        guard tries > 0 else { return (0, 1) }
        let (count, share, z) = (Double(tries), Double(failures) / Double(tries), 1.959964)
        let scale = 1 + z * z / count
        let middle = (share + z * z / (2 * count)) / scale
        let half = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot() / scale
        return (max(0, middle - half), min(1, middle + half))
    }

    /// The chance of a difference like this one, or a larger one, from other evidence if nothing but chance made it: Fisher's
    /// exact test, one-sided.
    func chanceOfMore(than other: Evidence) -> Double {
        let (all, failed) = (tries + other.tries, failures + other.failures)
        func logChoose(_ whole: Int, _ part: Int) -> Double {
            (0..<part).reduce(0) { $0 + log(Double(whole - $1)) - log(Double($1 + 1)) }
        }
        let base = logChoose(all, failed)
        var sum = 0.0
        for count in failures...max(failures, min(tries, failed)) where failed - count <= other.tries {
            sum += exp(logChoose(tries, count) + logChoose(other.tries, failed - count) - base)
        }
        return min(1, sum)
    }

    /// Whether it fails more often than in other evidence, beyond doubt.
    public func isMore(than other: Evidence) -> Bool { chanceOfMore(than: other) < Self.doubt }

    /// The permitted chance of a wrong verdict: one in a hundred thousand, since evidence is tested many times.
    static let doubt = 0.00001

    /// In words: "in 8 of 16 tries".
    public var words: String { "in \(failures) of \(Count.text(tries, "try", "tries"))" }
}
