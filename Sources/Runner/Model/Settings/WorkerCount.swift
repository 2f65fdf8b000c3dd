// SPDX-License-Identifier: MIT

/// The number of workers of a run.
public enum WorkerCount {
    /// The most workers that can be alive at once.
    public static let largest = 256
}
