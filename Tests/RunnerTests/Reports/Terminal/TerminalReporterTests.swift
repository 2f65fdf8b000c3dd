// SPDX-License-Identifier: MIT

import BundleABI
import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The report at a terminal, as a reader should see it.
struct TerminalReporterTests {
    /// Two bundles of a class each.
    private static var bundles: [(String, [FakeClass])] {
        [
            ("Shop", [FakeClass("M.Cart", ["testAdd", "testPay", "testSlow"])]),
            ("Search", [FakeClass("N.Index", ["testFind"])]),
        ]
    }

    /// Returns the report of some events, without a screen; `at` finds a case's slot by its name.
    private func report(
        _ settings: @escaping (inout TerminalReporter.Settings) -> Void = { _ in }, seconds: UInt64 = 0,
        seedSource: String? = nil, _ events: @escaping (_ at: (String) -> Plan.Slot) -> [Event]
    ) throws -> String {
        var scene = ReportScene(title: "", settings: settings, bundles: Self.bundles, events: events)
        (scene.hasScreen, scene.seconds, scene.seedSource) = (false, seconds, seedSource)
        return try scene.playRaw().text
    }

    /// A case that passed.
    func passed(_ slot: Plan.Slot, _ duration: UInt64 = 1000) -> Event {
        .caseEnded(CaseResult(slot: slot, outcome: .passed, duration: duration))
    }

    /// The end of a run of 1.5 s.
    static let end = Event.runEnded(duration: 1_500_000_000, interruption: nil)

    @Test("what all classes have in common is shown once on a screen, and one bundle needs no counts of its own")
    func commonNames() throws {
        let registry = try Registry.of([
            ("ShopPackageTests", [FakeClass("ShopTests.Cart", ["testAdd"]), FakeClass("ShopTests.Till", ["testOpen"])])
        ])
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        #expect(CommonName(plan, registry).text == "ShopPackageTests/ShopTests.")
        let common = CommonName(plan, registry)
        #expect(common.removed(from: "ShopPackageTests/ShopTests.Cart/testAdd") == "Cart/testAdd")
        #expect(common.removed(from: "the run") == "the run")
        var display = ProgressDisplay(
            context: ReportContext(registry: registry, plan: plan), common: common, estimate: nil)
        let running = Progress(cases: plan.slots.map { ($0, 0) })
        let line = display.drawing(running, Tally.Counts(), at: 0, style: Style(isEnabled: false)) { 59 } ?? ""
        #expect(line.contains("  Cart/testAdd") && line.contains("Till/testOpen"), "\(line)")
        // Too short to be worth a line, and nothing in common.
        let others = try Registry.of(Self.bundles)
        let all = PlanBuilder.plan(others, selection: try Selection(in: others), focus: .all, seed: 1)
        #expect(CommonName(all, others).text.isEmpty)
    }

