// SPDX-License-Identifier: MIT

/// How far the search for the causes of failures is.
struct DiagnosisProgress: Sendable {
    /// The failure under way.
    let slot: Plan.Slot
    /// The number of the current run for it, from 1.
    let run: Int
    /// Its number among the failures, from 1.
    let number: Int
    /// How many failures there are.
    let count: Int

    /// Notes where it stands.
    init(slot: Plan.Slot, run: Int, number: Int, of count: Int) {
        (self.slot, self.run, self.number, self.count) = (slot, run, number, count)
    }
}
