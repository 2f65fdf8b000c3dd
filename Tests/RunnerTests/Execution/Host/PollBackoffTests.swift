// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// How often the host looks at the table.
struct PollBackoffTests {
    @Test("slows down while little ends")
    func slowsDown() {
        var pulse = PollBackoff()
        var intervals: [Int] = []
        for _ in 0..<10 {
            intervals.append(pulse.interval)
            pulse.beat(finished: 1)
        }
        #expect(intervals == [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 50_000, 50_000])
    }

    @Test("hurries when much ends")
    func hurries() {
        var pulse = PollBackoff()
        for _ in 0..<10 { pulse.beat(finished: 0) }
        #expect(pulse.interval == PollBackoff.longest)
        pulse.beat(finished: 1000)
        #expect(pulse.interval == PollBackoff.shortest)
    }
}
