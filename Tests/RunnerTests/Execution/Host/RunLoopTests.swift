// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// What starts next in a run, and what of its events is reported.
///
/// Rules 37 to 39 and 72.
struct RunLoopTests {
    /// Stands for the workers: ends each case as a script says, and stops where enough has failed.
    private struct Script {
        /// The outcome of a case in a trial, by the number of the trial from 0.
        let outcome: (_ trial: Int, _ name: String) -> Outcome
        /// How many cases end before the run is cut short.
        var cases = Int.max
        /// Whether a class's set-up fails.
        var failsToSetUp: (_ name: String) -> Bool = { _ in false }
        /// How many wake-ups may excuse a failure.
        var excuses: UInt64 = 0
    }

    /// What came of a run.
    private struct Come {
        /// The trials.
        var trials: [Trial] = []
        /// The cases that each trial ran, by the letters of their names.
        var ran: [String] = []
        /// The last result of each case that has one.
        var last: [Plan.Slot: CaseResult] = [:]
        /// The events, in words of one or two letters.
        var events: [String] = []

        /// The last results, in order: passed, flaky (~), failed (!), skipped; - where there is none.
        func results(of plan: Plan) -> String {
            plan.slots.map { slot in
                guard let result = last[slot], result.outcome != .notRun else { return "-" }
                let name = RunLoopTests.letter(slot)
                return name + (result.isFlaky ? "~" : result.isFailure ? "!" : result.outcome == .skipped ? "?" : "")
            }.joined()
        }
    }

    /// Four classes of one case: A fails at its first attempt, B and D always, C never.
    private func registry() throws -> Registry {
        try Registry.of([
            FakeClass("M.A", ["testA"]), FakeClass("M.B", ["testB"]), FakeClass("M.C", ["testC"]),
            FakeClass("M.D", ["testD"]),
        ])
    }

    /// A plan of some of these, in order.
    private func plan(_ names: String = "ABCD") -> Plan {
        let slots = names.map { Plan.Slot(caseIndex: UInt32($0.asciiValue ?? 0) - 65, exampleIndex: .max) }
        let units = slots.indices.map {
            Plan.Unit(classIndex: Int(slots[$0].caseIndex), runGroup: 1, slots: $0..<$0 + 1)
        }
        return Plan(
            seed: 7, units: units, slots: slots, unsupported: [], focus: FocusEffect(), filteredOut: 0)
    }

    /// The letter of a case.
    private static func letter(_ slot: Plan.Slot) -> String { ["A", "B", "C", "D"][Int(slot.caseIndex)] }

    /// The usual script.
    private static var usual: Script {
        Script { trial, name in name == "A" && trial == 0 || name == "B" || name == "D" ? .failed : .passed }
    }

