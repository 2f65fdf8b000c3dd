// SPDX-License-Identifier: MIT

/// The progress of the search for the causes of failures.
public struct DiagnosisProgress: Sendable {
    /// The failure under way.
    public let slot: Plan.Slot
    /// The number of the current run for it, from 1.
    public let run: Int
    /// Its number among the failures, from 1.
    public let number: Int
    /// The number of failures.
    public let count: Int

    /// Notes where it is.
    public init(slot: Plan.Slot, run: Int, number: Int, of count: Int) {
        (self.slot, self.run, self.number, self.count) = (slot, run, number, count)
    }
}
