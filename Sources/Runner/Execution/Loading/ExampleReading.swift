// SPDX-License-Identifier: MIT

import WorkerShims

/// Notes in the shared table whose examples are being read, so that a source of examples which ends or blocks the
/// worker is the failure of its case, not of its bundle.
///
/// Rule 18.
struct ExampleReading {
    /// The worker's place in the table.
    let view: WorkerView
    /// The cases whose examples must not be read: doing so ended a worker before.
    let failed: [ExamplePlace: ExampleFault]
    /// The shared memory.
    let table: RunTable
    /// The time limit for reading one case's examples, in nanoseconds.
    let limit: UInt64

    /// Whether the examples of a case of the bundle that is being listed may be read; then it is noted that they are.
    ///
    /// `end` must follow.
    func begin(_ classIndex: UInt32, _ ownerIndex: UInt32, _ caseIndex: UInt32) -> Bool {
        view.examples = ExamplePlace(
            bundle: view.bundle, classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)
        if !failed.isEmpty, failed[view.examples] != nil { return false }
        // Each of the two has its own limit: what the registration took so far must not be forgotten.
        view.holdIfOverdue(in: table, limit: limit)
        view.line = 0
        view.enter(.examples)
        return true
    }

    /// Notes that the bundle's own registration goes on, with a time limit of its own.
    func end() {
        WorkerView.endStray()
        view.holdIfOverdue(in: table, limit: limit)
        view.enter(.registering)
    }
}
