// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The files of the history.
struct HistoryStoreTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()
    /// The warnings so far.
    private let warnings = Warnings()

    /// The store of the test.
    private func store(results: Int = 100) -> HistoryStore {
        HistoryStore(state: scratch.path("state/"), results: results) { [warnings] in warnings.texts.append($0) }
    }

    /// A run of a class with some tests, of which one fails.
    private static func run(
        _ number: Int, tests: [String] = ["testA", "testB"], in identity: String = "Shop/M.Cart", failing: String? = nil
    ) -> (HistoryRun, HistoryNames) {
        let names = HistoryNames(identity: identity, tests: tests)
        var run = HistoryRun(id: UInt64(number), started: UInt64(number) * 1_000_000_000, seed: UInt64(number))
        (run.duration, run.jobs, run.commit, run.machine) = (5, 2, String(repeating: "ab", count: 20), "box")
        run.command = "runner --seed \(number) bundles"
        run.bundles = [HistoryRun.Bundle(name: "Shop", build: 7)]
        var item = HistoryRun.Class(
            key: names.key,
            content: .each(tests.map { HistoryResult($0 == failing ? .failed : .passed, duration: 1_000_000) }))
        if let place = tests.firstIndex(where: { $0 == failing }) {
            item.details = [HistoryRun.Detail(place: place, message: "expected 1, got \(number)")]
        }
        run.classes = [item]
        return (run, names)
    }

    /// Appends a run of some tests.
    private func append(
        _ number: Int, to store: HistoryStore, tests: [String] = ["testA", "testB"],
        in identity: String = "Shop/M.Cart",
        failing: String? = nil
    ) {
        let (run, names) = Self.run(number, tests: tests, in: identity, failing: failing)
        store.append(run) { _ in names }
    }

    /// The bytes of a file of the store.
    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path("state/history/" + name))))
    }

    @Test("gives back the runs that were appended, and names are written once")
    func roundTrip() throws {
        let store = store()
        #expect(store.read().runs.isEmpty)
        let (first, names) = Self.run(1, failing: "testB")
        var second = Self.run(2).0
        second.ending = .cutShort
        (second.isPartial, second.isCI, second.isPlain) = (true, true, true)
        second.classes.append(
            HistoryRun.Class(
                key: HistoryNames(identity: "Shop/M.Many", tests: nil).key, isAbnormal: true,
                content: .some(
                    [.init(name: "testX[1]", result: HistoryResult(.crashed, duration: 9))], othersPassed: true),
                details: [HistoryRun.Detail(place: 0, attempts: 2, runs: 5, failures: 1, seed: 77, message: "é")]))
        store.append(first) { _ in names }
        let size = try bytes("names").count
        store.append(second) { $0 == 0 ? names : HistoryNames(identity: "Shop/M.Many", tests: nil) }
        let content = store.read()
        #expect(content.runs == [first, second])
        #expect(content.names[names.key] == names)
        #expect(content.names.count == 2)
        #expect(try bytes("names").count < 2 * size + 20)
        #expect(content.remarks.isEmpty && warnings.texts.isEmpty)
    }

    @Test("a run is compared with the last plain one of about as many tests, on the same machine")
    func plainRun() {
        let tests = (1...20).map { "test\($0)" }
        func run(_ number: Int, _ change: (inout HistoryRun) -> Void = { _ in }) -> HistoryRun {
            var run = Self.run(number, tests: tests).0
            (run.duration, run.isPlain) = (UInt64(number), true)
            change(&run)
            return run
        }
        func found(_ runs: HistoryRun...) -> UInt64? {
            HistoryContent(runs: runs).plainDuration(ofAbout: 20, on: "box", jobs: 2)
        }
        #expect(found() == nil)
        #expect(found(run(1), run(2)) == 2)
        #expect(found(run(1), run(2) { $0.isPlain = false }) == 1)
        #expect(found(run(1), run(2) { $0.isPartial = true }) == 1)
        #expect(found(run(1), run(2) { $0.isImported = true }) == 1)
        #expect(found(run(1), run(2) { $0.ending = .cutShort }) == 1)
        #expect(found(run(1), run(2) { $0.machine = "other" }) == 1)
        #expect(found(run(1), run(2) { $0.jobs = 3 }) == 1)
        func few(_ count: Int, _ outcome: HistoryOutcome) -> HistoryRun {
            run(2) {
                let results = (1...20).map { HistoryResult($0 <= count ? outcome : .passed, duration: 1) }
                $0.classes[0].content = .each(results)
            }
        }
        #expect(found(run(1), few(1, .skipped)) == 2)
        #expect(found(run(1), few(2, .skipped)) == 1)
        #expect(found(run(1), few(2, .absent)) == 1)
        #expect(found(run(1), few(2, .failed)) == 2)
        #expect(found(run(1), run(2) { $0.classes[0].content = .some([], othersPassed: true) }) == 1)
    }

    @Test(
        "a run that was cut off while it was written, and foreign bytes, are passed over with a word",
        arguments: [1, 15, 16, 40])
    func damage(cut: Int) throws {
        let store = store()
        for number in 1...2 { append(number, to: store) }
        let whole = try bytes("runs")
        append(3, to: store)
        let last = try bytes("runs").count - whole.count
        // The third is torn, and a fourth comes behind it.
        try scratch.write(Array(try bytes("runs").dropLast(last - min(cut, last - 1))), to: "state/history/runs")
        append(4, to: store)
        try scratch.write(try bytes("runs") + Array("garbage\u{1D}TK".utf8), to: "state/history/runs")
        append(5, to: store)
        let content = store.read()
        #expect(content.runs.map(\.id) == [1, 2, 4, 5])
        #expect(content.remarks.count == 1 && content.remarks[0].contains("bytes of the history"))
    }

    @Test("each byte that is overwritten loses one run at most")
    func overwritten() throws {
        let store = store()
        for number in 1...3 { append(number, to: store) }
        let whole = try bytes("runs")
        let title = "testkit-history-runs 1\n".utf8.count
        for place in stride(from: title, to: whole.count, by: 7) {
            var damaged = whole
            damaged[place] ^= 0x55
            try scratch.write(damaged, to: "state/history/runs")
            let ids = store.read().runs.map(\.id)
            #expect(ids.count == 2 && Set(ids).isSubset(of: [1, 2, 3]), "at \(place): \(ids)")
        }
    }

    @Test(
        "a file of a later version, and a file of something else, are left alone with a word",
        arguments: [
            ("testkit-history-runs 2\nwhatever", "another version"), ("#!/bin/sh\n", "is not a history of tests"),
        ])
    func foreign(text: String, word: String) throws {
        try scratch.write(Array(text.utf8), to: "state/history/runs")
        append(1, to: store())
        #expect(try bytes("runs") == Array(text.utf8))
        #expect(warnings.texts.count == 1 && warnings.texts[0].contains(word), "\(warnings.texts)")
        #expect(store().read().runs.isEmpty)
    }

    @Test("a pipe or a directory in a file's place neither blocks nor breaks")
    func otherKinds() throws {
        try scratch.makeDirectory("state/history/names")
        append(1, to: store())
        #expect(warnings.texts.count == 1)
        let pipes = TemporaryDirectory()
        try pipes.makeDirectory("history")
        #expect(mkfifo(pipes.path("history/runs"), 0o600) == 0)
        append(1, to: HistoryStore(state: pipes.path("")) { [warnings] in warnings.texts.append($0) })
        #expect(warnings.texts.count == 2)
    }

    @Test("many that append at the same time lose nothing")
    func concurrent() async throws {
        let path = scratch.path("state")
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let store = HistoryStore(state: path) { _ in }
                    for number in 1...25 {
                        let (made, names) = Self.run(writer * 100 + number, tests: ["test\(writer)"])
                        var run = made
                        run.started = 0
                        store.append(run) { _ in names }
                    }
                }
            }
        }
        let content = store().read()
        #expect(content.runs.count == 200 && Set(content.runs.map(\.id)).count == 200)
        #expect(content.names.count == 8 && content.remarks.isEmpty)
    }

    // MARK: Bounds

    @Test("3,000 tests and 100 runs take less than 5 MB")
    func size() throws {
        let store = store()
        let classes = (0..<200).map { index in
            HistoryNames(
                identity: "ApplicationSuites/ApplicationSuites.ShoppingCartTests\(index)",
                tests: (0..<15).map { "testThatSomethingHoldsAfterSomethingElse\($0)" })
        }
        for number in 1...100 {
            var run = Self.run(number).0
            run.classes = classes.map { names in
                HistoryRun.Class(
                    key: names.key,
                    content: .each((0..<15).map { HistoryResult(.passed, duration: UInt64(number * $0) * 977) }))
            }
            store.append(run) { classes[$0] }
        }
        let size = try bytes("runs").count + bytes("names").count
        #expect(size < 5_000_000)
        let content = store.read()
        #expect(content.runs.count == 100 && content.runs.allSatisfy { $0.classes.count == 200 })
    }

    @Test("grown beyond the bound, the files keep the last results of each test")
    func bound() throws {
        let store = store(results: 20)
        let names = HistoryNames(identity: "Big/M.Many", tests: (0..<10_000).map { "test\($0)" })
        append(1, to: store, tests: ["testRare"], in: "Rare/M.Rare", failing: "testRare")
        for number in 2...300 {
            var run = Self.run(number).0
            run.classes = [
                HistoryRun.Class(
                    key: names.key, content: .each(Array(repeating: HistoryResult(.passed, duration: 5), count: 10_000))
                )
            ]
            store.append(run) { _ in names }
            #expect(try bytes("runs").count + bytes("names").count <= HistoryStore.sizeLimit + 30_000)
        }
        let content = store.read()
        let ids = content.runs.map(\.id)
        #expect(ids.first == 1, "a test that ran once keeps its result")
        #expect(ids.suffix(20) == ArraySlice(UInt64(281)...300))
        #expect(ids.count < 290)
        #expect(content.runs.first?.classes.first?.details.first?.message == "expected 1, got 1")
    }

    @Test("trims to the last results of each test, and to the last message")
    func trim() {
        var content = HistoryContent()
        func add(_ number: Int, _ tests: [String], failing: String? = nil) {
            let (run, names) = Self.run(number, tests: tests, failing: failing)
            content.runs.append(run)
            content.names[names.key] = names
        }
        // A branch with another test in the same class.
        for number in 1...6 { add(number, ["testA"], failing: "testA") }
        for number in 7...9 { add(number, ["testA", "testNew"]) }
        for number in 10...12 { add(number, ["testA"], failing: "testA") }
        content.trim(toResults: 3, bytes: 1_000_000)
        #expect(content.runs.map(\.id) == [7, 8, 9, 10, 11, 12])
        let messages = content.runs.flatMap { $0.classes.flatMap(\.details) }.map(\.message)
        #expect(messages == ["", "", "expected 1, got 12"])
        content.trim(toResults: 3, bytes: 1)
        #expect(content.runs.map(\.id) == [12], "the newest run stays")
        #expect(content.names.count == 1)
    }

    @Test("a long run that began before others and ended behind them is no clock that went back")
    func overlap() {
        var content = HistoryContent()
        for (id, seconds, minutes) in [(1, 100, 1), (2, 50, 120), (3, 8_000, 1)] {
            var run = Self.run(id).0
            (run.started, run.duration) = (UInt64(seconds) * 1_000_000_000, UInt64(minutes) * 60_000_000_000)
            content.runs.append(run)
        }
        content.arrange()
        #expect(content.runs.map(\.id) == [1, 2, 3] && content.remarks.isEmpty)
    }

    @Test("a clock that went back is believed later, and loses no run its place")
    func clock() {
        var content = HistoryContent()
        for (id, seconds, isImported) in [
            (1, 10, false), (2, 9_000, false), (3, 30, false), (4, 20, true), (5, 40, false),
        ] {
            var run = Self.run(id).0
            (run.started, run.isImported) = (UInt64(seconds) * 1_000_000_000, isImported)
            content.runs.append(run)
        }
        content.arrange()
        #expect(content.runs.map(\.id) == [1, 4, 2, 3, 5])
        #expect(content.remarks.count == 1 && content.remarks[0].contains("clock went back"))
    }
}