    /// Runs a script.
    private func run(_ script: Script, _ settings: PlanSettings, _ plan: Plan) throws -> Come {
        let loop = RunLoop(plan, try registry(), settings) { plan.with(seed: $0) }
        var (come, end, count) = (Come(), RunLoop.End(), 0)
        func report(_ event: Event) {
            switch event {
            case .caseEnded(let result):
                come.last[result.slot] = result
                come.events.append(Self.letter(result.slot))
            case .attemptFailed(let result): come.events.append("\(Self.letter(result.slot))\(result.attempt)")
            case .unitEnded(let result): come.events.append("(\(["A", "B", "C", "D"][result.classIndex]))")
            default: break
            }
        }
        func take(_ event: Event) { if let event = loop.take(event) { report(event) } }
        while let trial = loop.next(after: end, isSettled: { come.last[$0] != nil }) {
            var (ran, failures, isInterrupted) = ("", 0, false)
            func fail(_ subject: Event.Subject) { if trial.failureLimit?.counts(subject) == true { failures += 1 } }
            var isStopped: Bool { trial.failureLimit.map { failures >= $0.count } ?? false }
            for unit in trial.plan.units {
                for slot in trial.plan.slots[unit.slots] where !isStopped && !isInterrupted {
                    let name = Self.letter(slot)
                    if script.failsToSetUp(name) {
                        fail(.unit(classIndex: unit.classIndex))
                        let result = CaseResult(slot: slot, outcome: .notRun, reason: .setUpFailed)
                        take(.caseEnded(result))
                    } else {
                        let outcome = script.outcome(come.trials.count, name)
                        let issues = outcome.isFailure ? [Issue(kind: .assertion, message: "lost an update")] : []
                        var result = CaseResult(slot: slot, outcome: outcome, issues: issues)
                        if outcome.isFailure, script.excuses > 0 {
                            var trace = TaskTrace()
                            (trace.doubts, trace.excuses) = (script.excuses, script.excuses)
                            result.turns = trace
                        }
                        if outcome.isFailure { fail(.slot(slot)) }
                        take(.caseEnded(result))
                    }
                    ran += name
                    count += 1
                    isInterrupted = count == script.cases
                    var whole = UnitResult(classIndex: unit.classIndex)
                    if script.failsToSetUp(name) { whole.issues = [Issue(kind: .error, message: "refused")] }
                    take(.unitEnded(whole))
                }
            }
            come.trials.append(trial)
            come.ran.append(ran)
            try #require(come.ran.count < 20, "it never ends")
            end = RunLoop.End(isInterrupted: isInterrupted, isStopped: isStopped)
        }
        loop.finish().forEach(report)
        return come
    }

    @Test("an attempt that skips itself does not pass: the failure stays, until one passes")
    func skippedAttempts() throws {
        func run(_ outcomes: Outcome...) throws -> Come {
            try self.run(Script { trial, _ in outcomes[trial] }, PlanSettings(retry: 2), plan("A"))
        }
        #expect(try run(.failed, .skipped, .skipped).results(of: plan("A")) == "A!")
        #expect(try run(.failed, .skipped, .passed).results(of: plan("A")) == "A~")
        #expect(try run(.skipped).results(of: plan("A")) == "A?")
    }

