// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// The two bytes of a result.
struct HistoryResultTests {
    @Test("keeps each outcome and a duration to three percent", arguments: HistoryOutcome.numbered)
    func keepsOutcomeAndDuration(outcome: HistoryOutcome) throws {
        var duration: UInt64 = 1
        while duration < 1 << 62 {
            for value in [duration, duration + duration / 3, duration * 2 - 1] {
                let result = HistoryResult(outcome, duration: value)
                #expect(result.outcome == outcome)
                let difference = abs(Double(result.duration) - Double(value))
                #expect(difference <= Double(value) * 0.03, "\(value) became \(result.duration)")
                #expect(HistoryResult(bits: result.bits) == result)
            }
            duration *= 2
        }
        #expect(HistoryResult(outcome, duration: .max).outcome == outcome)
        #expect(HistoryResult(outcome, duration: 0).duration == 0)
    }

    @Test("each outcome of a case is spelled as in every other report", arguments: Outcome.allCases)
    func spelling(outcome: Outcome) {
        let kept = HistoryOutcome.plain(outcome)
        #expect(kept.name == outcome.rawValue && kept.words == outcome.words)
        #expect(HistoryOutcome.numbered[Int(kept.number)] == kept)
    }

    @Test("an outcome that does not exist is refused")
    func unknownOutcome() {
        #expect(HistoryResult(bits: 10 << 11) == nil)
        #expect(HistoryResult(bits: .max) == nil)
    }

    @Test("says what came of a case, retries and repetitions included")
    func ofACase() {
        func outcome(_ outcome: Outcome, _ change: (inout CaseResult) -> Void = { _ in })
            -> HistoryOutcome
        {
            var result = CaseResult(slot: Plan.Slot(caseIndex: 0, exampleIndex: 0), outcome: outcome)
            change(&result)
            return HistoryResult(result).outcome
        }
        #expect(outcome(.passed) == .passed)
        #expect(outcome(.passed) { $0.attempt = 2 } == .passedAtRetry)
        #expect(outcome(.crashed) { $0.attempt = 3 } == .crashed)
        #expect(outcome(.timedOut) == .timedOut)
        #expect(outcome(.notRun) == .notRun)
        #expect(outcome(.skipped) { $0.reason = .skipped("later") } == .skipped)
        #expect(outcome(.skipped) { $0.reason = .forgiven("in quarantine") } == .forgiven)
        let always = CaseResult.Repetition(number: 1, seed: 5, runs: 4, failures: 4)
        #expect(outcome(.failed) { $0.repetition = always } == .failed)
        let sometimes = CaseResult.Repetition(number: 2, seed: 6, runs: 4, failures: 1)
        #expect(outcome(.failed) { $0.repetition = sometimes } == .failedAtTimes)
    }
}
