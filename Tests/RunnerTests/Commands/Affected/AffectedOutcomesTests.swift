// SPDX-License-Identifier: MIT

import Testing

@testable import Runner
@testable import RunnerModel

/// Which tests a run with `--affected` counts as failed, so that the next one does not leave them out.
struct AffectedOutcomesTests {
    /// Two classes, and what the events of a run make of their four tests, all of which pass.
    private func failed(_ events: (Registry, Issue) -> [Event]) throws -> [String] {
        let registry = try Registry.of([
            ("Shop", [FakeClass("M.Cart", ["testA", "testB"]), FakeClass("M.Till", ["testC", "testD"])])
        ])
        var outcomes = AffectedOutcomes()
        for slot in registry.slots { outcomes.take(.caseEnded(CaseResult(slot: slot, outcome: .passed))) }
        for event in events(registry, Issue(kind: .error, message: "no")) { outcomes.take(event) }
        return outcomes.failed(in: registry).map { registry.name(of: $0) }.sorted()
    }

    @Test("a test whose work fails after its end")
    func late() throws {
        #expect(try failed { registry, issue in [.lateIssue(issue, .slot(Array(registry.slots)[1]))] } == ["testB"])
    }

    @Test("all tests of a class of which a set-up or a tear-down fails, also late")
    func abnormal() throws {
        #expect(
            try failed { [.unitEnded(UnitResult(classIndex: $0.classes.count - 1, issues: [$1]))] }
                == ["testC", "testD"])
        #expect(try failed { _, issue in [.lateIssue(issue, .unit(classIndex: 0))] } == ["testA", "testB"])
    }

    @Test("all tests where the failure may be of any")
    func unknown() throws {
        let all = ["testA", "testB", "testC", "testD"]
        #expect(try failed { [.lateIssue($1, nil)] } == all)
        #expect(try failed { [.runIssue($1)] } == all)
    }

    @Test("none by a warning")
    func warning() throws {
        let warning = Issue(kind: .warning, message: "well")
        #expect(try failed { registry, _ in [.lateIssue(warning, .slot(Array(registry.slots)[0]))] } == [])
        #expect(try failed { _, _ in [.runIssue(warning)] } == [])
    }
}
