// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// The rules of a configuration file for single tests, by pattern.
struct CaseRulesTests {
    /// A bundle with three cases.
    private func registry() throws -> Registry {
        try Registry.of([("Shop", [FakeClass("M.Cart", ["testAdd", "testPay", "testSlow"])])])
    }

    /// The rules of a file's text, for a bundle beside the file.
    private func rules(_ text: String) throws -> [TestRule] {
        let file = try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8))
        return file.section.tests
    }

    /// The files of the registry.
    private let files = [BundleFile(path: "dir/Shop.so", name: "Shop")]

    /// A plan of everything, and a slot of it by name.
    private func plan(_ registry: Registry) throws -> (plan: Plan, slot: (String) -> Plan.Slot) {
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        return (
            plan, { name in plan.slots.first { registry.identity(of: $0).hasSuffix(name) } ?? plan.slots[0] }
        )
    }

    @Test("the last rule that matches has the last word")
    func lastRule() throws {
        var registry = try registry()
        let (_, slot) = try plan(registry)
        let rules = try rules(
            #"{"tests": [{"match": "Cart", "retry": 1}, {"match": "glob:*Pay", "retry": 3, "quarantine": "bug 7"}]}"#)
        let found = CaseRules(rules, in: &registry, files)
        #expect(["testAdd", "testSlow", "testPay"].map { found.retries(of: slot($0)) } == [1, 1, 3])
        #expect(found.retryLimit == 3)
        #expect(found[slot("testPay")]?.treatment == .quarantine("bug 7") && found[slot("testAdd")]?.treatment == nil)
    }

    @Test("a rule that matches no test is known, as after a test was renamed")
    func unmatched() throws {
        var registry = try registry()
        let rules = try rules(
            #"{"tests": [{"match": "testPaid", "quarantine": "bug 7"}, {"match": "Cart", "retry": 1}]}"#)
        let found = CaseRules(rules, in: &registry, files)
        #expect(found.unmatched.map(\.pattern) == ["testPaid"])
        #expect(found.unmatched.map(\.origin.place) == [rules[0].origin.place])
    }

    @Test("a time limit is the cases")
    func timeLimit() throws {
        var registry = try registry()
        _ = CaseRules(try rules(#"{"tests": [{"match": "testSlow", "timeout": 2.5}]}"#), in: &registry, files)
        #expect(registry.limits == [2: 2_500_000_000])
    }

    @Test("a test that keeps something running says so")
    func keepsRunning() throws {
        var registry = try registry()
        _ = CaseRules(try rules(#"{"tests": [{"match": "testSlow", "keeps-running": true}]}"#), in: &registry, files)
        #expect(registry.keepsRunning == [2])
    }

    @Test("tests that run at the same time by their framework keep their class in one worker")
    func concurrency() throws {
        var classes = ["M.Swift", "M.XCTest"].map { FakeClass($0, ["one", "two"]) }
        classes[0].flags |= TESTKIT_CLASS_CONCURRENT.rawValue
        for index in classes.indices { classes[index].flags |= TESTKIT_CLASS_DIVISIBLE.rawValue }
        var registry = try Registry.of([("Shop", classes)])
        let rules = try rules(
            #"{"tests": [{"match": "glob:*/one", "concurrency": "framework"}, {"match": "two", "concurrency": "runner"}]}"#
        )
        _ = CaseRules(rules, in: &registry, files)
        #expect(registry.runningTogether == [0])
        #expect(registry.classes.map(\.isDivisible) == [false, true])
    }

    @Test("rules of another directory say nothing")
    func otherDirectory() throws {
        var registry = try registry()
        var rules = try rules(#"{"tests": [{"match": "Cart", "retry": 1}]}"#)
        rules[0].directory = "other/"
        #expect(CaseRules(rules, in: &registry, files).isEmpty)
        rules[0].directory = "dir/"
        let found = CaseRules(rules, in: &registry, files)
        #expect(try plan(registry).plan.slots.map(found.retries(of:)) == [1, 1, 1])
    }

    @Test("what is skipped does not run and says why")
    func skipped() throws {
        var registry = try registry()
        let (plan, slot) = try plan(registry)
        let found = CaseRules(
            try rules(#"{"tests": [{"match": "Pay", "skip": "until the move"}]}"#), in: &registry, files)
        let planned = found.planned(plan)
        #expect(planned.slots == plan.slots.filter { $0 != slot("testPay") })
        #expect(planned.units.map(\.slots) == [0..<2])
        #expect(planned.unsupported == [slot("testPay")])
        let reason = found.skipReason(of: slot("testPay"))
        #expect(reason?.words == "skipped by the configuration: until the move")
        #expect(NotRunReason(word: reason?.word, words: reason?.words) == reason)
    }

    /// Returns a result as a rule changes it.
    private func judged(_ rule: String, _ outcome: Outcome) throws -> CaseResult? {
        var registry = try registry()
        let (_, slot) = try plan(registry)
        let text = "{\"tests\": [{\"match\": \"Pay\", \"\(rule)\": \"bug 7\"}]}"
        let found = CaseRules(try rules(text), in: &registry, files)
        let issues = outcome == .passed ? [] : [RunnerModel.Issue(kind: .assertion, message: "no")]
        let event = found.judged(.caseEnded(CaseResult(slot: slot("testPay"), outcome: outcome, issues: issues)))
        guard case .caseEnded(let result) = event else { return nil }
        return result
    }

    @Test("a failure in quarantine is reported and fails nothing")
    func quarantine() throws {
        let failed = try judged("quarantine", .crashed)
        #expect(failed?.outcome == .skipped && failed?.isExecuted == true)
        #expect(failed?.reason?.words == "in quarantine (bug 7); crashed")
        #expect(failed?.issues.map(\.kind) == [.warning] && failed?.issues.first?.message == "no")
        let passed = try judged("quarantine", .passed)
        #expect(passed?.outcome == .passed && passed?.issues.isEmpty == true)
    }

    @Test("a failure that comes late is judged as one that comes in time")
    func late() throws {
        for (rule, words) in [("quarantine", "in quarantine (bug 7)"), ("known-failing", "known to fail (bug 7)")] {
            var registry = try registry()
            let (_, slot) = try plan(registry)
            let text = "{\"tests\": [{\"match\": \"Pay\", \"\(rule)\": \"bug 7\"}]}"
            let found = CaseRules(try rules(text), in: &registry, files)
            func late(_ subject: Event.Subject?) -> RunnerModel.Issue? {
                let event = found.judged(.lateIssue(Issue(kind: .error, message: "no"), subject))
                guard case .lateIssue(let issue, subject) = event else { return nil }
                return issue
            }
            let forgiven = late(.slot(slot("testPay")))
            #expect(forgiven?.kind == .warning && forgiven?.message == "no (\(words))")
            for subject in [nil, .slot(slot("testAdd")), Event.Subject.unit(classIndex: 0)] {
                #expect(late(subject)?.kind == .error)
            }
        }
    }

    @Test("a pass of what is known to fail is a warning")
    func knownFailurePasses() throws {
        #expect(try judged("known-failing", .failed)?.outcome == .skipped)
        let passed = try judged("known-failing", .passed)
        #expect(passed?.outcome == .passed)
        #expect(passed?.issues.map(\.kind) == [.warning])
        #expect(passed?.issues.first?.message.contains("is marked as known to fail (bug 7)") == true)
    }

    @Test("retries of single cases end by themselves")
    func singleRetries() throws {
        var registry = try registry()
        let (plan, slot) = try plan(registry)
        let found = CaseRules(try rules(#"{"tests": [{"match": "Pay", "retry": 1}]}"#), in: &registry, files)
        let loop = RunLoop(plan, registry, PlanSettings(rules: found)) { _ in plan }
        _ = loop.next(after: RunLoop.End()) { _ in false }
        func isAttempt(_ name: String) -> Bool {
            if case .attemptFailed = loop.take(.caseEnded(CaseResult(slot: slot(name), outcome: .failed))) {
                true
            } else {
                false
            }
        }
        #expect(!isAttempt("testAdd") && isAttempt("testPay"))
        #expect(loop.next(after: RunLoop.End()) { _ in true }?.plan.slots == [slot("testPay")])
    }

    @Test("rules for an example are for that alone; its case has the limit that rules for the case state")
    func examples() throws {
        var registry = try Registry.of([
            ("Shop", [FakeClass("M.Cart", [FakeCase("outlineTestTax", examples: ["low", "high"])])])
        ])
        let text = #"{"tests": [{"match": "glob:*[[]low]", "retry": 2, "timeout": 9}, {"match": "Tax", "timeout": 2}]}"#
        let found = CaseRules(try rules(text), in: &registry, files)
        #expect(registry.slots(ofCase: 0).map(found.retries(of:)) == [2, nil])
        #expect(registry.limits == [0: 2_000_000_000])
    }
}
