// SPDX-License-Identifier: MIT

import BundleABI

/// A class that runs without the runner: what ``LiveClass`` does, with `await` where that turns the main loop.
@MainActor
final class StandaloneClass {
    /// The class.
    let type: TestCase.Type
    /// The hooks to run.
    private let hooks: HookSet
    /// The one instance.
    private var instance: TestCase?
    /// The activity of `begin`.
    private var begun: Activity?
    /// Whether cases may run.
    private var isReady = false

    /// A class that has not begun.
    init(_ type: TestCase.Type) { (self.type, hooks) = (type, HookSet(of: type)) }

    /// Makes the class ready.
    func begin(_ activity: Activity) async {
        begun = activity
        let type = type
        let isSetUp = await setUp(
            activity, .setUpClass, { try type.setUpClass() }, .setUpClassAsync, { try await type.setUpClass() })
        guard isSetUp else { return }
        nonisolated(unsafe) let instance = type.init()
        self.instance = instance
        isReady = await setUp(
            activity, .setUpTest, { try instance.setUpTest() }, .setUpTestAsync, { try await instance.setUpTest() })
        instance.waitSettings.keep()
    }

    /// Runs the cases of a name with their hooks: several where they differ in their parameters.
    func run(_ name: String, _ example: Example?, _ activity: Activity) async {
        guard isReady, let own = instance else {
            return activity.record(SkipError(reason: "the class was not set up", location: .none), isTearDown: false)
        }
        nonisolated(unsafe) let instance = own
        let found = cases(of: name)?.cases ?? []
        let lost = "its module is compiled without it, or without the plug-in RegisterTests"
        if let obstacle = found.isEmpty ? lost : Standalone.obstacle(type, name) {
            return activity.record(SkipError(reason: obstacle, location: .none), isTearDown: false)
        }
        instance.currentExample = example
        let isSetUp = await setUp(
            activity, .setUpCase, { try instance.setUpTestCase(name) },
            .setUpCaseAsync, { try await instance.setUpTestCase(name) })
        if isSetUp {
            for testCase in found { await run(testCase.body, name, instance, activity) }
        }
        await tearDown(
            activity, .tearDownCase, { try instance.tearDownTestCase(name) },
            .tearDownCaseAsync, { try await instance.tearDownTestCase(name) })
        instance.currentExample = nil
        instance.waitSettings.restore()
        await activity.closeAwaiting()
    }

    /// The cases of a name, own or inherited, with the class that declares them; several where they differ in their parameters.
    private func cases(of name: String) -> (owner: RegisteredClass, cases: [RegisteredClass.Case])? {
        for owner in SuiteLibrary.registrations(of: type) {
            let cases = owner.cases.filter { String(cString: $0.descriptor.name) == name }
            if !cases.isEmpty { return (owner, cases) }
        }
        return nil
    }

    /// The function that gives the typed examples of a case; nil for other examples.
    func typedExamples(of name: String) -> (@MainActor (TestCase.Type) -> [Example])? {
        guard let owner = cases(of: name)?.owner else { return nil }
        let index = owner.cases.firstIndex { String(cString: $0.descriptor.name) == name }
        return index.flatMap { owner.typedExamples[$0] }
    }

    /// Where the override of a hook is that the class has or inherits; nil if that is not known.
    private func place(of hook: OverrideTable.Member) -> SourceLocation? {
        RegisteredClass.place(of: hook, in: SuiteLibrary.registrations(of: type))
    }

    /// Where a case is declared, or the class.
    func place(of name: String?) -> (file: String, line: Int) {
        let found = name.flatMap(cases)
        let declaration = (found?.owner ?? SuiteLibrary.registrations(of: type).first)?.declaration
        let descriptor = found?.cases.first?.descriptor
        let file = descriptor?.file.map { String(cString: $0) } ?? declaration?.file.description
        return (file ?? "", max(1, Int(descriptor?.line ?? declaration?.line ?? 1)))
    }

    /// Runs the body of a case.
    private func run(_ body: CaseBody, _ name: String, _ instance: TestCase, _ activity: Activity) async {
        switch body {
        case .synchronous(let body): ForeignAssertions.run { activity.run { try body(instance) } }
        case .asynchronous(let body):
            nonisolated(unsafe) let (instance, body) = (instance, body)
            await activity.attemptAwaiting { try await body(instance) }
        case .waiting:
            let reason = "it ends by finish(), and only the runner has a main thread that waits for it"
            activity.record(SkipError(reason: reason, location: .none), isTearDown: false)
        }
    }

    /// Tears down what `begin` made.
    func end(_ activity: Activity) async {
        if let instance {
            nonisolated(unsafe) let instance = instance
            await tearDown(
                activity, .tearDownTest, { try instance.tearDownTest() },
                .tearDownTestAsync, { try await instance.tearDownTest() })
        }
        instance = nil
        let type = type
        await tearDown(
            activity, .tearDownClass, { try type.tearDownClass() },
            .tearDownClassAsync, { try await type.tearDownClass() })
        begun?.handOver(to: activity)
        await activity.closeAwaiting()
    }

    /// Runs a set-up's two forms, the synchronous one first; the second only if the first succeeded.
    private func setUp(
        _ activity: Activity, _ hook: OverrideTable.Member, _ synchronous: () throws -> Void,
        _ asynchronousHook: OverrideTable.Member, _ asynchronous: @Sendable () async throws -> Void
    ) async -> Bool {
        var hasPassed = true
        if hooks.contains(hook) {
            ForeignAssertions.run { hasPassed = activity.attempt(at: place(of: hook), synchronous) }
        }
        guard hasPassed, hooks.contains(asynchronousHook) else { return hasPassed }
        return await activity.attemptAwaiting(at: place(of: asynchronousHook), asynchronous)
    }

    /// Runs a tear-down's two forms, the asynchronous one first, whatever fails.
    private func tearDown(
        _ activity: Activity, _ hook: OverrideTable.Member, _ synchronous: () throws -> Void,
        _ asynchronousHook: OverrideTable.Member, _ asynchronous: @Sendable () async throws -> Void
    ) async {
        if hooks.contains(asynchronousHook) {
            await activity.attemptAwaiting(isTearDown: true, at: place(of: asynchronousHook), asynchronous)
        }
        if hooks.contains(hook) {
            ForeignAssertions.run { activity.attempt(isTearDown: true, at: place(of: hook), synchronous) }
        }
    }
}

extension SourceLocation {
    /// No place.
    fileprivate static var none: SourceLocation { SourceLocation("", 0) }
}

extension Activity {
    /// Runs a hook or a body to its end, and records the error that it lets out; returns whether it neither threw nor failed.
    @MainActor
    @discardableResult
    func attemptAwaiting(
        isTearDown: Bool = false, at place: @autoclosure () -> SourceLocation? = nil,
        _ work: @Sendable () async throws -> Void
    ) async -> Bool {
        let (before, start) = (failureCount, lastLocation)
        do {
            try await work()
        } catch {
            attempt(isTearDown: isTearDown, at: lastLocation == start ? place() : nil) { throw error }
            return false
        }
        return failureCount == before
    }

    /// Closes what the activity's code left open.
    @MainActor
    fileprivate func closeAwaiting() async {
        guard hasExtras.isSet else { return }
        while let block = withExtras({ $0.tearDowns.popLast() }) {
            switch block {
            case .synchronous(let work): attempt(isTearDown: true, work)
            case .asynchronous(let work): await attemptAwaiting(isTearDown: true, work)
            }
        }
        close(in: TESTKIT_PHASE_CASE_TEAR_DOWN)
    }
}
