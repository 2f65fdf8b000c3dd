// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel

/// Counts and exit codes.
///
/// Rule 9.
struct VerdictTests {
    /// A slot that a registry of one bundle with one case has.
    static let slot = Plan.Slot(caseIndex: 0, exampleIndex: TESTKIT_NO_EXAMPLE)
    /// Events by what they stand for.
    static let passed = Event.caseEnded(CaseResult(slot: slot, outcome: .passed))
    static let failed = Event.caseEnded(CaseResult(slot: slot, outcome: .failed))
    static let fault = Event.bundleFaulted(BundleFault(path: "x.so", words: "bad"))
    static let interrupt = Event.runEnded(duration: 1, interruption: .signal(2))
    static let end = Event.runEnded(duration: 1, interruption: nil)

    /// The exit code of a run of some events.
    func exitCode(_ events: [Event], focused: Bool = false, forbidden: Bool = false) throws -> ExitCode {
        let verdict = try verdict(events, FocusEffect(isNarrowed: focused, leftOut: 3, bundles: ["B"]))
        return verdict.exitCode(forbidden ? .continuousIntegration : nil, isStrict: false)
    }

    /// The verdict on a run of some events.
    func verdict(
        _ events: [Event], _ focus: FocusEffect = FocusEffect(), shard: Shard? = nil, warnings: [BuildWarning] = [],
        noTests: NoTests = .fail
    ) throws -> Verdict {
        var registry = try Registry.of([FakeClass("M.A", ["testX"])])
        registry.warnings = warnings
        let tally = Tally(registry)
        for event in events { tally.handle(event, at: 0) }
        var plan = Plan(seed: 1, units: [], slots: [], unsupported: [], focus: focus, filteredOut: 0)
        plan.noTests = noTests
        if let shard { (plan.shard, plan.elsewhere) = (shard, 2) }
        return Verdict(tally, of: plan, registry)
    }

