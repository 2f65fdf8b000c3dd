// SPDX-License-Identifier: MIT

import RunnerSupport

/// The code and files that each test of a package used when it last passed.
///
/// A test's part depends on no other test's: of two records, either part may be taken.
public struct ReachRecord: Equatable, Sendable {
    /// The conditions that all tests of a bundle have in common, and those that the runner gives them.
    public struct Context: Hashable, Sendable {
        /// The bundle's data and code that belong to no function.
        public var bundle: UInt64
        /// The names of all that is in the bundle; of a test, 0 where no library has found a type by its name for it.
        public var names: UInt64
        /// The libraries that come with it.
        public var libraries: UInt64
        /// The environment.
        public var environment: UInt64
        /// The settings of the run and of the test.
        public var settings: UInt64

        /// Makes one from its parts.
        public init(bundle: UInt64, names: UInt64 = 0, libraries: UInt64, environment: UInt64, settings: UInt64) {
            (self.bundle, self.names, self.libraries) = (bundle, names, libraries)
            (self.environment, self.settings) = (environment, settings)
        }
    }

    /// A function as it was; where it was written makes no difference.
    public struct Function: Hashable, Sendable {
        /// The number that represents its name and its content.
        public internal(set) var key: UInt64
        /// Its name, as the linker knows it.
        public internal(set) var name: String
        /// Where it was written; nil where that is not known.
        public var source: SourceLines?

        /// Makes one from its parts.
        public init(key: UInt64, name: String, source: SourceLines? = nil) {
            (self.key, self.name, self.source) = (key, name, source)
        }

        /// Whether two are the same.
        public static func == (one: Function, other: Function) -> Bool {
            one.key == other.key && one.name == other.name
        }

        /// Takes what makes it the same as another into a number.
        public func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// A file as it was.
    public struct File: Hashable, Sendable {
        /// Its path.
        public internal(set) var path: String
        /// The kind of use: a `reach_use`.
        public internal(set) var use: UInt32
        /// The number that represents what was there.
        public internal(set) var state: UInt64

        /// Makes one from its parts.
        public init(path: String, use: UInt32, state: UInt64) {
            (self.path, self.use, self.state) = (path, use, state)
        }
    }

    /// The code and files that a test used.
    public struct Test: Equatable, Sendable {
        /// When it passed, or last ran and did not, in seconds since 1970.
        public var passed: UInt64
        /// The uses that make it run always, as flags: `UnseenUse`.
        public var unseen: UnseenUse
        /// The conditions that it has in common with others, by number.
        public var context: Int
        /// The functions that it entered, by number, ascending.
        public var functions: [Int]
        /// The files that it used, by number, ascending.
        public var files: [Int]
    }

    /// The different contexts.
    public internal(set) var contexts: [Context] = []
    /// The different functions.
    public internal(set) var functions: [Function] = []
    /// The different files.
    public internal(set) var files: [File] = []
    /// The tests, by identity.
    public internal(set) var tests: [String: Test] = [:]

    /// The numbers of what is there already.
    private var knownContexts: [Context: Int] = [:]
    private var knownFunctions: [Function: Int] = [:]
    private var knownFiles: [File: Int] = [:]

    /// An empty record.
    public init() {}

    /// Whether two records say the same of all tests.
    public static func == (one: ReachRecord, two: ReachRecord) -> Bool {
        one.contexts == two.contexts && one.functions == two.functions && one.files == two.files
            && one.tests == two.tests
    }

    /// Adds a test.
    public mutating func add(
        _ identity: String, passed: UInt64, unseen: UnseenUse, _ context: Context, _ functions: [Function],
        _ files: [File]
    ) {
        add(identity, passed: passed, unseen: unseen, context, numbered: functions.map { number(of: $0) }, files)
    }

    /// Adds a test that entered functions with these numbers.
    public mutating func add(
        _ identity: String, passed: UInt64, unseen: UnseenUse, _ context: Context, numbered functions: [Int],
        _ files: [File]
    ) {
        tests[identity] = Test(
            passed: passed, unseen: unseen, context: Self.number(of: context, &contexts, &knownContexts),
            functions: functions.sorted(), files: files.map { Self.number(of: $0, &self.files, &knownFiles) }.sorted())
    }

    /// The number of a function, which is added where it is new.
    public mutating func number(of function: Function) -> Int {
        Self.number(of: function, &functions, &knownFunctions)
    }

    /// Says where functions are written now; of others, it stays as it was.
    public mutating func update(_ sources: [UInt64: SourceLines]) {
        for index in functions.indices {
            if let source = sources[functions[index].key] { functions[index].source = source }
        }
    }

    /// The number of tests that entered each function, by number.
    public var entryCounts: [Int] {
        var counts = [Int](repeating: 0, count: functions.count)
        for test in tests.values { for number in test.functions { counts[number] += 1 } }
        return counts
    }

    /// Takes the tests of another record that this one has not, or has from an earlier time; in the same second, a failure is later.
    public mutating func take(_ other: ReachRecord) {
        let later = other.tests.filter { identity, test in
            guard let known = tests[identity] else { return true }
            return test.passed == known.passed ? test.unseen.contains(.failed) : test.passed > known.passed
        }
        add(later.keys, of: other)
    }

    /// Adds a test that did not pass: in a merge, this counts more than that it passed before.
    public mutating func add(failed identity: String, at time: UInt64) {
        add(
            identity, passed: time, unseen: .failed, Context(bundle: 0, libraries: 0, environment: 0, settings: 0), [],
            [])
    }

    /// Notes that a test failed since it was recorded, at a time that is not known: any record of a later time counts in a merge.
    public mutating func add(failedLater identity: String) {
        if let test = tests[identity] { add(failed: identity, at: test.passed) }
    }

    /// Adds tests as another record has them.
    public mutating func add(_ identities: some Sequence<String>, of other: ReachRecord) {
        // Most functions are those of many tests: each is looked up once.
        var contexts = [Int?](repeating: nil, count: other.contexts.count)
        var functions = [Int?](repeating: nil, count: other.functions.count)
        var files = [Int?](repeating: nil, count: other.files.count)
        for identity in identities {
            guard var test = other.tests[identity] else { continue }
            test.context = Self.number(of: test.context, in: other.contexts, &contexts, &self.contexts, &knownContexts)
            test.functions = test.functions.map {
                Self.number(of: $0, in: other.functions, &functions, &self.functions, &knownFunctions)
            }.sorted()
            test.files = test.files.map {
                Self.number(of: $0, in: other.files, &files, &self.files, &knownFiles)
            }.sorted()
            tests[identity] = test
        }
    }

    /// The number here of a value that has another one elsewhere; the numbers found so far are kept.
    private static func number<Value: Hashable>(
        of number: Int, in others: [Value], _ found: inout [Int?], _ all: inout [Value], _ known: inout [Value: Int]
    ) -> Int {
        if let number = found[number] { return number }
        let result = Self.number(of: others[number], &all, &known)
        found[number] = result
        return result
    }

    /// The number of a value, which is added where it is new.
    private static func number<Value: Hashable>(
        of value: Value, _ all: inout [Value], _ known: inout [Value: Int]
    ) -> Int {
        if let number = known[value] { return number }
        known[value] = all.count
        all.append(value)
        return all.count - 1
    }
}
