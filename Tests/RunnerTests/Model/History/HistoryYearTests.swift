// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel

/// The analysis on simulated years: what was planted is found, and nothing is invented.
struct HistoryYearTests {
    /// How much of a year is simulated, by the variable for the tests that take long.
    private static let isWhole = ProcessInfo.processInfo.environment["ALL_TESTS"] == "1"
    /// How many runs, and how many tests.
    private static let runCount = isWhole ? 10_000 : 1_000, testCount = isWhole ? 500 : 120

    /// What was found of a planted habit.
    private struct Found {
        /// How often it was found, of how many looks at which it could be.
        var (times, looks) = (0, 0)
        /// How often the interval had the true rate, or the turn was right.
        var right = 0
    }

    /// The habits: each tenth test has one.
    private static func habits(_ seed: Int) -> [HistoryYear.Habit] {
        var habits = Array(repeating: HistoryYear.Habit.steady, count: testCount)
        for (number, place) in stride(from: 3, to: testCount, by: 10).enumerated() {
            let start = 150 + (number * 977 + seed * 131) % (runCount - 400)
            habits[place] =
                switch number % 3 {
                case 0: .flaky([0.02, 0.05, 0.1, 0.3, 0.5][number / 3 % 5])
                case 1: .slower([2, 2.5, 4][number / 3 % 3], from: start)
                default: .broken(start..<start + [6, 40, 160][number / 3 % 3])
                }
        }
        return habits
    }

    @Test("each planted habit is found and none is invented", arguments: [1])
    func year(seed: Int) {
        let habits = Self.habits(seed)
        var year = HistoryYear(habits, seed: UInt64(seed))
        var found = Array(repeating: Found(), count: habits.count)
        for number in 1...Self.runCount {
            year.advance()
            if number % (Self.isWhole ? 50 : 25) == 0 { Self.look(at: year, after: number, &found) }
        }
        let slower = zip(habits, found).filter { if case .slower = $0.0 { true } else { false } }.map(\.1)
        #expect(slower.reduce(0) { $0 + $1.right } * 10 >= slower.reduce(0) { $0 + $1.times } * 9, "\(slower)")
        for (test, habit) in habits.enumerated() {
            let own = found[test]
            switch habit {
            case .steady: break
            case .flaky(let rate):
                #expect(own.times > 0, "\(habit) was never found")
                // A test that fails in one of fifty runs is not in each window of a hundred.
                if rate >= 0.1 { #expect(own.times * 10 >= own.looks * 9, "\(habit): \(own)") }
                #expect(own.right * 10 >= own.times * 8, "\(habit): \(own)")
            case .slower: #expect(own.looks > 0 && own.times == own.looks, "\(habit): \(own)")
            case .broken: #expect(own.times == own.looks, "\(habit): \(own)")
            }
        }
    }

    /// Whether a slowdown since a run must be found after another one: enough results are on both sides of it.
    private static func mustBeSeen(_ start: Int, after number: Int) -> Bool {
        (start + 15..<start + 70).contains(number)
    }

    /// Compares what is found with what was planted.
    private static func look(at year: HistoryYear, after number: Int, _ found: inout [Found]) {
        for (test, habit) in year.habits.enumerated() {
            switch habit {
            case .flaky: if number >= HistoryYear.kept { found[test].looks += 1 }
            case .broken: if year.brokenSince[test] != nil { found[test].looks += 1 }
            case .slower(_, let start): if Self.mustBeSeen(start, after: number) { found[test].looks += 1 }
            case .steady: break
            }
        }
        for (test, kind) in year.findings {
            switch (year.habits[test], kind) {
            case (.flaky(let rate), .flaky(let proportion, _, _)):
                if number >= HistoryYear.kept { found[test].times += 1 }
                if number >= HistoryYear.kept, proportion.interval.contains(rate) { found[test].right += 1 }
            // It may just have failed several times in a row at the end.
            case (.flaky, .newlyFailing): break
            case (.slower(_, let start), .slower(_, _, let since)):
                // Some runs take longer by chance, just before the turn as well.
                #expect(abs(since - start) <= 10, "test \(test), run \(number): \(kind)")
                // One that is found later as well makes up for none that was missed.
                guard Self.mustBeSeen(start, after: number) else { continue }
                found[test].times += 1
                found[test].right += abs(since - start) <= 2 ? 1 : 0
            case (.broken, .newlyFailing(let since, _, _)), (.broken, .failingForLong(let since, _, _)):
                let first = year.brokenSince[test].map { max($0, number - HistoryYear.kept) }
                // The first of them may have been on a broken machine.
                #expect(first.map { $0...$0 + 2 }?.contains(since) ?? false, "test \(test), run \(number): \(kind)")
                found[test].times += 1
            default: Testing.Issue.record("test \(test) is \(year.habits[test]); after run \(number): \(kind)")
            }
        }
    }
}
