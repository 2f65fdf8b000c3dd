// SPDX-License-Identifier: MIT

import BundleABI

/// A class while it runs: its instance and the order of its hooks.
///
/// ```
/// begin   setUpClass, init, setUpTest
/// run     setUpTestCase, body, tearDownTestCase      for each case
/// end     tearDownTest, deinit, tearDownClass
/// ```
///
/// Rule 4.
@MainActor
final class LiveClass {
    /// The registration of the class.
    let record: RegisteredClass
    /// Where the class is in the bundle.
    let index: Int
    /// The class.
    private let type: TestCase.Type
    /// The hooks to run; the others are not even called.
    private let hooks: HookSet
    /// The one instance, from before `setUpTest` until after `tearDownTest`.
    @exclusivity(unchecked) private(set) var instance: TestCase?
    /// The activity of `begin`: `end` closes what it left open.
    private var begun: Activity?
    /// The suites of the bundle: superclasses have hooks as well.
    private let collector: SuiteCollector?

    /// A class that has not begun.
    init(_ record: RegisteredClass, at index: Int, of collector: SuiteCollector? = nil) {
        self.record = record
        self.index = index
        self.collector = collector
        type = record.type
        hooks = HookSet(of: type)
    }

    /// Makes the class ready.
    ///
    /// If that fails, no case may be run, but `end` must be called.
    func begin(_ activity: Activity) {
        begun = activity
        setUp(activity)
        instance?.waitSettings.keep()
    }

    /// Runs the class's and the test's set-up.
    private func setUp(_ activity: Activity) {
        guard setUpClass(activity) else { return }
        // Sent nowhere while the main thread waits.
        nonisolated(unsafe) let instance = type.init()
        self.instance = instance
        guard hooks.contains(.setUpTest) || hooks.contains(.setUpTestAsync) else { return }
        _ = setUp(
            activity,
            .setUpTest, { try instance.setUpTest() },
            .setUpTestAsync, { try await instance.setUpTest() }
        )
    }

    /// Runs one case with its hooks.
    func run(_ body: CaseBody, named name: UnsafePointer<CChar>, _ activity: Activity) {
        guard let instance else {
            activity.record(Issue(kind: .error, message: "the case was run before its class was set up"))
            return
        }
        if !hooks.hasCaseHooks || setUpCase(instance, name, activity) {
            switch body {
            case .synchronous(let body):
                activity.run { try body(instance) }
            case .asynchronous(let body):
                nonisolated(unsafe) let instance = instance
                nonisolated(unsafe) let body = body
                activity.run { try MainLoop.wait(for: { @Sendable in try await body(instance) }) }
            case .waiting(let start):
                WaitingCase(name: String(cString: name), start: start, activity: activity).run(of: instance)
            }
        }
        if hooks.hasCaseHooks { tearDownCase(instance, name, activity) }
        if instance.waitSettings.isChanged { instance.waitSettings.restore() }
        if activity.hasExtras.isSet { activity.close(in: TESTKIT_PHASE_CASE_TEAR_DOWN) }
    }

    /// Tears down the object that `begin` made.
    func end(_ activity: Activity) {
        if let instance { tearDownTest(instance, activity) }
        instance = nil
        tearDownClass(activity)
        begun?.handOver(to: activity)
        if activity.hasExtras.isSet { activity.close(in: TESTKIT_PHASE_CLASS_TEAR_DOWN) }
    }

    /// Runs the test's tear-down.
    private func tearDownTest(_ instance: TestCase, _ activity: Activity) {
        guard hooks.contains(.tearDownTest) || hooks.contains(.tearDownTestAsync) else { return }
        nonisolated(unsafe) let instance = instance
        tearDown(
            activity,
            .tearDownTest, { try instance.tearDownTest() },
            .tearDownTestAsync, { try await instance.tearDownTest() }
        )
    }

