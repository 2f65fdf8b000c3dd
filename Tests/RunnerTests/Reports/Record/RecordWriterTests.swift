// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The entries that a run leaves in the record, and their use by the next run.
struct RecordWriterTests {
    /// Two bundles; `Cart` has a parameterised case.
    private let registry: Registry
    /// All cases, by their identities.
    private let slots: [String: Plan.Slot]

    init() throws {
        registry = try Registry.of([
            ("Shop", [FakeClass("M.Cart", ["testA", "testB", FakeCase("outlineTestX", examples: ["1", "2"])])]),
            ("Search", [FakeClass("N.Index", ["testFind"])]),
        ])
        slots = try Self.slots(in: registry)
    }

    /// All cases, by their identities.
    private static func slots(in registry: Registry) throws -> [String: Plan.Slot] {
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        return Dictionary(uniqueKeysWithValues: plan.slots.map { (registry.identity(of: $0), $0) })
    }

    /// The record after one more run, in which some cases ended.
    private func record(
        _ old: RunRecord?, _ results: [(String, Outcome, UInt64)], _ others: [Event] = []
    ) throws -> RunRecord {
        let tally = Tally(registry)
        var recordWriter = RecordWriter(registry, tally)
        func handle(_ event: Event) {
            tally.handle(event, at: 0)
            recordWriter.handle(event, at: 0)
        }
        for (name, outcome, milliseconds) in results {
            let slot = try #require(slots[name])
            let duration = milliseconds * 1_000_000
            handle(.caseEnded(CaseResult(slot: slot, outcome: outcome, duration: duration)))
        }
        for event in others { handle(event) }
        return recordWriter.merged(into: old, seed: 7, time: "now", command: "runner")
    }

    /// All cases pass but for `outlineTestX[1]`, and `testB` is slow.
    fileprivate func firstRun() throws -> RunRecord {
        try record(
            nil,
            [
                ("Shop/M.Cart/testA", .passed, 1), ("Shop/M.Cart/testB", .passed, 20),
                ("Shop/M.Cart/outlineTestX[1]", .crashed, 2), ("Shop/M.Cart/outlineTestX[2]", .passed, 3),
                ("Search/N.Index/testFind", .passed, 4),
            ])
    }

