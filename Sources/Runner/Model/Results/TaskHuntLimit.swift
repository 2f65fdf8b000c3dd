// SPDX-License-Identifier: MIT

/// The time limits of a hunt for orders of tasks.
public enum TaskHuntLimit {
    /// The time limit for a test in a hunt, in nanoseconds: a test that takes longer hangs.
    public static let time: UInt64 = 10_000_000_000
    /// The longest usual time of a test that is hunted, in nanoseconds: so a hanging test is no slow one.
    public static let usual: UInt64 = 2_000_000_000
}
