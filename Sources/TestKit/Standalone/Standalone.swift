// SPDX-License-Identifier: MIT

import BundleABI

/// Runs classes without the runner: the suites of Swift Testing that the build-time generator writes for a test target call it.
///
/// One class at a time runs in the process, and its hooks are called as by the runner. Synchronous code runs on the main actor, whose
/// queue is not served meanwhile; asynchronous code is awaited.
///
/// ```
/// begin   waits for the turn of the class; setUpClass, init, setUpTest
/// run     setUpTestCase, body, tearDownTestCase     for each case that is selected
/// end     tearDownTest, deinit, tearDownClass
/// ```
///
/// Rule 4.
@_documentation(visibility: internal)
@MainActor
public enum Standalone {
    /// The class that runs.
    private static var live: StandaloneClass?
    /// Whether a class runs or is about to.
    private static var isTaken = false
    /// The calls that wait for the turn of another class.
    private static var waiting: [CheckedContinuation<Void, Never>] = []
    /// The number of the last activity.
    private static var number: UInt64 = 0

    /// Says once what is missing.
    private static let remark: Void = print(
        "TestKit: its classes run one after the other in this process. Only the runner gives processes of their own, run groups, "
            + "focus, seeds, time limits, observers and a main thread that waits (docs/SwiftTest.md).")

    /// Makes a class ready, when the classes before it have ended.
    public static func begin(_ type: TestCase.Type) async -> [StandaloneFinding] {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        _ = remark
        HostConnection.current = StandaloneHost.connection
        MainThread.noteCurrent()
        MainLoop.isServedByOthers.set()
        let live = StandaloneClass(type)
        self.live = live
        return await perform(nil, live.begin)
    }

    /// Runs a case, or one example of it, of the class that is ready.
    public static func run(_ name: String, example index: Int? = nil) async -> [StandaloneFinding] {
        guard let live else { return [] }
        let example = index.flatMap { examples[ObjectIdentifier(live.type)]?[name]?[$0] }
        return await perform(name) { await live.run(name, example, $0) }
    }

    /// Tears the class down.
    public static func end() async -> [StandaloneFinding] {
        defer {
            live = nil
            // The turn passes on without being free in between.
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        guard let live else { return [] }
        // The findings of the cases' work after their ends belong to the class.
        return await perform(nil, live.end) + StandaloneHost.takeAll()
    }

    /// The examples of each class's cases, which are read once.
    private static var examples: [ObjectIdentifier: [String: [Example]]] = [:]

    /// The names of a case's examples; the classes must be registered.
    public static func examples(of type: TestCase.Type, for name: String) async throws -> [String] {
        let found =
            if let typed = StandaloneClass(type).typedExamples(of: name) { typed(type) } else {
                try await ExampleSource(of: type).readAwaiting(type, name)
            }
        examples[ObjectIdentifier(type), default: [:]][name] = found
        return found.map(\.name)
    }

    /// The tags of a class, or those that one of its cases has besides.
    public nonisolated static func tags(of type: TestCase.Type, _ name: String? = nil) -> [String] {
        let chain = SuiteTraits.chain(from: type)
        return Set(chain.flatMap { name.map($0.tags(for:)) ?? $0.tags }.map(\.name)).sorted()
    }

    /// The reason why a class, or a case of it, does not run by itself; nil if it does.
    public static func obstacle(_ type: TestCase.Type, _ name: String? = nil) -> String? {
        HostConnection.current = StandaloneHost.connection
        guard let name else {
            let isAbstract = type.isAbstract && OverrideTable.shared.declares(.isAbstract, in: type)
            return isAbstract ? "an abstract class" : type.supportsCurrentPlatform ? nil : "not for this platform"
        }
        guard type.testCaseSupportsCurrentPlatform(name) else { return "not for this platform" }
        return type.ending(for: name) == nil
            ? nil : "it is to end its process, and only the runner gives it a process of its own"
    }

    /// Runs a step as an activity; returns what was found in it: without a place of its own, at the case's or the class's.
    private static func perform(
        _ name: String?, _ work: @MainActor (Activity) async -> Void
    ) async -> [StandaloneFinding] {
        number += 1
        let activity = Activity(number, of: StandaloneHost.connection)
        await activity.performAwaiting { await work(activity) }
        return StandaloneHost.take(of: activity.identifier).map { found in
            var found = found
            if found.file.isEmpty, let place = live?.place(of: name) { (found.file, found.line) = place }
            return found
        }
    }
}

/// Something that a class reports which runs without the runner.
@_documentation(visibility: internal)
public struct StandaloneFinding: Sendable {
    /// The kinds of findings.
    public enum Kind: Sendable {
        case failure, known, warning, skip, attachment
    }

    /// The kind.
    public var kind: Kind
    /// The message, in one line or several; the name of an attachment.
    public var text: String
    /// The comment on a known issue.
    public var comment = ""
    /// The source's path; "" if it is not known.
    public var file = ""
    /// The line there, from 1.
    public var line = 1
    /// The bytes of an attachment.
    public var bytes: [UInt8] = []
}
