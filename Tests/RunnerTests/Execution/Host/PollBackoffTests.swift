// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// How often the host looks at the table.
struct PollBackoffTests {
    @Test("slows down while little ends")
    func slowsDown() {
        var pulse = PollBackoff()
        var intervals: [Int32] = []
        for _ in 0..<8 {
            intervals.append(pulse.interval)
            pulse.beat(finished: 1)
        }
        #expect(intervals == [1, 2, 4, 8, 16, 32, 50, 50])
    }

    @Test("hurries when much ends")
    func hurries() {
        var pulse = PollBackoff()
        for _ in 0..<8 { pulse.beat(finished: 0) }
        #expect(pulse.interval == PollBackoff.longest)
        pulse.beat(finished: 1000)
        #expect(pulse.interval == PollBackoff.shortest)
    }
}
