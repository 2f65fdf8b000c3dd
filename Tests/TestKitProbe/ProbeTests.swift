// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Cases that need a main thread which is served while they are awaited.
final class ProbeTests: TestCase {
    override func setUpTest() async throws {
        await Task.yield()
        Probe.note("setUpTest async")
    }

    override func setUpTestCase(_ name: String) throws { Probe.note("setUpTestCase \(name)") }
    override func setUpTestCase(_ name: String) async { Probe.note("setUpTestCase \(name) async") }
    override func tearDownTestCase(_ name: String) { Probe.note("tearDownTestCase \(name)") }
    override func tearDownTestCase(_ name: String) async throws { Probe.note("tearDownTestCase \(name) async") }
    override class func tearDownClass() async throws { throw ProbeError.late }

    func testSyncOnMain() { Probe.note("main \(Probe.isMainThread)") }

    func testAsyncOffMain() async throws {
        Probe.note("main \(Probe.isMainThread)")
        try await Task.sleep(nanoseconds: 1_000_000)
        await MainActor.run { Probe.note("main actor \(Probe.isMainThread)") }
        expectTrue(false, "in the async case")
    }

    @MainActor func testMainActor() async {
        await Task.yield()
        Probe.note("main actor \(Probe.isMainThread)")
    }

    @MainActor func testMainActorSync() { Probe.note("main \(Probe.isMainThread)") }

    func testThrows() async throws {
        recordLocation(line: 77)
        throw ProbeError.late
    }

    /// Its task outlives it: what that reports must not land on the next case.
    func testLeavesATask() {
        Task { @MainActor in
            while !Probe.nextCaseIsRunning { await Task.yield() }
            expectTrue(false, "late")
            Probe.lateReportIsDone = true
        }
    }

    @MainActor func testWaitsForTheLateReport() async {
        Probe.nextCaseIsRunning = true
        while !Probe.lateReportIsDone { await Task.yield() }
    }

    func testDoesNotSpin() async throws {
        let before = clock()
        try await Task.sleep(nanoseconds: 200_000_000)
        let used = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        expectLessThan(used, 0.05, "processor seconds while asleep")
    }
}

/// A suite that is isolated to the main actor as a whole.
@MainActor
final class MainActorTests: TestCase {
    /// State that only the main actor may touch.
    private var steps: [String] = []

    override func setUpTestCase(_ name: String) async throws { append(name) }

    /// Changes the state.
    private func append(_ step: String) { steps.append(step) }

    func testSync() { expectEqual(steps, ["testSync"]) }
    func testAsync() async {
        await Task.yield()
        expectEqual(steps, ["testSync", "testAsync"])
    }
}

/// The error that the probe throws.
enum ProbeError: Error {
    /// The only one.
    case late
}
