// SPDX-License-Identifier: MIT

import BundleABI
import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The report at a terminal, beyond the text of `MessagesTests`.
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
        _ settings: @escaping (inout TerminalReporter.Settings) -> Void = { _ in },
        _ events: @escaping (_ at: (String) -> Plan.Slot) -> [Event]
    ) throws -> String {
        var scene = ReportScene(title: "", settings: settings, bundles: Self.bundles, events: events)
        (scene.hasScreen, scene.seconds) = (false, 0)
        return try scene.playRaw().text
    }

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

    @Test("the repetition in which a class's set-up or tear-down failed can be repeated")
    func repeatedClass() throws {
        let text = try report {
            $0.repetitionCommand = { "runner --seed \($0) dir" }
        } _: { at in
            var whole = UnitResult(classIndex: 0)
            whole.issues = [Issue(kind: .error, message: "no disk")]
            whole.repetition = CaseResult.Repetition(number: 7, seed: 18)
            return [
                .caseEnded(CaseResult(slot: at("testAdd"), outcome: .passed)), .unitEnded(whole),
                .runEnded(duration: 1, interruption: nil),
            ]
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

    @Test("a difference is coloured and a long line broken")
    func differences() throws {
        let long = "+ " + String(repeating: "word ", count: 20)
        let details = "difference (- expected, + actual):\n  same\n- old\n\(long)"
        var issue = RunnerModel.Issue(kind: .assertion, message: String(repeating: "much ", count: 20))
        (issue.file, issue.line, issue.details) = ("nowhere/A.swift", 7, details)
        let issues = [issue]
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