    @Test("the wait before each further attempt is longer by the factor; nothing else waits")
    func delays() throws {
        var settings = PlanSettings(retry: 2, retryDelay: try RetryDelay("1,3", "--retry-delay"))
        #expect(try run(Self.usual, settings, plan()).trials.map(\.delay) == [0, 1_000_000_000, 3_000_000_000])
        settings.retryDelay = RetryDelay()
        #expect(try run(Self.usual, settings, plan()).trials.map(\.delay) == [0, 0, 0])
        // The longest counts of those that are tried together.
        let text = #"{"tests": [{"match": "testB", "retry-delay": 1}, {"match": "testD", "retry-delay": "2,2"}]}"#
        let file = try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8))
        var registry = try registry()
        settings.rules = CaseRules(file.section.tests, in: &registry, [BundleFile(path: "B.so", name: "B")])
        #expect(try run(Self.usual, settings, plan()).trials.map(\.delay) == [0, 2_000_000_000, 4_000_000_000])
    }

    // MARK: The table

    /// Two options, and what comes of them.
    struct Pair: CustomTestStringConvertible, Sendable {
        /// The options; `quarantine` is a rule for A.
        let options: String
        /// The cases of each trial; nil where the options are refused.
        let ran: String?
        /// The results: passed, flaky (~), failed (!), forgiven (?).
        let results: String
        /// How many cases end before the limit of the run.
        var cases = Int.max

        init(_ options: String, _ ran: String?, _ results: String = "", cases: Int = .max) {
            (self.options, self.ran, self.results, self.cases) = (options, ran, results, cases)
        }

        var testDescription: String { options }
    }

    /// Each pair of what stops a run, runs again, selects or forgives.
    ///
    /// In the last run B and D failed; a change reaches B and C; the shard has A and B.
    static let pairs = [
        Pair("--fail-fast --retry 1", "A A B B", "A~B!--"),
        Pair("--fail-fast --repeat 2", "A", "A!---"),
        Pair("--fail-fast --until-failure", "A", "A!---"),
        Pair("--fail-fast --run-timeout 9", "A", "A!---", cases: 3),
        Pair("--fail-fast --rerun-failed", "B", "B!-"),
        Pair("--fail-fast --affected", "B", "B!-"),
        Pair("--fail-fast --shard 1/2", "A", "A!-"),
        Pair("--fail-fast quarantine", "AB", "A?B!--"),
        Pair("--retry 1 --repeat 2", nil),
        Pair("--retry 1 --until-failure", nil),
        Pair("--retry 1 --run-timeout 9", "ABCD A", "A~B!CD!", cases: 5),
        Pair("--retry 1 --rerun-failed", "BD BD", "B!D!"),
        Pair("--retry 1 --affected", "BC B", "B!C"),
        Pair("--retry 1 --shard 1/2", "AB AB", "A~B!"),
        Pair("--retry 1 quarantine", "ABCD BD", "A?B!CD!"),
        Pair("--repeat 2 --until-failure", "ABCD", "A!B!CD!"),
        Pair("--repeat 2 --run-timeout 9", "ABCD A", "A!B!CD!", cases: 5),
        Pair("--repeat 2 --rerun-failed", "BD BD", "B!D!"),
        Pair("--repeat 2 --affected", "BC BC", "B!C"),
        Pair("--repeat 2 --shard 1/2", "AB AB", "A!B!"),
        Pair("--repeat 2 quarantine", "ABCD ABCD", "AB!CD!"),
        Pair("--until-failure --run-timeout 9", "A", "A!---", cases: 1),
        Pair("--until-failure --rerun-failed", "BD", "B!D!"),
        Pair("--until-failure --affected", "BC", "B!C"),
        Pair("--until-failure --shard 1/2", "AB", "A!B!"),
        Pair("--until-failure quarantine", "ABCD", "A?B!CD!"),
        Pair("--run-timeout 9 --rerun-failed", "B", "B!-", cases: 1),
        Pair("--run-timeout 9 --affected", "B", "B!-", cases: 1),
        Pair("--run-timeout 9 --shard 1/2", "A", "A!-", cases: 1),
        Pair("--run-timeout 9 quarantine", "AB", "A?B!--", cases: 2),
        Pair("--rerun-failed --affected", "B", "B!"),
        Pair("--rerun-failed --shard 1/2", "B", "B!"),
        Pair("--rerun-failed quarantine", "BD", "B!D!"),
        Pair("--affected --shard 1/2", "B", "B!"),
        Pair("--affected quarantine", "BC", "B!C"),
        Pair("--shard 1/2 quarantine", "AB", "A?B!"),
    ]

    @Test("each pair of what stops a run, runs again, selects or forgives", arguments: pairs)
    func eachPair(_ pair: Pair) throws {
        let words = pair.options.split(separator: " ").map(String.init)
        guard let options = try? Options.parse(["dir"] + words.filter { $0 != "quarantine" }) else {
            return #expect(pair.ran == nil)
        }
        var names = "ABCD"
        // Selections are made before anything runs; each leaves out what it leaves out.
        for (isUsed, kept) in [
            (options.rerunFailed, "BD"), (options.affected != nil, "BC"), (options.shard != nil, "AB"),
        ] where isUsed { names.removeAll { !kept.contains($0) } }
        var registry = try registry()
        var rules = CaseRules()
        if words.last == "quarantine" {
            let text = #"{"tests": [{"match": "testA", "quarantine": "bug 7"}]}"#
            let file = try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8))
            rules = CaseRules(file.section.tests, in: &registry, [BundleFile(path: "B.so", name: "B")])
        }
        var script = Self.usual
        script.cases = pair.cases
        let come = try run(script, options.repeats(rules), plan(names))
        #expect(come.ran == pair.ran?.split(separator: " ").map(String.init))
        #expect(come.results(of: plan(names)) == pair.results)
    }

    // MARK: --fail-fast

    @Test("a failing set-up stops the run, whatever is tried again", arguments: [0, 1])
    func failingSetUp(retry: Int) throws {
        let script = Script(outcome: { _, _ in .passed }, failsToSetUp: { $0 == "B" })
        let come = try run(script, PlanSettings(retry: retry, failFast: 1), plan())
        #expect(come.ran == ["AB"] && come.results(of: plan()) == "A---")
    }

    @Test("failures with attempts left are tried again when they may be the last, and the rest runs if they pass")
    func mayPass() throws {
        let come = try run(
            Script { trial, name in trial == 0 && name < "C" ? .failed : .passed }, PlanSettings(retry: 2, failFast: 2),
            plan())
        #expect(come.ran == ["AB", "AB", "CD"] && come.results(of: plan()) == "A~B~CD")
        #expect(come.trials.map(\.attempt) == [0, 1, 0] && come.trials.map(\.isolation) == [nil, .class, nil])
        #expect(come.events == ["A1", "B1", "A", "B", "C", "(C)", "D", "(D)", "(A)", "(B)"])
    }

    @Test("what was stopped does not go on where the order is prescribed, or the process is the user's")
    func cannotResume() throws {
        var settings = PlanSettings(retry: 1, failFast: 1)
        settings.canResume = false
        let come = try run(Self.usual, settings, plan())
        #expect(come.ran == ["ABCD", "AB"] && come.results(of: plan()) == "A~B!CD!")
    }

    @Test("a failure counts once, at its last attempt")
    func countsOnce() throws {
        let come = try run(Script { _, _ in .failed }, PlanSettings(retry: 1, failFast: 2), plan())
        #expect(come.ran == ["AB", "AB"] && come.results(of: plan()) == "A!B!--")
        let once = try run(Script { _, _ in .failed }, PlanSettings(failFast: 2), plan())
        #expect(once.trials.map { $0.failureLimit?.count } == [2] && once.ran == ["AB"])
    }

    // MARK: Attempts

    @Test("without settings a plan is run once")
    func withoutSettings() throws {
        let come = try run(Script { _, _ in .passed }, PlanSettings(), plan())
        #expect(come.ran == ["ABCD"] && come.trials[0].isolation == nil && come.trials[0].failureLimit == nil)
        #expect(come.events == ["A", "(A)", "B", "(B)", "C", "(C)", "D", "(D)"])
    }

    @Test("what failed is tried again, apart; the last word counts, and a class ends behind its cases")
    func retries() throws {
        let come = try run(
            Script { trial, name in name == "B" && trial < 2 ? .failed : .passed }, PlanSettings(retry: 3), plan("ABC"))
        #expect(come.ran == ["ABC", "B", "B"] && come.results(of: plan("ABC")) == "AB~C")
        #expect(come.trials.map(\.isolation) == [nil, .class, .class] && come.trials.map(\.attempt) == [0, 1, 2])
        #expect(come.events == ["A", "(A)", "B1", "C", "(C)", "B2", "B", "(B)"])
    }

    @Test("an interrupt between attempts ends them, and the failures that had waited are reported")
    func interruptedRetries() throws {
        let come = try run(
            Script(outcome: { _, _ in .failed }, cases: 5), PlanSettings(retry: 2), plan())
        #expect(come.ran == ["ABCD", "A"] && come.results(of: plan()) == "A!B!C!D!")
    }

    /// A loop after the first attempt of A, which failed.
    private func loop(retry: Int, _ issues: [Issue] = []) throws -> (RunLoop, Plan.Slot) {
        let plan = plan("A")
        let loop = RunLoop(plan, try registry(), PlanSettings(retry: retry)) { _ in plan }
        _ = loop.next(after: RunLoop.End()) { _ in false }
        _ = loop.take(.caseEnded(CaseResult(slot: plan.slots[0], outcome: .failed, issues: issues)))
        _ = loop.next(after: RunLoop.End()) { _ in false }
        return (loop, plan.slots[0])
    }

    @Test("a case that is running again when the run is cut short has failed, and what it was at is not lost")
    func interruptedAgain() throws {
        let failure = Issue(kind: .error, message: "no network")
        let (loop, slot) = try loop(retry: 1, [failure])
        let running = Issue(kind: .warning, message: "had been running for 3 s when the run was cut short")
        let cut = CaseResult(slot: slot, outcome: .notRun, issues: [running], reason: .interrupted)
        guard case .caseEnded(let last)? = loop.take(.caseEnded(cut)) else { return #expect(Bool(false), "no result") }
        #expect(last.outcome == .failed && last.issues == [failure, running])
    }

    @Test("a class that cannot be set up again says nothing new of its case")
    func notSetUpAgain() throws {
        let (loop, slot) = try loop(retry: 1)
        guard case .caseEnded(let last)? = loop.take(.caseEnded(CaseResult(slot: slot, outcome: .notRun))) else {
            return #expect(Bool(false), "no result")
        }
        #expect(last.outcome == .failed && last.attempt == 2)
        #expect(loop.next(after: RunLoop.End()) { _ in true } == nil && loop.finish().isEmpty)
    }

    // MARK: The system's order of tasks

    @Test("a failure by an order that may not repeat, which passes by the system's, is a warning", arguments: [0, 2])
    func passesInSystemOrder(retry: Int) throws {
        let script = Script(
            outcome: { trial, name in name == "D" && trial <= retry ? .failed : .passed }, excuses: 1)
        let come = try run(script, PlanSettings(retry: retry), plan())
        #expect(come.trials.map(\.isBySystem) == Array(repeating: false, count: retry + 1) + [true])
        #expect(come.trials.last?.attempt == UInt32(retry) && come.events.suffix(2) == ["D", "(D)"])
        let result = try #require(come.last[plan().slots[3]])
        #expect(result.outcome == .passed && !result.isFlaky)
        #expect(result.issues.map(\.kind) == [.warning, .warning] && result.issues.last?.message == "lost an update")
    }

    @Test("a failure by an order that may not repeat, which fails by the system's as well, says so, and counts once")
    func failsInSystemOrder() throws {
        let script = Script(outcome: { _, name in name == "A" ? .failed : .passed }, excuses: 1)
        let come = try run(script, PlanSettings(failFast: 1), plan())
        #expect(come.ran == ["A", "A"] && come.results(of: plan()) == "A!---")
        let issues = try #require(come.last[plan().slots[0]]).issues
        #expect(issues.map(\.kind) == [.assertion, .warning])
        #expect(issues.last?.message == "also failed in the system's order of tasks: lost an update")
    }

    @Test("a failure by an order that the seed alone decides has no excuse")
    func repeatableOrder() throws {
        let come = try run(Script { _, _ in .failed }, PlanSettings(), plan("A"))
        #expect(come.trials.count == 1 && come.last[plan().slots[0]]?.issues.count == 1)
    }

    // MARK: Repetitions

    @Test("repetitions have the seeds that follow, and end at the first failure where that is asked for")
    func repetitions() throws {
        let three = try run(Script { _, _ in .passed }, PlanSettings(repetitions: 3), plan())
        #expect(three.trials.map(\.seed) == [nil, 8, 9] && three.results(of: plan()) == "ABCD")
        let failing = Script { trial, name in trial == 1 && name == "A" ? .failed : .passed }
        let until = try run(failing, PlanSettings(repetitions: nil, untilFailure: true), plan())
        #expect(until.ran == ["ABCD", "ABCD"] && until.results(of: plan()) == "A!BCD")
    }
}
