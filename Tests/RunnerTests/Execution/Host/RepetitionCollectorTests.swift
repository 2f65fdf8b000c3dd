// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerExecution

/// Repetitions of a whole run.
struct RepetitionCollectorTests {
    /// Two cases of one class.
    private let slots = (0..<2).map { Plan.Slot(caseIndex: $0, exampleIndex: .max) }

    /// Their plan.
    private var plan: Plan {
        Plan(
            seed: 8, units: [Plan.Unit(classIndex: 0, runGroup: 1, slots: 0..<2)], slots: slots, unsupported: [],
            focus: FocusEffect(), filteredOut: 0)
    }

    /// The end of a case.
    private func ended(_ slot: Int, _ outcome: Outcome, _ message: String = "") -> Event {
        var result = CaseResult(slot: slots[slot], outcome: outcome)
        if !message.isEmpty { result.issues = [Issue(kind: .error, message: message)] }
        return .caseEnded(result)
    }

    /// Returns an event in a few words.
    private func told(_ event: Event?) -> String {
        func words(_ result: CaseResult) -> String {
            let repetition = result.repetition
            let counts = "\(repetition?.failures ?? -1) of \(repetition?.runs ?? -1)"
            let message = result.issues.first.map { " '\($0.message)'" } ?? ""
            return "\(result.outcome) in \(repetition?.number ?? 0), seed \(repetition?.seed ?? 0), \(counts)\(message)"
        }
        return switch event {
        case .caseEnded(let result): words(result)
        case .attemptFailed(let result): "attempt " + words(result)
        case .unitEnded(let result): "class \(result.isAbnormal ? "abnormal" : "ended")"
        case nil: "nothing"
        default: "something else"
        }
    }

    @Test("a case that is running again when the run is cut short keeps its result, with what it was at")
    func interruptedRepetition() {
        var ledger = RepetitionCollector(seed: 8, limit: 3)
        _ = ledger.filter(ended(0, .passed))
        _ = ledger.startNext()
        let running = Issue(kind: .warning, message: "had been running for 3 s when the run was cut short")
        let cut = CaseResult(slot: slots[0], outcome: .notRun, issues: [running], reason: .interrupted)
        #expect(told(ledger.filter(.caseEnded(cut))) == "nothing")
        guard case .caseEnded(let last)? = ledger.finals(of: plan).first else {
            #expect(Bool(false), "no result")
            return
        }
        #expect(last.outcome == .passed && last.issues == [running])
    }

    @Test("a failure that comes late, or is no test's, counts as one and is reported at once")
    func lateFailures() {
        var ledger = RepetitionCollector(seed: 8, limit: nil)
        let (failure, warning) = (Issue(kind: .error, message: "no"), Issue(kind: .warning, message: "well"))
        let events: [Event] = [
            .lateIssue(failure, .slot(slots[0])), .lateIssue(warning, nil), .runIssue(failure), .runIssue(warning),
        ]
        for event in events { #expect(told(ledger.filter(event)) == "something else") }
        #expect(ledger.failureCount == 2)
    }

    @Test("seeds count up to the limit")
    func seeds() {
        var ledger = RepetitionCollector(seed: .max, limit: 3)
        let seeds = (0..<4).map { _ in ledger.startNext() ? ledger.seed : nil }
        #expect(seeds == [0, 1, nil, nil])
        var endless = RepetitionCollector(seed: 1, limit: nil)
        let goesOn = (0..<100).allSatisfy { _ in endless.startNext() }
        #expect(goesOn && endless.seed == 101)
    }

    @Test("failures are reported at once and results at the end")
    func failuresAtOnce() {
        var ledger = RepetitionCollector(seed: 8, limit: 3)
        #expect(told(ledger.filter(ended(0, .passed))) == "nothing")
        #expect(told(ledger.filter(ended(1, .passed))) == "nothing")
        #expect(told(ledger.filter(.unitEnded(UnitResult(classIndex: 0)))) == "nothing")
        _ = ledger.startNext()
        #expect(ledger.failureCount == 0)
        #expect(told(ledger.filter(ended(0, .crashed, "one"))) == "attempt crashed in 2, seed 9, 0 of 0 'one'")
        #expect(told(ledger.filter(ended(1, .skipped))) == "nothing")
        _ = ledger.startNext()
        #expect(ledger.failureCount == 1)
        #expect(told(ledger.filter(ended(0, .failed, "two"))) == "attempt failed in 3, seed 10, 0 of 0 'two'")
        #expect(told(ledger.filter(ended(1, .notRun))) == "nothing")
        #expect(
            ledger.finals(of: plan).map { told($0) } == [
                "crashed in 2, seed 9, 2 of 3 'one'", "skipped in 3, seed 10, 0 of 2", "class ended",
            ])
    }

    @Test("what always fails is reported twenty times and counted")
    func alwaysFailing() {
        var ledger = RepetitionCollector(seed: 1, limit: nil)
        let told = (0..<100).map { _ in
            _ = ledger.startNext()
            return self.told(ledger.filter(ended(0, .failed)))
        }
        #expect(
            told.prefix(20).allSatisfy { $0.hasPrefix("attempt") } && told.dropFirst(20).allSatisfy { $0 == "nothing" })
        #expect(self.told(ledger.finals(of: plan).first) == "failed in 2, seed 2, 100 of 100")
    }

    @Test("what was attached is reported once with the failure or at the end")
    func attachments() {
        var ledger = RepetitionCollector(seed: 1, limit: nil)
        var told: [String] = []
        for (name, outcome) in [("a", .passed), ("b", .failed), ("c", .passed)] as [(String, Outcome)] {
            var result = CaseResult(slot: slots[0], outcome: outcome)
            result.attachments = [AttachedFile(name: name, path: "/\(name)", size: 1)]
            if case .attemptFailed(let failure) = ledger.filter(.caseEnded(result)) {
                told += failure.attachments.map(\.name)
            }
        }
        #expect(told == ["b"])
        guard case .caseEnded(let last) = ledger.finals(of: plan).first else {
            #expect(Bool(false))
            return
        }
        #expect(last.outcome == .failed && last.attachments.map(\.name) == ["a", "c"])
    }

    @Test("a class that went wrong once went wrong")
    func brokenClass() {
        var ledger = RepetitionCollector(seed: 8, limit: 3)
        let bad = UnitResult(classIndex: 0, issues: [Issue(kind: .error, message: "no")])
        _ = ledger.filter(.unitEnded(UnitResult(classIndex: 0)))
        _ = ledger.startNext()
        _ = ledger.filter(.unitEnded(bad))
        _ = ledger.startNext()
        _ = ledger.filter(.unitEnded(bad))
        #expect(ledger.failureCount == 2)
        #expect(ledger.finals(of: plan).map { told($0) } == ["class abnormal"])
        // Its first failure, with what repeats it.
        guard case .unitEnded(let last)? = ledger.finals(of: plan).first else {
            #expect(Bool(false))
            return
        }
        #expect(last.repetition == CaseResult.Repetition(number: 2, seed: 9))
        #expect(last.issues.map(\.message) == ["no", "went wrong in repetition 2 (seed 9)"])
    }
}