    @Test(
        "what a run without a test counts as is asked for; a failure and a fault stay what they are",
        arguments: [
            (NoTests.fail, 3, "NOTHING RAN"), (.warn, 0, "NOTHING RAN"),
            (.pass, 0, "ok"),
        ])
    func noTests(policy: NoTests, code: Int, words: String) throws {
        let none = try verdict([Self.end], noTests: policy)
        #expect(
            none.exitCode(nil, isStrict: false).rawValue == Int32(code)
                && none.words(nil, isStrict: false).text == words)
        #expect(try verdict([Self.passed, Self.end], noTests: policy).words(nil, isStrict: false).text == "ok")
        #expect(try verdict([Self.fault, Self.end], noTests: policy).exitCode(nil, isStrict: false) == .bundleFault)
    }

    @Test("a verdict says that a focus left tests out, whatever else it says")
    func words() throws {
        let focus = FocusEffect(isNarrowed: true, leftOut: 3, bundles: ["B"])
        func words(_ events: [Event], _ ban: FocusBan? = nil) throws -> String {
            try verdict(events, focus).words(ban, isStrict: false).last
        }
        #expect(try words([Self.passed, Self.end]) == "ok, but focused")
        #expect(try words([Self.passed, Self.end], .continuousIntegration) == "FOCUSED")
        #expect(try words([Self.failed, Self.end], .continuousIntegration) == "FAILED, and focused")
        #expect(try words([Self.passed, Self.fault, Self.end]) == "ok, with faults, and focused")
        #expect(try words([Self.passed, Self.interrupt]) == "cut short, and focused")
        #expect(try words([Self.end]) == "NOTHING RAN, and focused")
        // The line of counts of a run that is not green is as ever.
        #expect(try verdict([Self.failed, Self.end], focus).words(nil, isStrict: false).text == "FAILED")
        let shard = try verdict([Self.end], focus, shard: Shard(index: 1, count: 2))
        #expect(shard.words(nil, isStrict: false).text == "ok, but focused")
        #expect(shard.exitCode(nil, isStrict: false) == .success)
        #expect(shard.exitCode(.recorded, isStrict: false) == .focusForbidden)
        #expect(try verdict([Self.passed, Self.end]).words(.continuousIntegration, isStrict: true).text == "ok")
    }

    /// A warning about so many methods, or about something else.
    static func warning(_ count: Int, _ kind: BuildWarning.Kind = .methods, file: String = "A.swift") -> BuildWarning {
        BuildWarning(bundle: "B", kind: kind, testCount: count, file: file, line: 3, message: "not a test")
    }

    @Test("what looks like a test and is none makes a verdict incomplete, and with --strict a failure")
    func incomplete() throws {
        let events = [Self.passed, Self.end]
        func words(_ warnings: [BuildWarning], strict: Bool = false, focused: Bool = false) throws -> String {
            let focus = FocusEffect(isNarrowed: focused, leftOut: 3, bundles: ["B"])
            let verdict = try verdict(events, focus, warnings: warnings)
            return "\(verdict.words(nil, isStrict: strict).text): \(verdict.omissions.details())"
        }
        #expect(try words([Self.warning(1)]) == "ok, but incomplete: 1 method looks like a test and is not registered")
        // The same source in two bundles counts once.
        var copy = Self.warning(3)
        copy.bundle = "C"
        let three = "3 methods look like tests and are not registered"
        #expect(try words([Self.warning(3), copy]) == "ok, but incomplete: \(three)")
        #expect(try words([Self.warning(3)], strict: true) == "INCOMPLETE: \(three)")
        let both = "3 cases left out, because of a focus in B; \(three)"
        #expect(try words([Self.warning(3)], focused: true) == "ok, but focused and incomplete: \(both)")
        let mixed = [Self.warning(1), Self.warning(1, .functions, file: "B.swift"), Self.warning(0, .other)]
        let more = "2 methods and functions look like tests and are not registered, and 1 other warning of the build"
        #expect(try words(mixed) == "ok, but incomplete: \(more)")
        #expect(try words([Self.warning(0, .other)]) == "ok, but with warnings: 1 warning of the build")
        let strict = try verdict(events, warnings: [Self.warning(0, .other)])
        #expect(
            strict.exitCode(nil, isStrict: true) == .incomplete && strict.exitCode(nil, isStrict: false) == .success)
    }

    @Test("precedence")
    func precedence() throws {
        var events = [Self.passed, Self.fault, Self.failed, Self.interrupt]
        #expect(try exitCode(events, focused: true, forbidden: true) == .cutShort)
        events[3] = Self.end
        #expect(try exitCode(events, focused: true, forbidden: true) == .failure)
        events.remove(at: 2)
        #expect(try exitCode(events, focused: true, forbidden: true) == .bundleFault)
        events.remove(at: 1)
        #expect(try exitCode(events, focused: true, forbidden: true) == .focusForbidden)
        #expect(try exitCode(events, focused: true, forbidden: false) == .success)
        #expect(try exitCode(events, focused: false, forbidden: true) == .success)
    }

    @Test("nothing ran")
    func nothingRan() throws {
        #expect(try exitCode([]) == .nothingRan)
        #expect(try exitCode([.runStarted(RunClock()), Self.end]) == .nothingRan)
        let notRun = CaseResult(slot: Self.slot, outcome: .notRun)
        #expect(try exitCode([.caseEnded(notRun), Self.end]) == .nothingRan)
        let elsewhere = CaseResult(slot: Self.slot, outcome: .skipped, reason: .platform("iPad"))
        #expect(try exitCode([.caseEnded(elsewhere), Self.end]) == .nothingRan)
        let skipped = CaseResult(slot: Self.slot, outcome: .skipped, reason: .skipped("no network"))
        #expect(try exitCode([.caseEnded(skipped), Self.end]) == .success)
        #expect(try exitCode([Self.fault, Self.end]) == .bundleFault)
    }

    @Test("every failure fails", arguments: [Outcome.failed, .crashed, .timedOut])
    func failures(
        outcome: Outcome
    ) throws {
        #expect(try exitCode([Self.passed, .caseEnded(CaseResult(slot: Self.slot, outcome: outcome))]) == .failure)
    }

    @Test("an issue that belongs to no case also fails the run")
    func strayIssue() throws {
        let (error, warning) = (Issue(kind: .error, message: "x"), Issue(kind: .warning, message: "x"))
        for (issue, code) in [(error, ExitCode.failure), (warning, .success)] {
            #expect(try exitCode([Self.passed, .lateIssue(issue, nil)]) == code)
            #expect(try exitCode([Self.passed, .runIssue(issue)]) == code)
            #expect(try exitCode([Self.passed, .unitEnded(UnitResult(classIndex: 0, issues: [issue]))]) == code)
        }
    }

    @Test("tally counts by rule 5")
    func counts() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testX"])])
        func result(_ outcome: Outcome, _ kinds: [Issue.Kind] = [], reason: NotRunReason? = nil) -> Event {
            let issues = kinds.map { Issue(kind: $0, message: "x") }
            return .caseEnded(CaseResult(slot: Self.slot, outcome: outcome, issues: issues, reason: reason))
        }
        let events = [
            Self.passed, result(.failed, [.assertion]), result(.failed, [.warning, .assertion, .error]),
            result(.failed, [.error, .assertion]), result(.crashed, [.crash]), result(.timedOut, [.timeout]),
            result(.skipped, reason: .skipped("no network")), result(.skipped, reason: .platform("iPad")),
            result(.notRun), .unitEnded(UnitResult(classIndex: 0, issues: [Issue(kind: .error, message: "x")])),
            .unitEnded(UnitResult(classIndex: 0, issues: [Issue(kind: .warning, message: "x")])),
        ]
        let tally = Tally(registry, slowestLimit: 2)
        for event in events { tally.handle(event, at: 0) }
        var expected = Tally.Counts()
        expected.executed = 7
        expected.passed = 1
        expected.failed = 5
        expected.unexpected = 3
        expected.errors = 1
        expected.crashed = 1
        expected.timedOut = 1
        expected.skipped = 2
        expected.notRun = 1
        expected.abnormalClasses = 1
        #expect(tally.total == expected)
        #expect(tally.byBundle == [expected])
        #expect(tally.hasFailed && tally.lateIssues + tally.runIssues == 0)
    }

    @Test("tally keeps the slowest")
    func slowest() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testX"])])
        let tally = Tally(registry, slowestLimit: 3)
        for duration in [5, 1, 9, 0, 7, 9, 2] as [UInt64] {
            tally.handle(.caseEnded(CaseResult(slot: Self.slot, outcome: .passed, duration: duration)), at: 0)
        }
        #expect(tally.slowest.map(\.duration) == [9, 9, 7])
    }
}
