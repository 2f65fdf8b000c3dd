// SPDX-License-Identifier: MIT

import RunnerSupport

/// All that a history has: the runs in the order in which they were, and the names of their tests.
public struct HistoryContent: Sendable {
    /// The runs, the oldest first.
    public var runs: [HistoryRun] = []
    /// The names of the tests, by their keys.
    public var names: [UInt64: HistoryNames] = [:]
    /// Remarks about parts that could not be read or seem wrong.
    public var remarks: [String] = []

    /// Makes one from its parts.
    public init(runs: [HistoryRun] = [], names: [UInt64: HistoryNames] = [:], remarks: [String] = []) {
        self.runs = runs
        self.names = names
        self.remarks = remarks
    }

    /// The time by which a run must have ended later than the next one before that is reported, in nanoseconds.
    ///
    /// Two runs that end at about the same time may be appended in either order.
    private static let patience: UInt64 = 600_000_000_000

    /// Puts the runs of a file in the order in which they ended.
    ///
    /// A run that was recorded here is where it was appended, whatever the clock said: if the clock went back, the later
    /// times are believed. An imported run is where its time puts it.
    public mutating func arrange() {
        // Both have their bounds (`FileNumber`).
        var times = runs.map { $0.started + $0.duration }
        var (next, back) = (UInt64.max, 0)
        for index in runs.indices.reversed() where !runs[index].isImported {
            if times[index] > next, times[index] - next > Self.patience { back += 1 }
            times[index] = min(times[index], next)
            next = times[index]
        }
        if back > 0 {
            let words = Count.text(back, "run seems", "runs seem")
            remarks.append(
                "the clock went back: \(words) to be later than the runs after them, and are listed before those")
        }
        let order = runs.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        runs = order.map { runs[$0] }
    }

    /// Drops what goes beyond a number of results for each test, then the oldest runs until the rest takes a number of bytes.
    ///
    /// Results are dropped by classes: those of a class go when all of its tests have later ones in that number. So two
    /// branches with different tests keep their own. Of a test's messages only the last is kept.
    public mutating func trim(toResults limit: Int, bytes: Int) {
        var counts: [String: ResultCounts] = [:]
        var kept: [HistoryRun] = []
        var (size, known) = (0, Set<UInt64>())
        for run in runs.reversed() {
            var run = run
            run.classes = run.classes.compactMap { item in
                guard let names = names[item.key] else { return nil }
                return Self.keep(item, names, limit, &counts)
            }
            if run.classes.isEmpty { continue }
            size += run.bytes.count + 16
            for item in run.classes where known.insert(item.key).inserted {
                size += (names[item.key]?.bytes.count ?? 0) + 16
            }
            // The newest run stays, however large it is.
            if size > bytes, !kept.isEmpty { break }
            kept.append(run)
        }
        runs = kept.reversed()
        let used = Set(runs.flatMap { $0.classes.map(\.key) })
        names = names.filter { used.contains($0.key) }
    }

    /// The results of a class that are kept; nil if each of its tests has enough later ones.
    private static func keep(
        _ item: HistoryRun.Class, _ names: HistoryNames, _ limit: Int, _ counts: inout [String: ResultCounts]
    ) -> HistoryRun.Class? {
        var item = item
        // Taken out, so that it is changed in its place.
        var own = counts.removeValue(forKey: names.identity) ?? ResultCounts()
        defer { counts[names.identity] = own }
        own.begin(item.key, names.tests ?? [])
        if !own.count(item, limit) { return nil }
        for index in item.details.indices where !item.details[index].message.isEmpty {
            guard let name = item.name(at: item.details[index].place, names) else { continue }
            if !own.messages.insert(name).inserted { item.details[index].message = "" }
        }
        return item
    }
}

/// The number of results of each test of a class seen so far, from the newest on.
private struct ResultCounts {
    /// The tests of which a message has been seen.
    var messages: Set<String> = []
    /// The key of the names at hand.
    private var key: UInt64?
    /// The names at hand, and the count of each.
    private var (names, places): ([String], [Int]) = ([], [])
    /// The counts of tests that are not at hand.
    private var others: [String: Int] = [:]
    /// The count of the class.
    private var whole = 0

    /// Takes names at hand; those of runs that follow each other are mostly the same.
    mutating func begin(_ key: UInt64, _ names: [String]) {
        if key == self.key { return }
        for (name, count) in zip(self.names, places) { others[name] = count }
        (self.key, self.names) = (key, names)
        places = names.map { others[$0] ?? 0 }
    }

    /// Counts the results of a class; whether one of them is among the last few of its test.
    mutating func count(_ item: HistoryRun.Class, _ limit: Int) -> Bool {
        switch item.content {
        case .each(let results):
            var isNeeded = false
            for place in 0..<min(results.count, places.count) where results[place].outcome != .absent {
                isNeeded = isNeeded || places[place] < limit
                places[place] += 1
            }
            return isNeeded
        case .some(let named, _):
            var isNeeded = whole < limit
            whole += 1
            for test in named {
                isNeeded = isNeeded || others[test.name, default: 0] < limit
                others[test.name, default: 0] += 1
            }
            return isNeeded
        }
    }
}

extension HistoryRun.Class {
    /// Whether any of its tests ran.
    public var hasExecuted: Bool {
        switch content {
        case .each(let results): results.contains(where: \.outcome.isExecuted)
        case .some(let named, let othersPassed): othersPassed || named.contains(where: \.result.outcome.isExecuted)
        }
    }

    /// The name of the test at a place; nil if there is none.
    public func name(at place: Int, _ names: HistoryNames) -> String? {
        switch content {
        case .each: names.tests.flatMap { $0.indices.contains(place) ? $0[place] : nil }
        case .some(let named, _): named.indices.contains(place) ? named[place].name : nil
        }
    }
}
