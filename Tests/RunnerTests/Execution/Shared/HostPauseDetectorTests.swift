// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// Time in which the host did not run.
struct HostPauseDetectorTests {
    /// A second.
    private let second: UInt64 = 1_000_000_000

    @Test("a turn that is late by less than a second is usual; of a later one, all but its wait is left out")
    func turns() {
        var detector = HostPauseDetector(now: second)
        #expect(detector.turn(after: 50_000, now: second * 2 + 49_000_000) == nil)
        #expect(detector.turn(after: 50_000, now: second * 2 + 49_000_000) == nil)
        #expect(detector.turn(after: 50_000, now: second * 3 + 99_000_000) == second)
        #expect(detector.turn(after: 0, known: second * 4, now: second * 8) == nil)
        #expect(detector.turn(after: 0, known: second * 4, now: second * 20) == second * 8)
        // A clock that goes back is none of it.
        #expect(detector.turn(after: 0, now: 1) == nil)
    }

    @Test("one activity is given such time three times, and another one anew")
    func bounded() throws {
        let table = try RunTable()
        defer { table.unmap() }
        let place = table.worker(0)
        place.clear()
        place.process = 7
        var snapshot = WorkerSnapshot(at: place, now: 1000)
        let given = (1...4).map { snapshot.leaveOutPause(100, now: 1000 + 100 * $0) }
        #expect(given == [true, true, true, false])
        #expect(snapshot.elapsed(at: 1400) == 100)
        place.stage = .runCase
        place.since = 1450
        snapshot.look(at: place, now: 1500, latest: { 1500 }) { $0 == 7 }
        // It began when that time was over already, or nearly.
        #expect(snapshot.leaveOutPause(100, now: 1500) && snapshot.since == 1500)
    }

    @Test("a worker that finishes nothing is given such time three times, and after a result anew")
    func watchdog() {
        var watchdog = ProgressWatchdog(since: 0)
        for turn in 0..<30 { watchdog.note(0, now: UInt64(turn)) }
        for turn in 1...4 { watchdog.leaveOutPause(100, now: 100 * UInt64(turn)) }
        #expect(!watchdog.isOver(100, now: 400) && watchdog.isOver(99, now: 400))
        watchdog.note(1, now: 500)
        for turn in 0..<30 { watchdog.note(1, now: 500 + UInt64(turn)) }
        watchdog.leaveOutPause(100, now: 700)
        #expect(watchdog.isOver(99, now: 700) && !watchdog.isOver(100, now: 700))
    }
}
