// SPDX-License-Identifier: MIT

/// The processes that run the units of a plan whose order is prescribed (`--order`).
public struct Prescription: Equatable, Sendable {
    /// The worker of each unit of the plan, from 0.
    public var workers: [Int] = []
    /// Whether each unit of the plan needs a process in which nothing has run.
    public var isFresh: [Bool] = []
    /// The number of workers.
    public var workerCount = 1
}
