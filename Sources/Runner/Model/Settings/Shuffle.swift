// SPDX-License-Identifier: MIT

/// Whether classes, cases and examples are shuffled.
public enum Shuffle: String, CaseIterable {
    /// By the seed.
    case on
    /// They stay in the order in which they are declared; run groups still ascend.
    case off
}
