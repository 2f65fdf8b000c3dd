// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

@testable import RunnerExecution

/// The names of the numbers in the shared table.
struct SharedNumbersTests {
    @Test("the stages that the C sources write have the numbers of run_table.h")
    func numbers() {
        let stages: [WorkerStage] = [.exiting, .retired, .gone]
        #expect(stages.map(\.rawValue) == [WORKER_EXITING, WORKER_RETIRED, WORKER_GONE].map(\.rawValue))
    }
}
