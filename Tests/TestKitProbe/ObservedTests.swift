// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Registers the suites of this file, and the observer where it is asked for.
@MainActor func registerObservedSuites(in module: ModuleRegistration) {
    let extras = module.suite(ExtrasTests.self, "TestKitProbe.ExtrasTests")
    extras.add("testKnown") { try $0.testKnown() }
    extras.add("testKnownByItsMessage") { try $0.testKnownByItsMessage() }
    extras.add("testKnownIsSolved") { try $0.testKnownIsSolved() }
    extras.add("testKnownIntermittent") { try $0.testKnownIntermittent() }
    extras.add("testKnownAwaited") { try await $0.testKnownAwaited() }
    extras.add("testKnownRequirement") { try $0.testKnownRequirement() }
    extras.add("testTearDown") { $0.testTearDown() }
    extras.add("testTearDownFails") { $0.testTearDownFails() }
    extras.add("testTemporaryDirectory") { try $0.testTemporaryDirectory() }
    extras.add("testTemporaryDirectoryIsGone") { try $0.testTemporaryDirectoryIsGone() }
    extras.add("testMeasure") { $0.testMeasure() }
    let observed = module.suite(ObservedTests.self, "TestKitProbe.ObservedTests")
    observed.add("testPasses") { $0.testPasses() }
    observed.add("testFails") { $0.testFails() }
    observed.add("testThrows") { try $0.testThrows() }
    observed.add("testSkips") { try $0.testSkips() }
    if CommandLine.arguments.contains("ObservedTests") { module.observe(with: NotingObserver()) }
}

/// Writes events of `ObservedTests` down, and the run's.
final class NotingObserver: TestObserver {
    func handle(_ event: TestEvent) {
        switch event {
        case .runStarted: Probe.note("run started")
        case .runEnded: print("run ended")
        case .testStarted("TestKitProbe.ObservedTests"): Probe.note("test started")
        case .testEnded("TestKitProbe.ObservedTests", let result):
            Probe.note("test ended \(result.executed) \(result.failed) \(result.failedUnexpectedly)")
        case .caseStarted(let place) where place.test == "TestKitProbe.ObservedTests":
            Probe.note("started \(place.name)")
        case .caseEnded(let place, let outcome) where place.test == "TestKitProbe.ObservedTests":
            Probe.note("ended \(place.name) \(outcome)")
        case .failureRecorded(let failure) where failure.test == "TestKitProbe.ObservedTests":
            Probe.note("failure \(failure.caseName ?? "-") line \(failure.line) expected \(failure.isExpected)")
            expectTrue(false, "in the observer")
        default: break
        }
    }
}

/// Rule 26: what the observer sees.
final class ObservedTests: TestCase {
    func testPasses() {}
    func testFails() { fail("no", line: 31) }
    func testThrows() throws {
        recordLocation(line: 41)
        throw ProbeError.late
    }
    func testSkips() throws { try skip() }
    override func tearDownTest() throws { throw ProbeError.late }
}

/// Known issues, tear-down blocks, temporary directories, timing.
final class ExtrasTests: TestCase {
    /// The directory of the case before.
    private var directory = ""

    override func setUpTest() { addTearDown { Probe.note("the test's block") } }
    override func setUpTestCase(_ name: String) { Probe.note("setUpTestCase \(name)") }
    override func tearDownTestCase(_ name: String) { Probe.note("tearDownTestCase") }
    override func tearDownTest() { Probe.note("tearDownTest") }

    func testKnown() throws {
        try withKnownIssue("tracked elsewhere") { expectEqual(1, 2) }
        try withKnownIssue { throw ProbeError.late }
    }

    func testKnownByItsMessage() throws {
        try withKnownIssue(matching: { $0.contains("got 2") }) {
            expectEqual(2, 1)
            expectEqual(3, 1)
        }
    }

    func testKnownIsSolved() throws { try withKnownIssue {} }
    func testKnownIntermittent() throws { try withKnownIssue(isIntermittent: true) {} }

    func testKnownAwaited() async throws {
        try await withKnownIssue {
            await Task.yield()
            await Task { fail("in a task") }.value
        }
    }

    func testKnownRequirement() throws {
        try withKnownIssue { try requireTrue(false) }
        knownIssue("by hand")
        Probe.note("went on")
    }

    func testTearDown() {
        addTearDown { Probe.note("first block") }
        addTearDown {
            await Task.yield()
            Probe.note("second block")
        }
    }

    func testTearDownFails() {
        addTearDown { Probe.note("the other block") }
        addTearDown { throw ProbeError.late }
    }

    func testTemporaryDirectory() throws {
        directory = try temporaryDirectory()
        expectEqual(try temporaryDirectory(), directory)
        mkdir(directory + "/inner", 0o700)
        symlink("/", directory + "/inner/link")
        expectTrue(access(directory + "/inner", F_OK) == 0)
    }

    func testTemporaryDirectoryIsGone() throws {
        expectNotEqual(try temporaryDirectory(), directory)
        expectTrue(access(directory, F_OK) != 0)
    }

    func testMeasure() {
        var count = 0
        let timing = measure("counting", iterations: 5) { count += 1 }
        expectEqual(count, 6)
        expectEqual(timing.durations.count, 5)
        expectTrue(timing.minimum <= timing.median && timing.median <= timing.maximum)
    }
}
