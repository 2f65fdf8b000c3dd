// SPDX-License-Identifier: MIT

import RunnerSupport

/// What each test of a package used when it last passed.
///
/// A test's part depends on no other test's: of two records, either part may be taken.
package struct ReachRecord: Equatable, Sendable {
    /// What all tests of a bundle have in common, and what they are told.
    package struct Context: Hashable, Sendable {
        /// The bundle's data and code that belong to no function.
        package var bundle: UInt64
        /// The libraries that come with it.
        package var libraries: UInt64
        /// The environment.
        package var environment: UInt64
        /// The settings of the run and of the test.
        package var settings: UInt64

        /// Makes one from its parts.
        package init(bundle: UInt64, libraries: UInt64, environment: UInt64, settings: UInt64) {
            (self.bundle, self.libraries, self.environment, self.settings) = (bundle, libraries, environment, settings)
        }
    }

    /// A function as it was.
    package struct Function: Hashable, Sendable {
        /// The number that stands for its name and its content.
        package let key: UInt64
        /// Its name, as the linker knows it.
        package let name: String

        /// Makes one from its parts.
        package init(key: UInt64, name: String) { (self.key, self.name) = (key, name) }
    }

    /// A file as it was.
    package struct File: Hashable, Sendable {
        /// Its path.
        package let path: String
        /// How it was used: a `reach_use`.
        package let use: UInt32
        /// The number that stands for what was there.
        package let state: UInt64

        /// Makes one from its parts.
        package init(path: String, use: UInt32, state: UInt64) {
            (self.path, self.use, self.state) = (path, use, state)
        }
    }

    /// What a test used.
    package struct Test: Equatable, Sendable {
        /// When it passed, in seconds since 1970.
        package var passed: UInt64
        /// What makes it run always, as flags: `UnseenUse`.
        package var unseen: UnseenUse
        /// What it has in common with others, by number.
        package var context: Int
        /// The functions that it entered, by number, ascending.
        package var functions: [Int]
        /// The files that it used, by number, ascending.
        package var files: [Int]
    }

    /// The different contexts.
    package private(set) var contexts: [Context] = []
    /// The different functions.
    package private(set) var functions: [Function] = []
    /// The different files.
    package private(set) var files: [File] = []
    /// The tests, by identity.
    package private(set) var tests: [String: Test] = [:]

    /// The numbers of what is there already.
    private var knownContexts: [Context: Int] = [:]
    private var knownFunctions: [Function: Int] = [:]
    private var knownFiles: [File: Int] = [:]

    /// An empty record.
    package init() {}

    /// Whether two records say the same of all tests.
    package static func == (one: ReachRecord, two: ReachRecord) -> Bool {
        one.contexts == two.contexts && one.functions == two.functions && one.files == two.files
            && one.tests == two.tests
    }

    /// Adds a test.
    package mutating func add(
        _ identity: String, passed: UInt64, unseen: UnseenUse, _ context: Context, _ functions: [Function],
        _ files: [File]
    ) {
        tests[identity] = Test(
            passed: passed, unseen: unseen, context: Self.number(of: context, &contexts, &knownContexts),
            functions: functions.map { Self.number(of: $0, &self.functions, &knownFunctions) }.sorted(),
            files: files.map { Self.number(of: $0, &self.files, &knownFiles) }.sorted())
    }

    /// Takes what was read.
    mutating func take(_ contexts: [Context], _ functions: [Function], _ files: [File], _ tests: [String: Test]) {
        (self.contexts, self.functions, self.files, self.tests) = (contexts, functions, files, tests)
    }

    /// Adds a test as another record has it.
    package mutating func add(_ identity: String, of other: ReachRecord) {
        guard let test = other.tests[identity] else { return }
        add(
            identity, passed: test.passed, unseen: test.unseen, other.contexts[test.context],
            test.functions.map { other.functions[$0] }, test.files.map { other.files[$0] })
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
