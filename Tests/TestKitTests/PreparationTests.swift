// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import TestKit
@testable import TestKitProbe

/// The preparation of a process from which others are forked.
///
/// Rule 55.
@MainActor
struct PreparationTests {
    /// Prepares a bundle as the host does.
    private func prepare(_ driver: FakeHost.Driver) throws {
        let prepare = try #require(driver.bundle.pointee.prepare)
        prepare(driver.bundle)
    }

    @Test("preparing runs nothing of the suite's, says nothing to the host, and changes nothing for what runs then")
    func silent() throws {
        let plain = Script.driver(ScriptedTests.record)
        plain.run()
        let prepared = Script.driver(ScriptedTests.record)
        try prepare(prepared)
        #expect(prepared.host.events == [] && prepared.host.knownLocations == [])
        prepared.run()
        #expect(prepared.host.events == plain.host.events && !plain.host.events.isEmpty)
    }

    @Test("observers hear nothing of it")
    func observers() throws {
        final class Observer: TestObserver {
            nonisolated(unsafe) static var count = 0
            func handle(_ event: TestEvent) { Self.count += 1 }
        }
        let observer = Observer()
        TestObservers.add(observer)
        defer { TestObservers.remove(observer) }
        let driver = Script.driver(ScriptedTests.record)
        try prepare(driver)
        #expect(Observer.count == 0)
    }
}
