// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

@testable import RunnerExecution

/// The names of the numbers in the shared table.
struct SharedNumbersTests {
    @Test("every stage is read back and nothing else is one")
    func stages() {
        for stage in WorkerStage.allCases { #expect(WorkerStage(rawValue: stage.rawValue) == stage) }
        #expect(Set(WorkerStage.allCases.map(\.rawValue)).count == WorkerStage.allCases.count)
        let last = WorkerStage.allCases.map(\.rawValue).max() ?? 0
        #expect(last == WORKER_FORKING.rawValue)
        #expect(WorkerStage(rawValue: last + 1) == nil && WorkerStage(rawValue: .max) == nil)
    }

    @Test("every state is read back and nothing else is one")
    func states() {
        for state in SlotState.allCases { #expect(SlotState(rawValue: state.rawValue) == state) }
        #expect(Set(SlotState.allCases.map(\.rawValue)).count == SlotState.allCases.count)
        let last = SlotState.allCases.map(\.rawValue).max() ?? 0
        #expect(last == SLOT_OVERDUE.rawValue)
        #expect(SlotState(rawValue: last + 1) == nil && SlotState(rawValue: .max) == nil)
    }
}
