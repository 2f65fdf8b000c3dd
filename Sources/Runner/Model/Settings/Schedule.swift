// SPDX-License-Identifier: MIT

/// The rule for the test that starts first, where several workers run.
public enum Schedule: String, CaseIterable {
    /// Tests that took long in earlier runs may start before their place in the order.
    case durations
    /// The order of the seed alone.
    case seed
}
