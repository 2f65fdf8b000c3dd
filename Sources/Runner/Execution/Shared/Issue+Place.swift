// SPDX-License-Identifier: MIT

/// The last known place of a worker.
extension Issue {
    /// Takes the last place that a worker was known to be at, if there is one.
    mutating func locate(at worker: WorkerView) {
        guard let place = worker.place else { return }
        (file, line, isLastKnownLocation) = (place.file, place.line, true)
    }
}
