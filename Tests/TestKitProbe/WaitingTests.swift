// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import TestKit

/// Registers the suites of this file.
@MainActor func registerWaitingSuites(in module: ModuleRegistration) {
    let suite = module.suite(WaitingTests.self, "TestKitProbe.WaitingTests")
    suite.addOnOwnThread("testAsyncOwnThread") { $0.testAsyncOwnThread() }
    suite.addOnOwnThread("testOwnThreadAsync") { $0.testOwnThreadAsync() }
    suite.add("testAsyncmainQueue") { $0.testAsyncmainQueue() }
    suite.add("testQueueAsyncmain") { $0.testQueueAsyncmain() }
    suite.addOnOwnThread("testAsyncFinishFirst") { $0.testAsyncFinishFirst() }
    suite.addOnOwnThread("testAsyncFinishOnExit") { $0.testAsyncFinishOnExit() }
    suite.addOnOwnThread("testAsyncSettingsAreTheCasesOwn") { $0.testAsyncSettingsAreTheCasesOwn() }
    suite.addOnOwnThread("testAsyncFailureEnds") { $0.testAsyncFailureEnds() }
    suite.addOnOwnThread("testAsyncThrows") { try $0.testAsyncThrows() }
    suite.addOnOwnThread("testAsyncSkips") { try $0.testAsyncSkips() }
    suite.addOnOwnThread("testAsyncTimeout") { $0.testAsyncTimeout() }
    suite.addOnOwnThread("testAsyncTimeoutInAWait") { $0.testAsyncTimeoutInAWait() }
    suite.addOnOwnThread("testAsyncFailureEndsAWait") { $0.testAsyncFailureEndsAWait() }
    suite.addOnOwnThread("testAsyncServesTheMainQueue") { $0.testAsyncServesTheMainQueue() }
    suite.addOnOwnThread("testAsyncUsesNoProcessor") { $0.testAsyncUsesNoProcessor() }
    suite.add("testAsyncMisplaced") { $0.testAsyncMisplaced() }
    suite.add("testPlainFinishDoesNothing") { $0.testPlainFinishDoesNothing() }
}

/// Rules 20 and 21: cases that say themselves when they are done.
final class WaitingTests: TestCase {
    override func setUpTest() {
        finishTimeout = .seconds(5)
        Probe.note("limit \(finishTimeout)")
    }

    override func setUpTestCase(_ name: String) { Probe.note("setUpTestCase \(name)") }

    /// Runs code on a thread that the runner knows nothing of.
    private func elsewhere(_ work: @escaping @Sendable () -> Void) { ForeignThread.start(work) }

    func testAsyncOwnThread() {
        Probe.note("main \(Probe.isMainThread)")
        let finish = finish
        elsewhere { finish() }
    }

    func testOwnThreadAsync() {
        Probe.note("main \(Probe.isMainThread)")
        finish()
    }

    func testAsyncmainQueue() {
        Probe.note("main \(Probe.isMainThread)")
        elsewhere { [finish] in finish() }
    }

    func testQueueAsyncmain() {
        Probe.note("main \(Probe.isMainThread)")
        Task { @MainActor [finish] in
            Probe.note("later main \(Probe.isMainThread)")
            finish()
        }
    }

    func testAsyncFinishFirst() {
        finish()
        finish()
        wait(for: .milliseconds(20))
        Probe.note("body returned")
    }

    func testAsyncFinishOnExit() { finishesOnExit = true }

    func testAsyncSettingsAreTheCasesOwn() {
        expectFalse(finishesOnExit)
        expectEqual(finishTimeout, .seconds(5))
        finish()
    }

    /// Never calls `finish()`.
    func testAsyncFailureEnds() {
        elsewhere { expectTrue(false, "elsewhere") }
    }

    func testAsyncThrows() throws {
        recordLocation(line: 55)
        throw ProbeError.late
    }

    func testAsyncSkips() throws { try skip("not today") }

    func testAsyncTimeout() {
        recordLocation(line: 66)
        finishTimeout = .milliseconds(50)
    }

    /// Its wait, longer than its limit, ends with the limit.
    func testAsyncTimeoutInAWait() {
        finishTimeout = .milliseconds(50)
        let never = Expectation("never", line: 68)
        wait(for: never, timeout: .seconds(60), line: 70)
        Probe.note("wait ended")
    }

    /// Its wait ends at a failure from elsewhere.
    func testAsyncFailureEndsAWait() {
        let never = Expectation("never")
        // What failed before a wait does not end it, so the failure is one of a wait that has begun.
        let line: UInt = 122
        elsewhere {
            Probe.awaitLocation(line)
            expectTrue(false, "elsewhere")
        }
        wait(for: never, timeout: .seconds(60), line: line)
        Probe.note("wait ended")
    }

    func testAsyncServesTheMainQueue() {
        let served = Expectation("served")
        Task { @MainActor in
            Probe.note("main \(Probe.isMainThread)")
            served.fulfill()
        }
        wait(for: served, timeout: .seconds(5))
        finish()
    }

    func testAsyncUsesNoProcessor() {
        let before = ProcessorTime.now
        wait(for: .milliseconds(500))
        expectLessThan(ProcessorTime.now - before, 0.1, "processor seconds in half a second")
        finish()
    }

    func testPlainFinishDoesNothing() { finish() }

    /// Registered for the main thread, on which a body of its name must not run.
    func testAsyncMisplaced() { Probe.note("ran") }
}

/// Processor time of the whole process.
enum ProcessorTime {
    /// User's and system's, in seconds.
    static var now: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + microseconds * 1e-6
    }
}

/// A thread that the runner knows nothing of.
enum ForeignThread {
    /// Carries work to a thread.
    private final class Work: Sendable {
        /// The work.
        let run: @Sendable () -> Void
        /// Wraps the work.
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs work on a new thread.
    static func start(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Work(work)).toOpaque()
        pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument
        )
        pthread_detach(thread)
    }
}
