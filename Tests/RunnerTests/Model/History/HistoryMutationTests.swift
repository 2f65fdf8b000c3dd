// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport
@testable import Runner

/// Blocks of the history that are not what a runner wrote, though their hashes are right.
struct HistoryMutationTests {
    /// A run with something of everything.
    private static func run() -> (HistoryRun, [HistoryNames]) {
        let names = [
            HistoryNames(
                identity: "Shop/M.Cart", tests: ["testA", "testB[1/2]", "testC"],
                tags: [["slow", "net"], [], ["slow"]]),
            HistoryNames(identity: "Shop/M.Many", tests: nil),
        ]
        var run = HistoryRun(id: 1, started: 2, duration: 3, seed: 4, jobs: 5)
        (run.commit, run.machine, run.command) = ("abc", "box", "runner --seed 4")
        run.bundles = [HistoryRun.Bundle(name: "Shop", build: 6)]
        run.classes = [
            HistoryRun.Class(
                key: names[0].key,
                content: .each([HistoryResult(.passed, duration: 99), HistoryResult(.failed, duration: 7), .absent]),
                details: [HistoryRun.Detail(place: 1, attempts: 2, runs: 3, failures: 1, seed: 9, message: "no")]),
            HistoryRun.Class(
                key: names[1].key, isAbnormal: true, reason: "no disk",
                content: .some(
                    [.init(name: "testX", result: HistoryResult(.crashed, duration: 5))],
                    othersPassed: true)),
        ]
        return (run, names)
    }

    /// Looks at some runs in every way that there is.
    private static func use(_ runs: [HistoryRun], _ names: [UInt64: HistoryNames]) {
        var content = HistoryContent(runs: runs, names: names)
        content.arrange()
        let book = HistoryBook(content, results: 100)
        let text = HistoryText(book: book, shown: book.tests)
        _ = (text.overview, text.details, text.json(isDetailed: false), text.json(isDetailed: true))
        _ = (text.list, text.jsonList)
        _ = (UsualDurations.all(in: book), RunRecord(usualOf: book))
        _ = QuarantineRules(text.analysis, book.tests, runs: book.runs).text
        _ = KnownFailures(book).lines(of: book.tests.map(\.identity))
        var json = JSONWriter()
        HistoryData(book).write(book.tests.map(\.identity), to: &json)
        content.trim(toResults: 2, bytes: 1000)
    }

    @Test("whatever a byte becomes, it is refused or harmless")
    func mutations() throws {
        let (run, names) = Self.run()
        let table = Dictionary(uniqueKeysWithValues: names.map { ($0.key, $0) })
        let bytes = run.bytes
        #expect(HistoryRun(bytes[...]) == run)
        var read = 0
        for place in bytes.indices {
            for value: UInt8 in [0, 1, 2, 0x7F, 0x80, 0xFF, bytes[place] ^ 1, bytes[place] &+ 1] {
                var changed = bytes
                changed[place] = value
                guard let other = HistoryRun(changed[...]) else { continue }
                read += 1
                if place % 3 == 0 { Self.use([other, run, other], table) }
            }
        }
        #expect(read > 100)
        for count in bytes.indices { #expect(HistoryRun(bytes[..<count]) == nil) }
    }

    @Test("names that do not fit the results affect nothing else")
    func names() throws {
        let (run, names) = Self.run()
        let bytes = names[0].bytes
        #expect(HistoryNames.read(bytes[...])?.names == names[0])
        for place in bytes.indices {
            for value: UInt8 in [0, 1, 4, 0x80, 0xFF] {
                var changed = bytes
                changed[place] = value
                guard let (_, other) = HistoryNames.read(changed[...]) else { continue }
                Self.use([run, run], [names[0].key: other, names[1].key: names[0]])
            }
        }
    }
}
