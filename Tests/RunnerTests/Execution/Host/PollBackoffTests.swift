// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// How often the host looks at the table.
struct PollBackoffTests {
    @Test("slows down while little ends")
    func slowsDown() {
        var pollBackoff = PollBackoff()
        var intervals: [Int] = []
        for _ in 0..<10 {
            intervals.append(pollBackoff.interval)
            pollBackoff.beat(finished: 1)
        }
        #expect(intervals == [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 50_000, 50_000])
    }

    @Test("hurries when much ends")
    func hurries() {
        var pollBackoff = PollBackoff()
        for _ in 0..<10 { pollBackoff.beat(finished: 0) }
        #expect(pollBackoff.interval == PollBackoff.longest)
        pollBackoff.beat(finished: 1000)
        #expect(pollBackoff.interval == PollBackoff.shortest)
    }
}
