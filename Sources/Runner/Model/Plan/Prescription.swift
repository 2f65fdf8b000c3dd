// SPDX-License-Identifier: MIT

/// The processes that run the units of a plan whose order is prescribed (`--order`).
struct Prescription: Equatable, Sendable {
    /// The worker of each unit of the plan, from 0.
    var workers: [Int] = []
    /// Whether each unit of the plan needs a process in which nothing has run.
    var isFresh: [Bool] = []
    /// How many workers there are.
    var workerCount = 1
}
