// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// Further attempts of failed cases.
///
/// Rule 38.
struct RetryLedgerTests {
    /// Three cases of two classes.
    private let slots = (0..<3).map { Plan.Slot(caseIndex: $0, exampleIndex: .max) }

    /// Their plan.
    private var plan: Plan {
        Plan(
            seed: 1,
            units: [
                Plan.Unit(classIndex: 0, runGroup: 1, slots: 0..<2),
                Plan.Unit(classIndex: 1, runGroup: 2, slots: 2..<3),
            ],
            slots: slots, unsupported: [], focus: FocusEffect(), filteredOut: 0)
    }

    /// The end of a case.
    private func ended(_ slot: Int, _ outcome: Outcome) -> Event {
        .caseEnded(CaseResult(slot: slots[slot], outcome: outcome))
    }

    /// Returns an event in a word.
    private func told(_ event: Event?) -> String {
        switch event {
        case .caseEnded(let result): "\(result.outcome) at \(result.attempt)\(result.isFlaky ? ", flaky" : "")"
        case .attemptFailed(let result): "attempt \(result.attempt) \(result.outcome)"
        case nil: "nothing"
        default: "something else"
        }
    }

    @Test("without retries everything is final")
    func withoutRetries() {
        var ledger = RetryLedger(limit: 0, of: plan)
        #expect(told(ledger.filter(ended(0, .failed))) == "failed at 1")
        #expect(!ledger.hasMore)
    }

    @Test("a case that is running again when the run is cut short has failed, and what it was at is not lost")
    func interruptedAgain() {
        var ledger = RetryLedger(limit: 1, of: plan)
        let failure = Issue(kind: .error, message: "no network")
        _ = ledger.filter(.caseEnded(CaseResult(slot: slots[0], outcome: .failed, issues: [failure])))
        _ = ledger.nextPlan(after: plan)
        let running = Issue(kind: .warning, message: "had been running for 3 s when the run was cut short")
        let cut = CaseResult(slot: slots[0], outcome: .notRun, issues: [running], reason: .interrupted)
        guard case .caseEnded(let last)? = ledger.filter(.caseEnded(cut)) else {
            #expect(Bool(false), "no result")
            return
        }
        #expect(last.outcome == .failed && last.issues == [failure, running])
    }

    @Test("a case that then passes is flaky")
    func flaky() {
        var ledger = RetryLedger(limit: 2, of: plan)
        #expect(told(ledger.filter(ended(0, .passed))) == "passed at 1")
        #expect(told(ledger.filter(ended(2, .crashed))) == "attempt 1 crashed")
        #expect(ledger.hasMore)
        let next = ledger.nextPlan(after: plan)
        #expect(next.slots == [slots[2]])
        #expect(next.units.map(\.classIndex) == [1])
        #expect(next.units.map(\.slots) == [0..<1])
        #expect(told(ledger.filter(ended(2, .passed))) == "passed at 2, flaky")
        #expect(!ledger.hasMore && ledger.abandoned().isEmpty)
    }

    @Test("the last attempt is final")
    func lastAttempt() {
        var ledger = RetryLedger(limit: 1, of: plan)
        _ = ledger.filter(ended(0, .failed))
        _ = ledger.filter(ended(1, .failed))
        _ = ledger.nextPlan(after: plan)
        #expect(told(ledger.filter(ended(0, .timedOut))) == "timedOut at 2")
        // Its class could not be set up this time: what is known is the failure before.
        #expect(told(ledger.filter(ended(1, .notRun))) == "failed at 2")
        #expect(!ledger.hasMore)
    }

    @Test("a class ends behind its cases: one of which a case is tried again is held back")
    func classEnd() {
        var ledger = RetryLedger(limit: 1, of: plan)
        _ = ledger.filter(ended(0, .passed))
        _ = ledger.filter(ended(1, .failed))
        #expect(told(ledger.filter(.unitEnded(UnitResult(classIndex: 0)))) == "nothing")
        _ = ledger.filter(ended(2, .passed))
        #expect(told(ledger.filter(.unitEnded(UnitResult(classIndex: 1)))) == "something else")
        _ = ledger.nextPlan(after: plan)
        _ = ledger.filter(ended(1, .passed))
        #expect(told(ledger.filter(.unitEnded(UnitResult(classIndex: 0)))) == "nothing")
        #expect(ledger.takeHeld().map(\.classIndex) == [0])
        #expect(ledger.takeHeld().isEmpty)
    }

    @Test("an interrupt loses no failure")
    func interrupt() {
        var ledger = RetryLedger(limit: 3, of: plan)
        _ = ledger.filter(ended(0, .failed))
        _ = ledger.filter(ended(1, .failed))
        #expect(ledger.abandoned().count == 2)
        _ = ledger.nextPlan(after: plan)
        _ = ledger.filter(ended(0, .passed))
        #expect(ledger.abandoned().map(\.slot) == [slots[1]])
    }
}
