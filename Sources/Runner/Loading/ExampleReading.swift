// SPDX-License-Identifier: MIT

import WorkerShims

/// Notes in the shared table whose examples are being read, so that a source of examples which ends or holds up the
/// worker is the failure of its case, not of its bundle.
struct ExampleReading {
    /// The worker's place in the table.
    let record: UnsafeMutablePointer<worker_record>
    /// The cases whose examples must not be read: doing so ended a worker before.
    let failed: [ExamplePlace: ExampleFault]
    /// How long reading one case's examples may take, in nanoseconds.
    let limit: UInt64

    /// Whether the examples of a case of the bundle that is being listed may be read; then it is noted that they are.
    ///
    /// `end` must follow.
    func begin(_ classIndex: UInt32, _ ownerIndex: UInt32, _ caseIndex: UInt32) -> Bool {
        record.pointee.example_class = classIndex
        record.pointee.example_owner = ownerIndex
        record.pointee.example_case = caseIndex
        if !failed.isEmpty, failed[ExamplePlace(record.pointee)] != nil { return false }
        // Each of the two has its own limit: what the registration took so far must not be forgotten.
        Worker.holdIfOverdue(record, limit: limit)
        record.pointee.line = 0
        enter(WORKER_EXAMPLES)
        return true
    }

    /// Notes that the bundle's own registration goes on, with a time limit of its own.
    func end() {
        Worker.endStray()
        Worker.holdIfOverdue(record, limit: limit)
        enter(WORKER_REGISTERING)
    }

    /// Notes what the worker is about to do, and when.
    private func enter(_ stage: worker_stage) {
        record.pointee.since = worker_now()
        table_store(&record.pointee.stage, stage.rawValue)
    }
}
