// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// When a worker last finished something.
struct ProgressWatchdogTests {
    /// A worker that started at 1000.
    private var watchdog = ProgressWatchdog(since: 1000)

    /// Lets the host take its turns until some time, always with the same count.
    private mutating func pass(_ count: Int, until end: UInt64) {
        for turn in 0..<30 { watchdog.note(count, now: end - 29 + UInt64(turn)) }
    }

    @Test("who finishes nothing is over his time, from what he finished last on")
    mutating func over() {
        pass(0, until: 1600)
        #expect(!watchdog.isOver(600, now: 1600) && watchdog.isOver(600, now: 1601))
        watchdog.note(1, now: 1700)
        pass(1, until: 2300)
        #expect(!watchdog.isOver(600, now: 2300) && watchdog.isOver(600, now: 2301))
    }

    @Test("a count that goes back, and comes again, is nothing new")
    mutating func back() {
        watchdog.note(5, now: 1100)
        watchdog.note(2, now: 1200)
        watchdog.note(5, now: 1300)
        pass(3, until: 1800)
        #expect(watchdog.isOver(600, now: 1701))
    }

    @Test("a host that did not look blames nobody")
    mutating func stoppedHost() {
        watchdog.note(0, now: 90_000)
        #expect(!watchdog.isOver(600, now: 90_000))
        pass(0, until: 90_100)
        #expect(watchdog.isOver(600, now: 90_100))
    }

    @Test("time in which the user had stopped the run does not count")
    mutating func leftOut() {
        pass(0, until: 1500)
        watchdog.leaveOut(1000)
        #expect(!watchdog.isOver(600, now: 2600) && watchdog.isOver(600, now: 2601))
    }
}