    @Test("quiet says failures and the last lines")
    func quiet() throws {
        var issue = Issue(kind: .assertion, message: "1 !=\n2\u{1B}[2J")
        (issue.details, issue.comment, issue.file, issue.line) = ("left: 1\r\nright: 2\n", "why", "nowhere/A.swift", 7)
        issue.phase = TESTKIT_PHASE_CASE_SET_UP.rawValue
        let failed = issue
        let text = try report({ $0.verbosity = .quiet }, seedSource: "TESTKIT_SEED") { at in
            var result = CaseResult(slot: at("testPay"), outcome: .failed, issues: [failed], duration: 1_000_000)
            result.output = "printed\n"
            result.logs = ["remark"]
            return [.runStarted(RunClock()), passed(at("testAdd")), .caseEnded(result), Self.end]
        }
        #expect(
            text == """
                failed Shop/M.Cart/testPay (1.00 ms)
                    1 !=
                    2\\u{1B}[2J (in the case's set-up)
                    why
                      left: 1
                      right: 2
                    at nowhere/A.swift:7
                    log: remark
                    output:
                      | printed

                failures:
                  failed Shop/M.Cart/testPay
                    nowhere/A.swift:7: 1 != …

                FAILED: 2 cases run in 1.50 s: 1 passed, 1 failed
                seed 1 (fixed by TESTKIT_SEED)
                repeat: runner --seed 1 dir

                """)
    }

    @Test("fault of a file does not hide the bundle of its name")
    func faultName() throws {
        let text = try report { at in
            [
                .bundleFaulted(BundleFault(path: "other/Shop.so", words: "the file is empty")), passed(at("testPay")),
                Self.end,
            ]
        }
        #expect(text.contains("\n  Shop    1 passed\n"))
        #expect(text.contains("\n  Shop    fault\n"))
    }

    @Test("a run of several repetitions says how many and how to repeat the first that failed")
    func repetitions() throws {
        let text = try report {
            $0.verbosity = .quiet
            $0.repetitionCommand = { "runner --seed \($0) dir" }
        } _: { at in
            let names = ["testAdd", "testPay", "testSlow", "testFind"]
            return names.enumerated().map { index, name in
                var result = CaseResult(slot: at(name), outcome: index < 2 ? .failed : .passed)
                result.repetition = CaseResult.Repetition(
                    number: 9 - index, seed: UInt64(20 - index), runs: 9, failures: index < 2 ? 1 + index : 0)
                return .caseEnded(result)
            } + [.runEnded(duration: 1_500_000_000, interruption: .signal(2))]
        }
        #expect(
            text == """
                failures:
                  failed Shop/M.Cart/testAdd in 1 of 9 repetitions, first in repetition 9 (seed 20)
                  failed Shop/M.Cart/testPay in 2 of 9 repetitions, first in repetition 8 (seed 19)

                CUT SHORT by an interrupt in repetition 9
                FAILED: 4 cases run 9 times in 1.50 s: 2 passed, 2 failed (2 threw an error)
                seed 1
                repeat the failed repetition 8 alone: runner --seed 19 dir

                """)
    }

    @Test("the repetition in which a class's set-up or tear-down failed can be repeated")
    func repeatedClass() throws {
        let text = try report {
            $0.repetitionCommand = { "runner --seed \($0) dir" }
        } _: { at in
            var whole = UnitResult(classIndex: 0)
            whole.issues = [Issue(kind: .error, message: "no disk")]
            whole.repetition = CaseResult.Repetition(number: 7, seed: 18)
            return [.caseEnded(CaseResult(slot: at("testAdd"), outcome: .passed)), .unitEnded(whole), Self.end]
        }
        #expect(text.hasSuffix("\nrepeat the failed repetition 7 alone: runner --seed 18 dir\n"), "\(text)")
    }

    @Test("progress is drawn over on a terminal")
    func progress() throws {
        let text = try report {
            $0.width = { 23 }
        } _: { at in
            [
                .progressed(Progress(cases: [(at("testPay"), 0)])), .progressed(Progress(cases: [(at("testAdd"), 0)])),
                .caseEnded(CaseResult(slot: at("testPay"), outcome: .failed)),
            ]
        }
        // Both progress at one instant, and only the first is drawn.
        #expect(text == "\r\u{1B}[J0/4  …p/M.Cart/testPay\r\r\u{1B}[Jfailed Shop/M.Cart/testPay (0 ns)\n\n")
        #expect(try report { at in [.progressed(Progress(cases: [(at("testPay"), 0)]))] } == "")
    }

    @Test("a case that takes long is announced also without a terminal; --quiet does not")
    func longCase() throws {
        func events(_ at: (String) -> Plan.Slot) -> [Event] {
            let slow = Progress.Slow(classIndex: 0, phase: .body(at("testPay")), elapsed: 10_000_000_000)
            return [.progressed(Progress(slow: [slow]))]
        }
        #expect(try report { events($0) } == "still running: Shop/M.Cart/testPay (10 s)\n")
        #expect(try report({ $0.verbosity = .quiet }) { events($0) } == "")
    }

    @Test("after 30 s of silence, a log says how far the run is and what has run longest; --quiet does not")
    func signOfLife() throws {
        func events(_ at: (String) -> Plan.Slot) -> [Event] {
            let running = Event.progressed(
                Progress(cases: [(at("testPay"), 5_000_000_000), (at("testAdd"), 9_000_000_000)]))
            let failed = Event.caseEnded(CaseResult(slot: at("testAdd"), outcome: .failed))
            return [running, running, running, running, running, failed, running, running, running, running, running]
        }
        let text = try report(seconds: 10) { events($0) }
        #expect(
            text == """
                0 of 4 cases run; running for 35 s: Shop/M.Cart/testPay
                failed Shop/M.Cart/testAdd (0 ns)

                1 of 4 cases run, 1 failed; running for 85 s: Shop/M.Cart/testPay

                """)
        #expect(try !report({ $0.verbosity = .quiet }, seconds: 10) { events($0) }.contains("cases run"))
    }

    @Test("-v names a case that has run for a second, once")
    func runningCases() throws {
        let text = try report({ $0.verbosity = .verbose }, seconds: 2) { at in
            let running = Event.progressed(Progress(cases: [(at("testPay"), 1_500_000_000)]))
            return [running, running, running, running]
        }
        #expect(text == "running Shop/M.Cart/testPay\n")
    }

    @Test("the user's question is answered with what runs, the second time with stacks", arguments: [false, true])
    func question(isQuiet: Bool) throws {
        let text = try report({ $0.verbosity = isQuiet ? .quiet : .normal }, seconds: 3) { at in
            var progress = Progress(cases: [(at("testPay"), 1_000_000_000)])
            progress.isAsked = true
            var none = Progress()
            none.isAsked = true
            return [.progressed(none), .progressed(progress)]
        }
        #expect(
            text == """
                0 of 4 cases run; no case is running
                0 of 4 cases run; running:
                  Shop/M.Cart/testPay (2 s)

                """)
    }

    /// A failed assertion at a line.
    private func issue(_ message: String, line: UInt32 = 7, details: String? = nil) -> RunnerModel.Issue {
        var issue = RunnerModel.Issue(kind: .assertion, message: message)
        (issue.file, issue.line, issue.details) = ("nowhere/A.swift", line, details)
        return issue
    }

    /// A source file whose second line is a given one, and an issue there.
    private func report(_ message: String, call: String? = nil, above source: String) throws -> [String] {
        let scratch = TemporaryDirectory()
        try scratch.write(Array("first\n\(source)\nlast\n".utf8), to: "A.swift")
        var issue = RunnerModel.Issue(kind: .assertion, message: message, call: call)
        (issue.file, issue.line) = (scratch.path("A.swift"), 2)
        let text = try report { at in [.caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: [issue]))] }
        return text.split(separator: "\n").map(String.init)
    }

    @Test(
        "a message is shown to its end, whatever is in it and in the source",
        arguments: [
            (
                #"Expectation failed: (u → User(name: "Bob", age: 4)) == User(name: "Ann", age: 4)"#,
                #"#expect(u == User(name: "Ann", age: 4))"#
            ),
            ("Expectation failed: Bool(false)", "#expect(Bool(false))"),
            ("got a: b: expectTrue(x)", "expectTrue(x)"), ("a: f()", "f()"), ("a: b(c: d)", "b(c: d)"),
            (#"XCTAssertEqual failed: ("a: x()") is not equal to ("b") - note: x()"#, "note: x()"),
        ])
    func wholeMessages(message: String, source: String) throws {
        #expect(try report(message, above: source)[1] == "    " + message)
    }

    @Test("the call of an assertion is left out where the source is shown, and there alone")
    func calls() throws {
        let (message, call) = ("expected true, got false", "expectTrue(a.contains(b))")
        #expect(try report(message, call: call, above: "    expectTrue(a.contains(b), note)")[1] == "    " + message)
        let issue = RunnerModel.Issue(kind: .assertion, message: message, call: call)
        let text = try report { at in [.caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: [issue]))] }
        #expect(text.contains("    expected true, got false: expectTrue(a.contains(b))\n"))
    }

    @Test("many failures of one line show the source once")
    func sameLine() throws {
        let scratch = TemporaryDirectory()
        try scratch.write(Array("first\nexpectEqual(i, 0)\nlast\n".utf8), to: "A.swift")
        let issues = (1...40).map { number in
            var issue = RunnerModel.Issue(kind: .assertion, message: "expected 0, got \(number)")
            (issue.file, issue.line) = (scratch.path("A.swift"), 2)
            return issue
        }
        let text = try report { at in [.caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: issues))] }
        #expect(text.components(separatedBy: "> 2 | expectEqual(i, 0)").count == 2, "\(text)")
        #expect(text.contains("    expected 0, got 2\n    and 37 others at this line\n\n    expected 0, got 40\n"))
    }

    @Test("an equal failure is not shown whole again")
    func equalFailure() throws {
        let issues = [issue("one", details: "left at 0x1234")]
        let others = [issue("one", details: "left at 0xABCD")]
        let different = [issue("one", details: "right at 0x1234")]
        let text = try report { at in
            [
                .caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: issues)),
                .caseEnded(CaseResult(slot: at("testAdd"), outcome: .failed, issues: others)),
                .caseEnded(CaseResult(slot: at("testFind"), outcome: .failed, issues: different)), Self.end,
            ]
        }
        #expect(
            text.contains(
                """
                failed Shop/M.Cart/testAdd (0 ns)
                    one
                    at nowhere/A.swift:7
                    the same as Shop/M.Cart/testPay

                """))
        #expect(text.contains("      right at 0x1234\n"))
        #expect(text.contains("  failed Shop/M.Cart/testPay and 2 others\n    nowhere/A.swift:7: one\n"))
    }

    @Test("failures are shown whole when they are wanted", arguments: FailureOutput.allCases)
    func wholeFailures(choice: FailureOutput) throws {
        let issues = [issue("one", details: "operands")]
        let text = try report {
            $0.failureOutput = choice
        } _: { at in
            [
                .caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: issues)), passed(at("testAdd"), 9),
                Self.end,
            ]
        }
        let halves = text.components(separatedBy: "failures in full:\n")
        let isWhole = halves.map { $0.contains("      operands\n") }
        switch choice {
        case .immediate: #expect(isWhole == [true])
        case .final: #expect(isWhole == [false, true])
        case .both: #expect(isWhole == [true, true])
        case .never: #expect(isWhole == [false])
        }
        #expect(text.hasPrefix("failed Shop/M.Cart/testPay (0 ns)\n"))
        #expect(text.contains("\nfailures:\n  failed Shop/M.Cart/testPay\n    nowhere/A.swift:7: one\n"))
    }

    @Test("a difference is coloured and a long line broken")
    func differences() throws {
        let long = "+ " + String(repeating: "word ", count: 20)
        let details = "difference (- expected, + actual):\n  same\n- old\n\(long)"
        let issues = [issue(String(repeating: "much ", count: 20), details: details)]
        let text = try report {
            $0.style = Style(isEnabled: true)
            $0.columns = { 40 }
        } _: { at in
            [.caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: issues))]
        }
        let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(plain.components(separatedBy: "\n").dropFirst().allSatisfy { $0.count <= 40 }, "\(plain)")
        #expect(text.contains("    \u{1B}[1;31mmuch much"))
        #expect(text.contains("      \u{1B}[32m- old\u{1B}[0m\n"))
        // A broken line of a difference repeats its mark and its colour.
        #expect(text.components(separatedBy: "      \u{1B}[31m+ word").count == 5, "\(text)")
        #expect(plain.replacing(/\s+/, with: "").contains(String(repeating: "much", count: 20)))
    }
}
