// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// How long tests usually take, by the history.
struct UsualDurationsTests {
    /// A book of two tests of a class with some durations in milliseconds, 0 for a run without it.
    private func book(_ durations: [(quick: UInt64, slow: UInt64)]) -> HistoryBook {
        var content = HistoryContent()
        let names = HistoryNames(identity: "Shop/M.Cart", tests: ["testQuick", "testSlow[a/b]"])
        content.names[names.key] = names
        for (index, pair) in durations.enumerated() {
            var run = HistoryRun(id: UInt64(index), started: UInt64(index))
            run.classes = [
                HistoryRun.Class(
                    key: names.key,
                    content: .each(
                        [pair.quick, pair.slow].map {
                            $0 == 0 ? .absent : HistoryResult(.passed, duration: $0 * 1_048_576)
                        }))
            ]
            content.runs.append(run)
        }
        return HistoryBook(content, results: 100)
    }

    @Test("a duration is usual from five on, whatever a single one was")
    func usual() {
        let few = UsualDurations.all(in: book([(1, 0), (1, 64), (1, 64), (1, 64), (32, 64)]))
        #expect(few.keys.sorted() == ["Shop/M.Cart/testQuick"])
        let quick = few["Shop/M.Cart/testQuick"] ?? 0
        #expect((1_000_000...1_100_000).contains(quick))
    }

    @Test("a record of them has the classes with their sums, and the cases that take long")
    func record() throws {
        let record = RunRecord(usualOf: book([(1, 64), (2, 64), (2, 0)]))
        #expect(record.classes.map(\.identity) == ["Shop/M.Cart"])
        let entry = try #require(record.classes.first)
        #expect(entry.count == 2 && entry.cases.map(\.name) == ["testSlow[a/b]"])
        // 2 and 64 times 1,048,576 ns, to three percent.
        #expect((67_200...71_500).contains(entry.duration))
        #expect(try RunRecord(record.text()) == record)
    }
}
