// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

@testable import RunnerExecution

/// The names of the numbers in the shared table.
struct SharedNumbersTests {
    @Test("stages and states have the numbers of run_table.h, and nothing else is one")
    func numbers() {
        let stages = [
            WORKER_STARTING, WORKER_LOADING, WORKER_REGISTERING, WORKER_IDLE, WORKER_BEGIN_CLASS, WORKER_RUN_CASE,
            WORKER_END_CLASS, WORKER_EXITING, WORKER_EXAMPLES, WORKER_ABANDONED, WORKER_RETIRED, WORKER_GONE,
            WORKER_FORKING,
        ].map(\.rawValue)
        #expect(WorkerStage.allCases.map(\.rawValue) == stages)
        #expect(WorkerStage(rawValue: UInt32(stages.count)) == nil && WorkerStage(rawValue: .max) == nil)
        let states = [
            SLOT_WAITING, SLOT_RUNNING, SLOT_PASSED, SLOT_FAILED, SLOT_SKIPPED, SLOT_INVALID, SLOT_LOST, SLOT_NOT_RUN,
            SLOT_OVERDUE,
        ].map(\.rawValue)
        #expect(SlotState.allCases.map(\.rawValue) == states)
        #expect(SlotState(rawValue: UInt32(states.count)) == nil && SlotState(rawValue: .max) == nil)
    }
}
