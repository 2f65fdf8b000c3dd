// SPDX-License-Identifier: MIT

import Testing

/// Plans the tests and suites of a test executable, each once in a process.
///
/// A plan that Swift Testing makes prepares the traits of all that is in it. So a suite is planned by itself, and a test without its
/// suites: what it inherits from them is added here, as Swift Testing does it.
///
/// It is used on the main thread, or while that waits.
final class TestPlanner: @unchecked Sendable {
    /// The step of a test or a suite.
    typealias Step = Testing.Runner.Plan.Step

    /// The records that make the tests.
    private let records: TestRecords
    /// The steps of suites, by record.
    private var suites: [Int: Step] = [:]

    /// The tests whose arguments were made when they were listed, by record: they are not made again.
    private let made: [Int: Test]

    /// A planner that has planned nothing.
    init(_ records: TestRecords, made: [Int: Test]) { (self.records, self.made) = (records, made) }

    /// The steps of the suites of some records, each of which is in the one before it.
    func suites(_ indices: [Int], _ configuration: Configuration) async -> [Step] {
        var steps: [Step] = []
        for index in indices {
            if suites[index] == nil, let made = await records.tests([index]).first?.test {
                suites[index] = await plan([(made, steps.last)], configuration).first ?? nil
            }
            if let step = suites[index] { steps.append(step) }
        }
        return steps
    }

    /// The steps of the suites around a test that do not run.
    ///
    /// A type without `@Suite` has no record: Swift Testing makes its suite for a plan, which then has all that is around the test.
    func idleSuites(around test: ListedTest, _ configuration: Configuration) async -> [Step] {
        let known = await suites(test.suites, configuration).filter { !$0.runs }
        if known.isEmpty || test.names.count <= test.suites.count + 1 { return known }
        let made = await records.tests(test.suites + [test.record]).map(\.test)
        return await Testing.Runner.Plan(tests: made, configuration: configuration).steps
            .filter { $0.test.isSuite && !$0.runs }
    }

    /// The steps of some tests by record.
    func tests(_ listed: [ListedTest], _ configuration: Configuration) async -> [Int: Step] {
        var tests: [(test: Test, suite: Step?)] = []
        var indices: [Int] = []
        for test in listed {
            let suite = await suites(test.suites, configuration).last
            var found = made[test.record]
            if found == nil { found = await records.tests([test.record]).first?.test }
            guard let found else { continue }
            tests.append((found, suite))
            indices.append(test.record)
        }
        let steps = await plan(tests, configuration)
        return Dictionary(zip(indices, steps).compactMap { index, step in step.map { (index, $0) } }) { first, _ in
            first
        }
    }

    /// Plans some tests or suites in their suites, which are planned already.
    private func plan(_ tests: [(test: Test, suite: Step?)], _ configuration: Configuration) async -> [Step?] {
        var heirs: [Test] = []
        for (test, suite) in tests where suite?.runs ?? true { heirs.append(Self.heir(test, of: suite)) }
        let planned = heirs.isEmpty ? [] : await Testing.Runner.Plan(tests: heirs, configuration: configuration).steps
        let steps = Dictionary(planned.map { ($0.test.id, $0) }) { first, _ in first }
        return tests.map { test, suite in
            guard var step = suite, !step.runs else { return steps[test.id] }
            step.test = Self.heir(test, of: suite)
            return step
        }
    }

    /// A test with the traits that it has from its suite.
    private static func heir(_ test: Test, of suite: Step?) -> Test {
        var test = test
        test.traits.insert(contentsOf: inherited(from: suite?.test), at: 0)
        return test
    }

    /// The traits that a suite hands down to what is in it.
    static func inherited(from suite: Test?) -> [any Trait] {
        (suite?.traits ?? []).filter { ($0 as? any SuiteTrait)?.isRecursive == true }
    }
}
