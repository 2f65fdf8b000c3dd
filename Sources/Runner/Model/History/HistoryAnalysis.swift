// SPDX-License-Identifier: MIT

/// Finds what deserves a look in the history of tests; pure, and careful: it rather says nothing than something wrong.
///
/// docs/History.md has the rules and why they are so.
public struct HistoryAnalysis {
    /// A test that fails for so many runs fails for long.
    public static let longStreak = 10
    /// A test that none of so many whole runs ran is named.
    public static let idleRuns = 30
    /// The most seeds that are named.
    public static let seedLimit = 10
    /// The least number of failed tests, and their least share, for which the run as a whole is doubted.
    private static let brokenCount = 10, brokenShare = 0.5
    /// The least number of tests of a run whose pace is judged.
    private static let paceCount = 20
    /// A group of so many results of the same code that all failed is a broken test, and no flaky one.
    private static let brokenStreak = 5

    /// The runs, the oldest first.
    private let runs: [HistoryRun]
    /// The tests.
    private let tests: [TestHistory]
    /// Whether each run is one in which something else than the tests was wrong.
    private let isBroken: [Bool]
    /// The slowness of each run compared with others, for its tests as a whole.
    private let pace: [Double]

    /// Prepares the analysis of a book.
    public init(_ book: HistoryBook) { self.init(runs: book.runs, tests: book.tests) }

    /// Prepares the analysis of some runs and tests.
    public init(runs: [HistoryRun], tests: [TestHistory]) {
        (self.runs, self.tests) = (runs, tests)
        isBroken = Self.broken(runs.count, tests)
        pace = Self.pace(runs.count, tests)
    }

    /// The identities of the tests of a set.
    public func identities(in set: TestSet) -> Set<String> {
        let members = tests.filter { test in
            switch set {
            case .failed: test.executed.last?.outcome.hasFailed ?? false
            case .flaky: test.isPresent && flakiness(of: test) != nil
            case .slower: test.isPresent && slowness(of: test) != nil
            case .new: test.results.allSatisfy { $0.run == runs.count - 1 }
            // The history does not know.
            case .affected: false
            }
        }
        return Set(members.map(\.identity))
    }

    /// The findings about a test.
    public func findings(of test: TestHistory) -> [HistoryFinding] {
        guard test.isPresent else { return [] }
        var kinds: [HistoryFinding.Kind] = []
        let flaky = flakiness(of: test)
        if let flaky { kinds.append(flaky) }
        if let failing = failing(test, flaky) { kinds.append(failing) }
        if let slower = slowness(of: test) { kinds.append(slower) }
        if let idle = idleness(of: test) { kinds.append(idle) }
        return kinds.map { HistoryFinding(identity: test.identity, kind: $0, title: test.title) }
    }

    // MARK: Flaky

    /// The runs in which most tests failed: a full disk or a machine without a network says nothing about one test.
    private static func broken(_ count: Int, _ tests: [TestHistory]) -> [Bool] {
        var (executed, failed) = (Array(repeating: 0, count: count), Array(repeating: 0, count: count))
        for test in tests {
            for result in test.results where result.outcome.isExecuted {
                executed[result.run] += 1
                if result.outcome.hasFailed { failed[result.run] += 1 }
            }
        }
        return zip(executed, failed).map { $1 >= brokenCount && Double($1) > Double($0) * brokenShare }
    }

