// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import Runner

/// What the history keeps of a run.
struct HistoryCollectorTests {
    /// Two bundles; `Cart` has a parameterised case.
    private let registry: Registry
    /// All cases, by their identities.
    private let slots: [String: Plan.Slot]

    init() throws {
        let registry = try Registry.of([
            ("Shop", [FakeClass("M.Cart", ["testA", "testB", FakeCase("outlineTestX", examples: ["1", "2"])])]),
            ("Search", [FakeClass("N.Index", ["testFind"])]),
        ])
        self.registry = registry
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        slots = Dictionary(uniqueKeysWithValues: plan.slots.map { (registry.identity(of: $0), $0) })
    }

    /// A run of some cases.
    private func collect(
        _ results: [(String, Outcome, UInt64)], limit: Int = HistoryCollector.caseLimit, late: [String] = [],
        isHeldBack: Bool = false
    ) throws -> (run: HistoryRun, names: [HistoryNames])? {
        let tally = Tally(registry)
        var collector = HistoryCollector(registry, tally, caseLimit: limit)
        func handle(_ event: Event) {
            tally.handle(event, at: 0)
            collector.handle(event, at: 0)
        }
        func handleLate() throws {
            for name in late {
                handle(.lateIssue(Issue(kind: .error, message: "too late"), .slot(try #require(slots[name]))))
                handle(.lateIssue(Issue(kind: .warning, message: "no failure"), .slot(try #require(slots[name]))))
            }
        }
        handle(.runStarted(RunClock(instant: 5, wallClock: 1_000)))
        if isHeldBack { try handleLate() }
        for (name, outcome, milliseconds) in results {
            var result = CaseResult(
                slot: try #require(slots[name]), outcome: outcome,
                issues: outcome == .failed ? [Issue(kind: .assertion, message: "first\nsecond")] : [])
            result.duration = milliseconds * 1_000_000
            handle(.caseEnded(result))
        }
        if !isHeldBack { try handleLate() }
        handle(.runEnded(duration: 77, interruption: nil))
        guard let (run, classes) = collector.run(seed: 42, machine: "box", shard: nil, builds: ["b1", nil]) else {
            return nil
        }
        return (run, classes.map(collector.names(ofClass:)))
    }

    @Test("keeps each result, and the first line of a failure")
    func each() throws {
        let (run, names) = try #require(
            try collect([
                ("Shop/M.Cart/testB", .failed, 3), ("Shop/M.Cart/outlineTestX[2]", .passed, 1),
                ("Shop/M.Cart/testA", .skipped, 0),
            ]))
        #expect((run.started, run.duration, run.seed, run.machine) == (1_000, 77, 42, "box"))
        #expect(run.bundles.map(\.name) == registry.bundles.map(\.name))
        #expect(run.classes.count == 1)
        #expect(
            names == [
                HistoryNames(identity: "Shop/M.Cart", tests: ["testA", "testB", "outlineTestX[1]", "outlineTestX[2]"])
            ])
        #expect(run.classes[0].key == names[0].key)
        guard case .each(let results) = run.classes[0].content else { Testing.Issue.record("not each"); return }
        #expect(results.map(\.outcome) == [.skipped, .failed, .absent, .passed])
        #expect(run.classes[0].details == [HistoryRun.Detail(place: 1, message: "first")])
    }

    @Test("of a very large run, keeps what failed or took long, and whether the others passed")
    func some() throws {
        let (run, names) = try #require(
            try collect(
                [
                    ("Shop/M.Cart/testA", .passed, 1), ("Shop/M.Cart/testB", .failed, 3),
                    ("Shop/M.Cart/outlineTestX[1]", .passed, 50), ("Shop/M.Cart/outlineTestX[2]", .passed, 1),
                    ("Search/N.Index/testFind", .passed, 1),
                ], limit: 3))
        #expect(names.map(\.identity) == registry.classes.indices.map(registry.identity(ofClass:)))
        #expect(names.allSatisfy { $0.tests == nil })
        #expect(run.classes.map(\.key) == names.map(\.key))
        let cart = try #require(zip(run.classes, names).first { $0.1.identity == "Shop/M.Cart" }).0
        guard case .some(let named, let othersPassed) = cart.content else { Testing.Issue.record("not some"); return }
        #expect(othersPassed)
        #expect(named.map(\.name) == ["testB", "outlineTestX[1]"])
        #expect(named.map(\.result.outcome) == [.failed, .passed])
    }

    @Test(
        "a failure that comes after the end of a case is one of the case, also before a result that is held back",
        arguments: [HistoryCollector.caseLimit, 0], [false, true])
    func late(limit: Int, isHeldBack: Bool) throws {
        let late = ["Shop/M.Cart/testA", "Shop/M.Cart/testB"]
        let passed = [("Shop/M.Cart/testA", Outcome.passed, UInt64(5)), ("Shop/M.Cart/outlineTestX[1]", .passed, 5)]
        let (run, _) = try #require(
            try collect(passed + [("Shop/M.Cart/testB", .failed, 3)], limit: limit, late: late, isHeldBack: isHeldBack))
        let cart = try #require(run.classes.first)
        let outcomes: [HistoryOutcome] =
            switch cart.content {
            case .each(let results): results.map(\.outcome).filter { $0 != .absent }
            case .some(let named, _): named.sorted { $0.name > $1.name }.map(\.result.outcome)
            }
        #expect(outcomes == (limit > 0 ? [.failed, .failed, .passed] : [.failed, .failed]))
        #expect(cart.details.map(\.message).sorted() == ["first", "too late"])
    }

    @Test("keeps the tags of tests, which are not those of a class of the same names without tags")
    func tags() throws {
        var slow = FakeCase("testA")
        slow.tags = ["slow", "net"]
        let tagged = try Registry.of([("Shop", [FakeClass("M.Cart", [slow, "testB"])])])
        let plain = try Registry.of([("Shop", [FakeClass("M.Cart", ["testA", "testB"])])])
        var keys: Set<UInt64> = []
        for (registry, tags) in [(tagged, [["net", "slow"], []]), (plain, [])] {
            let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
            let tally = Tally(registry)
            var collector = HistoryCollector(registry, tally)
            for slot in plan.slots {
                let event = Event.caseEnded(CaseResult(slot: slot, outcome: .passed))
                tally.handle(event, at: 0)
                collector.handle(event, at: 0)
            }
            let made = collector.run(seed: 1, machine: "box", shard: nil, builds: [])
            let (run, classes) = try #require(made)
            let names = collector.names(ofClass: classes[0])
            #expect(names.tags == tags)
            #expect(run.classes[0].key == names.key)
            #expect(HistoryNames.read(names.bytes[...])?.names == names)
            keys.insert(names.key)
        }
        #expect(keys.count == 2)
    }

    @Test("a set-up that failed is followed by itself, with its reason")
    func setUp() throws {
        var content = HistoryContent()
        for failing in [true, false] {
            let tally = Tally(registry)
            var collector = HistoryCollector(registry, tally)
            func handle(_ event: Event) {
                tally.handle(event, at: 0)
                collector.handle(event, at: 0)
            }
            handle(.runStarted(RunClock(instant: 5, wallClock: failing ? 1_000 : 2_000)))
            let index = try #require(registry.classes.indices.first { registry.identity(ofClass: $0) == "Shop/M.Cart" })
            for (name, slot) in slots where name.hasPrefix("Shop/") {
                handle(
                    .caseEnded(
                        failing
                            ? CaseResult(slot: slot, outcome: .notRun, reason: .setUpFailed)
                            : CaseResult(slot: slot, outcome: .passed)))
            }
            var issue = Issue(kind: .error, message: "no disk\nat all")
            issue.phase = TESTKIT_PHASE_CLASS_SET_UP.rawValue
            if failing { handle(.unitEnded(UnitResult(classIndex: index, issues: [issue]))) }
            handle(.runEnded(duration: 77, interruption: nil))
            let made = collector.run(seed: 42, machine: "box", shard: nil, builds: ["b1", "b2"])
            let (run, classes) = try #require(made)
            #expect(HistoryRun(run.bytes[...]) == run)
            content.runs.append(run)
            for index in classes {
                let names = collector.names(ofClass: index)
                content.names[names.key] = names
            }
        }
        let book = HistoryBook(content, results: 100)
        let test = try #require(book.test("Shop/M.Cart"))
        #expect(test.isOfClass && test.title == "the set-up or tear-down of Shop/M.Cart")
        #expect(test.results.map(\.outcome) == [.failed, .passed])
        #expect(test.results[0].message == "no disk (in the class's set-up)")
        #expect(book.tests.count { !$0.isOfClass } == 4)
        // Both runs had one build.
        let findings = book.tests.flatMap(HistoryAnalysis(book).findings(of:))
        #expect(findings.map(\.identity) == ["Shop/M.Cart"])
        guard case .flaky? = findings.first?.kind else { Testing.Issue.record("not flaky"); return }
        // None of its rules can put it into quarantine.
        #expect(!QuarantineRules(HistoryAnalysis(book), book.tests, runs: book.runs).text.contains("Cart"))
    }

    @Test("nothing that ended is nothing to keep")
    func nothing() throws { #expect(try collect([]) == nil) }
}
