// SPDX-License-Identifier: MIT

/// The number of workers of a run.
package enum WorkerCount {
    /// The most workers that can be alive at once.
    package static let largest = 256
}