    @Test("cases that fail or take long have entries and the rest is summed up")
    func entries() throws {
        let record = try firstRun()
        #expect(
            record.run
                == RunRecord.Run(
                    number: 1, time: "now", seed: 7, ending: .finished, executed: 5, failed: 1, command: "runner"))
        #expect(
            record.classes.sorted { $0.identity < $1.identity } == [
                RunRecord.Class(identity: "Search/N.Index", run: 1, count: 1, duration: 4000),
                RunRecord.Class(
                    identity: "Shop/M.Cart", run: 1, count: 4, duration: 26_000,
                    cases: [
                        RunRecord.Case(name: "testB", outcome: .passed, duration: 20_000),
                        RunRecord.Case(name: "outlineTestX[1]", outcome: .crashed, duration: 2000),
                    ]),
            ])
    }

    @Test("a part of a class leaves the rest as it was")
    func partOfClass() throws {
        let record = try record(try firstRun(), [("Shop/M.Cart/testB", .failed, 1)])
        let cart = try #require(record.classes.first { $0.identity == "Shop/M.Cart" })
        #expect(record.run.number == 2 && record.classes.count == 2)
        #expect(cart.run == 2 && cart.count == 4 && cart.duration == 26_000)
        #expect(cart.cases.map(\.name) == ["outlineTestX[1]", "testB"])
        #expect(cart.cases.map(\.outcome) == [.crashed, .failed])
    }

    @Test("a failure is forgotten when it passes")
    func forgottenFailure() throws {
        let record = try record(try firstRun(), [("Shop/M.Cart/outlineTestX[1]", .passed, 1)])
        #expect(EarlierFailures(record, in: registry).slots.isEmpty)
    }

    @Test("an interrupted run knows what it knows")
    func interrupted() throws {
        let ended = Event.runEnded(duration: 1, interruption: .signal(2))
        let record = try record(try firstRun(), [("Shop/M.Cart/testA", .failed, 1)], [ended])
        #expect(record.run.ending == .cutShort)
        #expect(
            EarlierFailures(record, in: registry).slots
                == Set(["Shop/M.Cart/testA", "Shop/M.Cart/outlineTestX[1]"].compactMap { slots[$0] }))
    }

    @Test("of a class that could not be set up all is run again")
    func failedSetUp() throws {
        let index = try #require(registry.classes.firstIndex { registry.string($0.name) == "M.Cart" })
        let unit = UnitResult(classIndex: index, issues: [Issue(kind: .error, message: "no")])
        let failures = EarlierFailures(try record(try firstRun(), [], [.unitEnded(unit)]), in: registry)
        #expect(failures.classes == [index])
        #expect(failures.slots == Set(slots.filter { $0.key.hasPrefix("Shop/") }.values))
    }

    @Test("what failed after its end is run again")
    func failedLate() throws {
        let index = try #require(registry.classes.firstIndex { registry.string($0.name) == "N.Index" })
        let (failure, warning) = (Issue(kind: .error, message: "no"), Issue(kind: .warning, message: "well"))
        let late: [Event] = try [
            .lateIssue(failure, .slot(#require(slots["Shop/M.Cart/testA"]))),
            .lateIssue(failure, .slot(#require(slots["Shop/M.Cart/testB"]))),
            .lateIssue(warning, .slot(#require(slots["Shop/M.Cart/outlineTestX[2]"]))), .lateIssue(failure, nil),
        ]
        let results = [("Shop/M.Cart/testA", Outcome.passed, UInt64(1)), ("Shop/M.Cart/testB", .passed, 20)]
        let cases = EarlierFailures(try record(nil, results, late), in: registry)
        #expect(cases.slots == Set(["Shop/M.Cart/testA", "Shop/M.Cart/testB"].compactMap { slots[$0] }))
        let unit = Event.lateIssue(failure, .unit(classIndex: index))
        let passed = [("Search/N.Index/testFind", Outcome.passed, UInt64(1))]
        #expect(EarlierFailures(try record(nil, passed, [unit]), in: registry).classes == [index])
    }

    @Test("what is not here stays and what is gone goes")
    func absentAndGone() throws {
        var old = try firstRun()
        let failure = RunRecord.Case(name: "testGone", outcome: .failed, duration: 1)
        old.classes.append(RunRecord.Class(identity: "Elsewhere/M.Cart", run: 1, cases: [failure]))
        old.classes.append(RunRecord.Class(identity: "Shop/M.Gone", run: 1, cases: [failure]))
        let cart = try #require(old.classes.firstIndex { $0.identity == "Shop/M.Cart" })
        old.classes[cart].cases.append(failure)
        let record = try record(old, [("Shop/M.Cart/testA", .passed, 1)])
        let names = Set(record.classes.map(\.identity))
        #expect(names == ["Elsewhere/M.Cart", "Shop/M.Cart", "Search/N.Index"])
        #expect(!(record.classes.first { $0.identity == "Shop/M.Cart" }?.cases.contains(failure) ?? true))
    }

    @Test("what never ran leaves nothing")
    func neverRan() throws {
        let tally = Tally(registry)
        var recordWriter = RecordWriter(registry, tally)
        func handle(_ event: Event) {
            tally.handle(event, at: 0)
            recordWriter.handle(event, at: 0)
        }
        #expect(recordWriter.isEmpty)
        let slot = try #require(slots["Search/N.Index/testFind"])
        handle(.caseEnded(CaseResult(slot: slot, outcome: .notRun, reason: .stopped)))
        #expect(recordWriter.isEmpty)
        handle(.caseEnded(CaseResult(slot: slot, outcome: .passed)))
        #expect(!recordWriter.isEmpty)
        #expect(recordWriter.merged(into: nil, seed: 1, time: "", command: "").run.ending == .stopped)
    }
}

extension RecordWriterTests {
    @Test("a run that was shown some cases keeps what the record has of the others")
    func shownCases() throws {
        let old = try firstRun()
        let part = try Registry.of([("Shop", [FakeClass("M.Cart", ["testA"])])])
        let plan = PlanBuilder.plan(part, selection: try Selection(in: part), focus: .all, seed: 1)
        let tally = Tally(part)
        var recordWriter = RecordWriter(part, tally)
        let event = Event.caseEnded(CaseResult(slot: plan.slots[0], outcome: .failed, duration: 1))
        tally.handle(event, at: 0)
        recordWriter.handle(event, at: 0)
        func names(_ listed: RecordWriter.Listed) -> [String: [String]] {
            let record = recordWriter.merged(into: old, seed: 7, time: "now", command: "runner", listed: listed)
            return Dictionary(uniqueKeysWithValues: record.classes.map { ($0.identity, $0.cases.map(\.name).sorted()) })
        }
        #expect(names(.everything) == ["Shop/M.Cart": ["testA"], "Search/N.Index": []])
        #expect(names(.someClasses) == ["Shop/M.Cart": ["testA"], "Search/N.Index": []])
        #expect(names(.someCases) == ["Shop/M.Cart": ["outlineTestX[1]", "testA", "testB"], "Search/N.Index": []])
    }

    @Test("a class that a run was not shown stays in the record")
    func classNotShown() throws {
        let first = try Registry.of([("Shop", [FakeClass("M.Cart", ["testA"]), FakeClass("M.Bag", ["testB"])])])
        let second = try Registry.of([("Shop", [FakeClass("M.Cart", ["testA"])])])
        func record(_ registry: Registry, _ old: RunRecord?, _ listed: RecordWriter.Listed) throws -> RunRecord {
            let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
            let tally = Tally(registry)
            var recordWriter = RecordWriter(registry, tally)
            for slot in plan.slots {
                let event = Event.caseEnded(CaseResult(slot: slot, outcome: .failed, duration: 1))
                tally.handle(event, at: 0)
                recordWriter.handle(event, at: 0)
            }
            return recordWriter.merged(into: old, seed: 7, time: "now", command: "runner", listed: listed)
        }
        let old = try record(first, nil, .everything)
        let kept = try record(second, old, .someClasses).classes.map(\.identity)
        #expect(kept.sorted() == ["Shop/M.Bag", "Shop/M.Cart"])
        #expect(try record(second, old, .everything).classes.map(\.identity) == ["Shop/M.Cart"])
    }
}
