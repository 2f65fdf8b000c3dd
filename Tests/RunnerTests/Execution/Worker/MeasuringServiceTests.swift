// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

@testable import RunnerExecution

/// Who holds others back by the mark of a case that measures.
final class MeasuringServiceTests {
    /// The shared memory.
    private let table: RunTable

    /// A table with one worker, process 7.
    init() throws {
        table = try RunTable()
        table.worker(0).clear()
        table.worker(0).process = 7
    }

    deinit { table.unmap() }

    /// Whether others wait while the mark is a process's and the worker is at a stage.
    private func holdsBack(_ process: UInt32, _ stage: WorkerStage) -> Bool {
        table_store(&table.header.pointee.measuring, process)
        table.worker(0).stage = stage
        return MeasuringService.holdsBack(table)
    }

    @Test("a mark counts while the worker of its number runs a test", arguments: [WorkerStage.beginClass, .runCase])
    func ofWorker(stage: WorkerStage) { #expect(holdsBack(7, stage)) }

    @Test("a mark without such a worker delays nobody, whether its process lives or not")
    func ofNobody() {
        // Process 1 always lives.
        for process in [0, 1, 8, UInt32.max] { #expect(!holdsBack(process, .runCase), "\(process)") }
        for stage in [WorkerStage.idle, .gone, .forking] { #expect(!holdsBack(7, stage), "\(stage)") }
    }
}
