// SPDX-License-Identifier: MIT

/// The time limits of a hunt for orders of tasks.
public enum TaskHuntLimit {
    /// How long a test may take in it, in nanoseconds: one that takes longer hangs.
    public static let time: UInt64 = 10_000_000_000
    /// How long a test that is hunted takes at most, in nanoseconds: so one that hangs is no slow one.
    public static let usual: UInt64 = 2_000_000_000
}
