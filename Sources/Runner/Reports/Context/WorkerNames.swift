// SPDX-License-Identifier: MIT

/// The names of the workers of several machines, by their numbers among all of them.
///
/// Names come as workers are first heard of, while reports are being written; the host has one thread.
public final class WorkerNames: @unchecked Sendable {
    /// The names.
    private(set) var all: [String] = []

    /// Starts with the defaults.
    public init() {}

    /// Adds a worker's; returns its number.
    public func add(_ name: String) -> Int {
        all.append(name)
        return all.count - 1
    }
}
