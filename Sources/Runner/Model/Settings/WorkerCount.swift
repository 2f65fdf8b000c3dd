// SPDX-License-Identifier: MIT

/// The number of workers of a run.
enum WorkerCount {
    /// The most workers that can be alive at once.
    static let largest = 256
}
