// SPDX-License-Identifier: MIT

import AdapterSupport
import Testing

/// A suite in which tests are planned, so that somebody hears of the issues.
///
/// Those of `prepare(for:)` and of conditions have no test, and Swift Testing drops them where no configuration is in force.
struct PlanningIssues: SuiteTrait, TestScoping {
    /// What plans.
    private let body: @Sendable () async -> Void

    /// Does something whose issues are an activity's warnings.
    static func report(
        to activity: Activity, _ configuration: Configuration, while body: @escaping @Sendable () async -> Void
    ) async {
        let suite = Test.__type(
            Self.self, displayName: nil, traits: [PlanningIssues(body: body)], sourceLocation: #_sourceLocation)
        var listening = configuration
        listening.eventHandler = { event, context in
            TestingEvents.reportWhilePlanning(event, context, activity)
        }
        let plan = await Testing.Runner.Plan(tests: [suite], configuration: configuration)
        await Testing.Runner(plan: plan, configuration: listening).run()
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // What plans finds no test that runs, as without this suite.
        await Task.detached(operation: body).value
    }
}
