// SPDX-License-Identifier: MIT

import BundleABI
@testable import TestKitProbe

@testable import TestKit

/// How a step of a scripted suite goes wrong.
enum Fault: String, CaseIterable {
    /// It throws an error.
    case thrown
    /// It records a failed assertion.
    case recorded
}

/// An error of the tests.
struct Boom: Error, Equatable {
    /// Tells one from another.
    var number = 1
}

/// The script of the scripted suites.
///
/// Used on the main actor only, by one test at a time.
enum Script {
    /// The steps that go wrong, and how.
    nonisolated(unsafe) static var faults: [String: Fault] = [:]
    /// The host that steps are written down in.
    nonisolated(unsafe) static var host: FakeHost?

    /// Writes a step down, and lets it go wrong if it is to.
    static func step(_ name: String) throws {
        host?.note(name)
        switch faults[name] {
        case .thrown: throw Boom()
        case .recorded: fail("recorded in \(name)")
        case nil: break
        }
    }

    /// The bundle of some records, connected to a fake host.
    @MainActor
    static func driver(faults: [String: Fault] = [:], _ records: ModuleRecord...) -> FakeHost.Driver {
        let collector = SuiteCollector()
        for record in records { collector.collect(record) }
        let driver = FakeHost.Driver(BundleTable.make(for: BundleExporter(collector)))
        self.faults = faults
        host = driver.host
        return driver
    }
}

/// A suite whose every step is scripted.
class ScriptedTests: TestCase {
    override class func setUpClass() throws { try Script.step("setUpClass") }
    override class func tearDownClass() throws { try Script.step("tearDownClass") }
    override func setUpTest() throws { try Script.step("setUpTest") }
    override func tearDownTest() throws { try Script.step("tearDownTest") }
    override func setUpTestCase(_ name: String) throws { try Script.step("setUp \(name)") }
    override func tearDownTestCase(_ name: String) throws { try Script.step("tearDown \(name)") }
    func testA() throws { try Script.step("testA") }
    func testB() throws { try Script.step("testB") }

    /// Registers it, as generated code does.
    static let record: ModuleRecord = { context in
        let module = ModuleRegistration(context)
        let suite = module.suite(ScriptedTests.self, "Tests.ScriptedTests", file: "Scripted.swift", line: 3)
        suite.add("testA", line: 10) { try $0.testA() }
        suite.add("testB", line: 11) { try $0.testB() }
    }
}
