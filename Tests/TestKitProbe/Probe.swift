// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// The state that the probe's suite and its main program share.
@MainActor
enum Probe {
    /// Where suite code writes down that it runs; set once, before anything does.
    nonisolated(unsafe) static var host: FakeHost?
    /// Whether the task that outlives its case has reported.
    static var lateReportIsDone = false

    /// Whether the case after that one has begun.
    static var nextCaseIsRunning = false

    /// Whether the code runs on the process's first thread.
    nonisolated static var isMainThread: Bool {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "\(getpid())/task/\(getpid())"
    }

    /// Waits until the host was told of a line, the last of all so far.
    nonisolated static func awaitLocation(_ line: UInt) {
        while host?.knownLocations.last?.hasSuffix(": \(line)") != true { sched_yield() }
    }

    /// Writes down that suite code runs.
    nonisolated static func note(_ event: String) { host?.note(event) }
}

/// Registers the probe's suites as generated code does.
#if compiler(>=6.3)
@section("testkit_modules") @used
#endif
private let testKitModule: ModuleRecord = { context in
    let module = ModuleRegistration(context)
    let suite = module.suite(ProbeTests.self, "TestKitProbe.ProbeTests", line: 7)
    suite.add("testSyncOnMain") { $0.testSyncOnMain() }
    suite.add("testAsyncOffMain") { try await $0.testAsyncOffMain() }
    suite.add("testMainActor") { await $0.testMainActor() }
    suite.add("testMainActorSync") { $0.testMainActorSync() }
    suite.add("testThrows") { try await $0.testThrows() }
    suite.add("testLeavesATask") { $0.testLeavesATask() }
    suite.add("testWaitsForTheLateReport") { await $0.testWaitsForTheLateReport() }
    suite.add("testDoesNotSpin") { try await $0.testDoesNotSpin() }
    let isolated = module.suite(MainActorTests.self, "TestKitProbe.MainActorTests")
    isolated.add("testSync") { $0.testSync() }
    isolated.add("testAsync") { await $0.testAsync() }
    registerExpectationSuites(in: module)
    registerObservedSuites(in: module)
    registerWaitingSuites(in: module)
}

#if compiler(<6.3)
/// Has the record above.
private enum TestKitModule: ModuleRecordContainer {
    static var record: ModuleRecord { testKitModule }
}
#endif