    /// The flakiness of a test; nil if it never failed and passed with the same code, or seems fixed.
    public func flakiness(of test: TestHistory) -> HistoryFinding.Kind? {
        let results = test.executed.filter { !isBroken[$0.run] }
        var codes: [UInt64: (passed: Int, failed: Int)] = [:]
        var isFlaky = false
        for result in results {
            var counts = codes[result.code] ?? (0, 0)
            counts.passed += result.outcome.hasPassed ? 1 : 0
            counts.failed += result.outcome.hasFailed ? 1 : 0
            codes[result.code] = counts
            isFlaky = isFlaky || counts.passed > 0 && counts.failed > 0
        }
        guard isFlaky else { return nil }
        let counted = results.filter { result in
            guard let counts = codes[result.code] else { return false }
            return counts.passed > 0 || counts.failed < Self.brokenStreak
        }
        let failures = counted.filter(\.outcome.hasFailed)
        guard let last = failures.last else { return nil }
        let rate = Proportion(count: failures.count, total: counted.count)
        // So many passes since are no chance if it still failed as often.
        let since = counted.count { $0.run > last.run }
        if Self.power(1 - rate.interval.lowerBound, since) < 0.001 { return nil }
        var seeds: [UInt64] = []
        for result in failures.reversed() {
            let seed = result.seed ?? runs[result.run].seed
            if !seeds.contains(seed), seeds.count < Self.seedLimit { seeds.append(seed) }
        }
        return .flaky(rate, seeds: seeds, last: last.run)
    }

    /// A number to the power of a count.
    private static func power(_ base: Double, _ count: Int) -> Double {
        (0..<count).reduce(1) { power, _ in power * base }
    }

    // MARK: Failing

    /// Whether a test fails now, and since when; nothing is said of what is flaky and may just have failed a few times.
    private func failing(_ test: TestHistory, _ flaky: HistoryFinding.Kind?) -> HistoryFinding.Kind? {
        let results = test.executed.filter { !isBroken[$0.run] }
        let streak = results.reversed().prefix { $0.outcome.isFailure && $0.outcome != .failedAtTimes }
        guard let first = streak.last else { return nil }
        if case .flaky(let rate, _, _)? = flaky, Self.power(rate.interval.upperBound, streak.count) > 0.000_01 {
            return nil
        }
        let before = results.dropLast(streak.count)
        let passed = before.count(where: \.outcome.hasPassed)
        if streak.count >= Self.longStreak {
            return .failingForLong(since: first.run, times: streak.count, hasPassed: passed > 0)
        }
        return .newlyFailing(since: first.run, times: streak.count, passedBefore: passed)
    }

    // MARK: Slower

    /// The slowness of each run compared with others: the median, over its tests, of duration by usual duration.
    ///
    /// Machines differ, and the same one is busy at times; a test is slower only if it is among its neighbours.
    private static func pace(_ count: Int, _ tests: [TestHistory]) -> [Double] {
        var ratios = Array(repeating: [Double](), count: count)
        for test in tests {
            let timed = test.results.filter(isTimed)
            guard timed.count >= 5 else { continue }
            let usual = SlowdownSearch.median(timed.map { Double($0.duration) })
            for result in timed where usual >= 100_000 { ratios[result.run].append(Double(result.duration) / usual) }
        }
        return ratios.map { $0.count >= paceCount ? max(0.01, SlowdownSearch.median($0)) : 1 }
    }

    /// Whether a result's duration is that of the whole test.
    private static func isTimed(_ result: TestHistory.Result) -> Bool {
        (result.outcome == .passed || result.outcome == .passedAtRetry) && result.duration > 0
    }

    /// Whether a test became slower.
    public func slowness(of test: TestHistory) -> HistoryFinding.Kind? {
        let timed = test.results.filter(Self.isTimed)
        let durations = timed.map { Double($0.duration) / pace[$0.run] }
        guard let found = SlowdownSearch.slowdown(durations) else { return nil }
        return .slower(before: found.before, after: found.after, since: timed[found.turn].run)
    }

    // MARK: Not run

    /// Whether a test has not run for long, though the runs left nothing out.
    private func idleness(of test: TestHistory) -> HistoryFinding.Kind? {
        var count = 0
        for result in test.results.reversed() {
            if result.outcome.isExecuted { break }
            if !runs[result.run].isPartial, runs[result.run].ending == .finished { count += 1 }
        }
        return count >= Self.idleRuns ? .idle(runs: count) : nil
    }
}
