// SPDX-License-Identifier: MIT

import RunnerSupport

/// The usual durations of tests: the median of their last durations.
public enum UsualDurations {
    /// The least number of known durations of a test that can take longer than usual.
    private static let needed = 5

    /// The usual durations in nanoseconds, by identity, of the tests of which enough is known.
    public static func all(in book: HistoryBook) -> [String: UInt64] {
        var usual: [String: UInt64] = [:]
        for test in book.tests { usual[test.identity] = duration(of: test, needed: needed) }
        return usual
    }

    /// The usual duration of a test in nanoseconds; nil if fewer of its durations are known than needed.
    fileprivate static func duration(of test: TestHistory, needed: Int) -> UInt64? {
        let durations = test.results.filter { $0.outcome.hasPassed && $0.duration > 0 }.map { Double($0.duration) }
        return durations.count < needed ? nil : UInt64(SlowdownSearch.median(durations))
    }
}

extension RunRecord {
    /// A record with the usual durations of tests, as shards are balanced by.
    public init(usualOf book: HistoryBook) {
        let last = book.runs.last
        self.init(
            run: Run(
                number: UInt64(max(1, book.runs.count)), time: UTCTime.text(last?.started ?? 0) + "Z",
                seed: last?.seed ?? 0, ending: .finished, executed: 0, failed: 0, command: last?.command ?? ""))
        var places: [String: Int] = [:]
        for test in book.tests where test.isPresent {
            guard let nanoseconds = UsualDurations.duration(of: test, needed: 1) else { continue }
            let (owner, name) = HistoryBook.parts(of: test.identity)
            let place = places[owner] ?? classes.count
            if place == classes.count {
                places[owner] = place
                classes.append(Class(identity: owner, run: run.number))
            }
            classes[place].count += 1
            classes[place].duration.add(clamping: nanoseconds / 1000)
            if nanoseconds / 1000 >= Self.longDuration {
                classes[place].cases.append(Case(name: name, outcome: .passed, duration: nanoseconds / 1000))
            }
        }
    }
}
