// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution

/// The announcements of slow cases.
///
/// Rule 61.
struct AnnouncementTests {
    /// How long it is said to have been running, at each of some looks.
    private func said(at looks: [UInt64], limit: UInt64) -> [UInt64?] {
        var announcement = Announcement(since: 0)
        return looks.map { announcement.takeDue(elapsed: $0, limit: limit) }
    }

    @Test("is said after half the limit and then after twice as long")
    func intervals() {
        let second: UInt64 = 1_000_000_000
        #expect(said(at: [second, 2 * second, 3 * second], limit: 4 * second) == [nil, 2 * second, nil])
        #expect(
            said(at: [9, 10, 19, 20, 79, 80].map { $0 * second }, limit: 1000 * second)
                == [nil, 10 * second, nil, 20 * second, 40 * second, 80 * second])
    }

    @Test("a limit of next to nothing ends the look, and so does one without end", arguments: [0, 1, 2, UInt64.max])
    func limitsOfAllKinds(limit: UInt64) {
        let told = said(at: [0, 1_000_000, .max], limit: limit)
        #expect(told[0] == nil && (limit > 2 || told == [nil, nil, nil]))
    }
}