    /// Runs the class's set-up; returns whether it succeeded.
    private func setUpClass(_ activity: Activity) -> Bool {
        guard hooks.contains(.setUpClass) || hooks.contains(.setUpClassAsync) else { return true }
        activity.enter(TESTKIT_PHASE_CLASS_SET_UP)
        let type = self.type
        let succeeded = setUp(
            activity,
            .setUpClass, { try type.setUpClass() },
            .setUpClassAsync, { try await type.setUpClass() }
        )
        if succeeded { activity.enter(TESTKIT_PHASE_TEST_SET_UP) }
        return succeeded
    }

    /// Runs the class's tear-down.
    private func tearDownClass(_ activity: Activity) {
        guard hooks.contains(.tearDownClass) || hooks.contains(.tearDownClassAsync) else { return }
        activity.enter(TESTKIT_PHASE_CLASS_TEAR_DOWN)
        let type = self.type
        tearDown(
            activity,
            .tearDownClass, { try type.tearDownClass() },
            .tearDownClassAsync, { try await type.tearDownClass() }
        )
    }

    /// Runs the case's set-up; returns whether the body may run.
    private func setUpCase(_ instance: TestCase, _ name: UnsafePointer<CChar>, _ activity: Activity) -> Bool {
        guard hooks.contains(.setUpCase) || hooks.contains(.setUpCaseAsync) else { return true }
        activity.enter(TESTKIT_PHASE_CASE_SET_UP)
        nonisolated(unsafe) let instance = instance
        let name = String(cString: name)
        let succeeded = setUp(
            activity,
            .setUpCase, { try instance.setUpTestCase(name) },
            .setUpCaseAsync, { try await instance.setUpTestCase(name) }
        )
        if succeeded { activity.enter(TESTKIT_PHASE_BODY) }
        return succeeded
    }

    /// Runs the case's tear-down.
    private func tearDownCase(_ instance: TestCase, _ name: UnsafePointer<CChar>, _ activity: Activity) {
        guard hooks.contains(.tearDownCase) || hooks.contains(.tearDownCaseAsync) else { return }
        activity.enter(TESTKIT_PHASE_CASE_TEAR_DOWN)
        nonisolated(unsafe) let instance = instance
        let name = String(cString: name)
        tearDown(
            activity,
            .tearDownCase, { try instance.tearDownTestCase(name) },
            .tearDownCaseAsync, { try await instance.tearDownTestCase(name) }
        )
    }

    /// Runs a set-up's two forms, the synchronous one first; the second only if the first succeeded.
    private func setUp(
        _ activity: Activity, _ hook: OverrideTable.Member, _ synchronous: () throws -> Void,
        _ asynchronousHook: OverrideTable.Member, _ asynchronous: @escaping @Sendable () async throws -> Void
    ) -> Bool {
        if hooks.contains(hook), !activity.attempt(at: place(of: hook), synchronous) { return false }
        guard hooks.contains(asynchronousHook) else { return true }
        return activity.attempt(at: place(of: asynchronousHook)) { try MainLoop.wait(for: asynchronous) }
    }

    /// Runs a tear-down's two forms, the asynchronous one first, whatever fails.
    private func tearDown(
        _ activity: Activity, _ hook: OverrideTable.Member, _ synchronous: () throws -> Void,
        _ asynchronousHook: OverrideTable.Member, _ asynchronous: @escaping @Sendable () async throws -> Void
    ) {
        if hooks.contains(asynchronousHook) {
            activity.attempt(isTearDown: true, at: place(of: asynchronousHook)) {
                try MainLoop.wait(for: asynchronous)
            }
        }
        if hooks.contains(hook) { activity.attempt(isTearDown: true, at: place(of: hook), synchronous) }
    }

    /// Where the override of a hook is that the class has or inherits; nil if that is not known.
    private func place(of hook: OverrideTable.Member) -> SourceLocation? {
        let chain = SuiteTraits.chain(from: type).compactMap { $0 == type ? record : collector?.registered($0) }
        return RegisteredClass.place(of: hook, in: chain)
    }
}
