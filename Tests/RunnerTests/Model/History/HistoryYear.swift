// SPDX-License-Identifier: MIT

@testable import RunnerModel

/// A simulated year of runs: tests of known habits, commits, machines of different speed, and days on which a machine is broken.
struct HistoryYear {
    /// What a test is like.
    enum Habit: Equatable {
        /// It passes.
        case steady
        /// It fails by chance, at a rate.
        case flaky(Double)
        /// It takes longer, by a factor, from a run on.
        case slower(Double, from: Int)
        /// It fails in about those runs: the next commit breaks it, and the one after the last mends it.
        case broken(Range<Int>)
    }

    /// How many results of each test are kept.
    static let kept = 100

    /// The habits of the tests.
    let habits: [Habit]
    /// The commit of each run.
    private(set) var commits: [Int] = []
    /// The runs, without results.
    private(set) var runs: [HistoryRun] = []
    /// The first run in which each test is broken now; nil for one that is not; only a commit changes it.
    private(set) var brokenSince: [Int?]
    /// The last results of each test.
    private var results: [[TestHistory.Result]]
    /// The usual duration of each test, in nanoseconds.
    private let usual: [Double]
    /// Chance.
    private var chance: SeededNumbers

    /// Starts a year.
    init(_ habits: [Habit], seed: UInt64) {
        var chance = SeededNumbers(state: seed)
        self.habits = habits
        // From 2 ms to 2 s; of less than some milliseconds, nobody wants to know that they became twice as many.
        usual = habits.map { habit in
            var shortest = 2e6
            if case .slower = habit { shortest = 2e7 }
            return shortest * [1, 3, 10, 30, 100][Int(chance.next() % 5)] * (0.7 + 0.6 * chance.share())
        }
        results = Array(repeating: [], count: habits.count)
        brokenSince = Array(repeating: nil, count: habits.count)
        self.chance = chance
    }

    /// One run more.
    mutating func advance() {
        let number = runs.count
        // A commit has four runs on average.
        let isNew = chance.next() % 4 == 0
        let commit = (commits.last ?? 0) + (isNew ? 1 : 0)
        commits.append(commit)
        for (index, habit) in habits.enumerated() {
            guard isNew, case .broken(let range) = habit else { continue }
            brokenSince[index] = range.contains(number) ? brokenSince[index] ?? number : nil
        }
        var run = HistoryRun(id: UInt64(number), started: UInt64(number) * 1_000_000_000, seed: chance.next() % 1000)
        run.commit = "\(commit)"
        runs.append(run)
        // Two kinds of machines, each busy at times; one in 500 runs is on one that is broken.
        let pace = (chance.next() % 2 == 0 ? 1.7 : 1.0) * (1 + 0.2 * abs(chance.deviation()))
        let isBroken = chance.next() % 500 == 0
        for (index, habit) in habits.enumerated() {
            var duration = usual[index] * pace * (1 + 0.15 * max(-3, chance.deviation()))
            if chance.next() % 50 == 0 { duration *= 3 }
            var fails = isBroken && chance.next() % 5 > 0
            switch habit {
            case .steady: break
            case .flaky(let rate): fails = fails || chance.share() < rate
            case .slower(let factor, let start): if number >= start { duration *= factor }
            case .broken: fails = fails || brokenSince[index] != nil
            }
            if results[index].count == 2 * Self.kept { results[index].removeFirst(Self.kept) }
            results[index].append(
                TestHistory.Result(
                    run: number, outcome: fails ? .failed : .passed, duration: UInt64(max(1, duration)),
                    code: UInt64(commit)))
        }
    }

    /// What the analysis finds after the last run, by test.
    var findings: [(test: Int, kind: HistoryFinding.Kind)] {
        let tests = results.enumerated().map { index, results in
            TestHistory(identity: "\(index)", results: Array(results.suffix(Self.kept)))
        }
        return tests.flatMap(HistoryAnalysis(runs: runs, tests: tests).findings(of:)).compactMap { finding in
            Int(finding.identity).map { ($0, finding.kind) }
        }
    }
}

extension SeededNumbers {
    /// A number about normal, of deviation 1: a sum of four.
    fileprivate mutating func deviation() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
        return (Double(sum) / 65_536 - 2) * 1.732
    }
}
