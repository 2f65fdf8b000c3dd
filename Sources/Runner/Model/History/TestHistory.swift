// SPDX-License-Identifier: MIT

/// The results of one test over runs, the oldest first.
public struct TestHistory: Sendable {
    /// The result of a test in a run.
    public struct Result: Sendable {
        /// The run, by its place among all.
        public var run: Int
        /// The outcome.
        public var outcome: HistoryOutcome
        /// The duration, in nanoseconds; 0 if that is unknown.
        public var duration: UInt64 = 0
        /// The code that was tested (`HistoryRun.code`).
        public var code: UInt64 = 0
        /// The number of attempts.
        public var attempts = 1
        /// The seed with which it failed, if that is not the run's.
        public var seed: UInt64?
        /// The number of times that the test ran and failed in the repetitions of the run.
        public var runs = 1, failures = 0
        /// The first line of what went wrong.
        public var message = ""
    }

    /// "bundle/Module.Class/case[example]"; "bundle/Module.Class" for the set-up and the tear-down of a class.
    public let identity: String
    /// Whether it is the set-up and the tear-down of a class, which are followed from their first failure on record.
    public var isOfClass = false
    /// Its tags, as the newest run of its class has them.
    public var tags: [String] = []
    /// Its results.
    public var results: [Result] = []
    /// Whether the newest run of its class still had it.
    public var isPresent = true

    /// Its name for people: of a class's own parts, in words.
    public var title: String { isOfClass ? "the set-up or tear-down of \(identity)" : identity }

    /// The results of those runs in which its body ran.
    public var executed: [Result] { results.filter(\.outcome.isExecuted) }
}

/// The history of tests by their names, made of the runs in the files.
public struct HistoryBook: Sendable {
    /// The runs, the oldest first.
    public let runs: [HistoryRun]
    /// The tests, by their identities in order.
    public private(set) var tests: [TestHistory] = []
    /// Remarks about parts that could not be read or seem wrong.
    public let remarks: [String]

    /// Follows the tests through the runs, each for its last results.
    ///
    /// - Parameter isWanted: Which tests, by their identities; all where nil.
    public init(_ content: HistoryContent, results limit: Int, isWanted: ((String) -> Bool)? = nil) {
        (runs, remarks) = (content.runs, content.remarks)
        var index: [UInt64: [Int?]] = [:]
        var places: [String: Int] = [:]
        var latest: [String: Int] = [:]
        var (builders, summed): ([Builder], [String: [Int]]) = ([], [:])
        var tagged: [Int: [String]] = [:]
        /// The place of a test by its name; nil if it is not wanted.
        func place(_ identity: String) -> Int? {
            if let known = places[identity] { return known < 0 ? nil : known }
            let isKept = isWanted?(identity) ?? true
            places[identity] = isKept ? builders.count : -1
            if !isKept { return nil }
            builders.append(Builder(history: TestHistory(identity: identity)))
            return builders.count - 1
        }
        for (number, run) in runs.enumerated() {
            for item in run.classes {
                guard let names = content.names[item.key] else { continue }
                latest[names.identity] = number
                let code = run.code(of: item)
                switch item.content {
                case .each(let results):
                    let known = index[item.key] ?? (names.tests ?? []).map { place(names.identity + "/" + $0) }
                    index[item.key] = known
                    for (position, tags) in zip(known, names.tags) { if let position { tagged[position] = tags } }
                    if names.tags.isEmpty, !tagged.isEmpty {
                        for case let position? in known { tagged[position] = nil }
                    }
                    for (position, result) in zip(known, results) {
                        guard let position else { continue }
                        builders[position].seen = number
                        builders[position].add(result, number, code)
                    }
                    for detail in item.details where known.indices.contains(detail.place) {
                        if let position = known[detail.place] { builders[position].add(detail, number) }
                    }
                case .some(let named, let othersPassed):
                    // A test that is not among them passed quickly, if the class ran as a whole.
                    var members = summed[names.identity] ?? []
                    var here: Set<Int> = []
                    for (position, test) in named.enumerated() {
                        guard let own = place(names.identity + "/" + test.name) else { continue }
                        if builders[own].history.results.isEmpty, !members.contains(own) { members.append(own) }
                        here.insert(own)
                        builders[own].seen = number
                        builders[own].add(test.result, number, code)
                        for detail in item.details where detail.place == position { builders[own].add(detail, number) }
                    }
                    for own in members { builders[own].seen = number }
                    for own in members where othersPassed && !here.contains(own) {
                        builders[own].add(HistoryResult(.passed, duration: 0), number, code)
                    }
                    summed[names.identity] = members
                }
            }
        }
        tests = builders.enumerated().compactMap { index, builder in
            var history = builder.history
            // No run that is kept had it.
            if history.results.isEmpty { return nil }
            history.results = Array(history.results.suffix(limit))
            history.tags = tagged[index] ?? []
            let owner = Self.parts(of: history.identity).owner
            history.isPresent = latest[owner].map { $0 <= builder.seen } ?? true
            return history
        }
        for history in Self.classes(content) where isWanted?(history.identity) ?? true {
            var history = history
            history.results = Array(history.results.suffix(limit))
            tests.append(history)
        }
        tests.sort { $0.identity < $1.identity }
    }

    /// The set-ups and tear-downs of classes of which one failed, each as a test of its own.
    ///
    /// Their cases did not run, so that nothing else would show the failure.
    private static func classes(_ content: HistoryContent) -> [TestHistory] {
        var found: [UInt64: String] = [:]
        for run in content.runs {
            for item in run.classes where item.isAbnormal { found[item.key] = content.names[item.key]?.identity }
        }
        if found.isEmpty { return [] }
        let wanted = Set(found.values)
        var histories: [String: TestHistory] = [:]
        for (number, run) in content.runs.enumerated() {
            for item in run.classes {
                guard let identity = content.names[item.key]?.identity, wanted.contains(identity),
                    item.isAbnormal || item.hasExecuted
                else { continue }
                histories[identity, default: TestHistory(identity: identity, isOfClass: true)].results.append(
                    TestHistory.Result(
                        run: number, outcome: item.isAbnormal ? .failed : .passed, code: run.code(of: item),
                        message: item.reason))
            }
        }
        return Array(histories.values)
    }

    /// A test whose results are being put together.
    private struct Builder {
        /// The history so far.
        var history: TestHistory
        /// The last run whose class had it.
        var seen = 0

        /// Adds a result, unless the run did not have it.
        mutating func add(_ result: HistoryResult, _ run: Int, _ code: UInt64) {
            if result.outcome == .absent { return }
            history.results.append(
                TestHistory.Result(run: run, outcome: result.outcome, duration: result.duration, code: code))
        }

        /// Adds the details of a result.
        mutating func add(_ detail: HistoryRun.Detail, _ run: Int) {
            guard let last = history.results.indices.last, history.results[last].run == run else { return }
            history.results[last].attempts = detail.attempts
            (history.results[last].runs, history.results[last].failures) = (detail.runs, detail.failures)
            (history.results[last].seed, history.results[last].message) = (detail.seed, detail.message)
        }
    }

    /// The identity of a test's class and the name of the test: a case's name has no slash, but an example's may.
    public static func parts(of identity: String) -> (owner: String, name: String) {
        guard let slash = identity.prefix(while: { $0 != "[" }).lastIndex(of: "/") else { return (identity, "") }
        return (String(identity[..<slash]), String(identity[identity.index(after: slash)...]))
    }

    /// The test of an identity.
    public func test(_ identity: String) -> TestHistory? { tests.first { $0.identity == identity } }
}
