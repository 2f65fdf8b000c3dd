// SPDX-License-Identifier: MIT

import AdapterSupport
import Testing

/// A suite that receives the issues of some work which belong to no test.
///
/// Swift Testing drops them where no configuration is in force, such as those of `prepare(for:)` and of conditions.
struct ListeningSuite: SuiteTrait, TestScoping {
    /// The work of the suite.
    private let body: @Sendable () async -> Void

    /// Does something, and hands over the events of no test.
    static func hear(
        _ configuration: Configuration, of body: @escaping @Sendable () async -> Void,
        _ handler: @escaping @Sendable (borrowing Event, borrowing Event.Context) -> Void
    ) async {
        let suite = Test.__type(
            Self.self, displayName: nil, traits: [ListeningSuite(body: body)], sourceLocation: #_sourceLocation)
        var listening = configuration
        listening.eventHandler = handler
        let plan = await Testing.Runner.Plan(tests: [suite], configuration: configuration)
        await Testing.Runner(plan: plan, configuration: listening).run()
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // The work finds no running test, as without this suite.
        await Task.detached(operation: body).value
    }
}
