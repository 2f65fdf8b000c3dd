// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import TestKit
@testable import TestKitProbe

/// The descriptors of a bundle, as the host reads them.
@MainActor
struct DescriptorTests {
    @Test("rule 1: a case's descriptor says its name, its line, and its file if that is not the class's")
    func cases() throws {
        let driver = Script.driver { context in
            let suite = ModuleRegistration(context).suite(BareTests.self, "Tests.BareTests", file: "A.swift", line: 7)
            suite.add("testA", line: 8) { $0.testA() }
            suite.add("testB", file: "B.swift", line: 9) { $0.testA() }
        }
        let type = try #require(driver.classes.first)
        #expect(driver.classNames == ["Tests.BareTests"])
        #expect(String(cString: type.file) == "A.swift")
        #expect(type.line == 7 && type.case_count == 2 && type.struct_size == 48)
        let cases = driver.cases(of: 0)
        #expect(driver.caseNames(of: 0) == ["testA", "testB"])
        #expect(cases.map(\.line) == [8, 9] && cases.map(\.struct_size) == [40, 40])
        #expect(cases[0].file == nil && String(cString: cases[1].file) == "B.swift")
    }

    @Test("rule 1: the nearest registered ancestor is the superclass, in whatever order they register")
    func superclass() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            module.suite(GrandchildTests.self, "Tests.GrandchildTests")
            module.suite(BareTests.self, "Tests.BareTests")
        }
        #expect(driver.classes.map(\.superclass) == [1, UInt32.max])
    }

    @Test("rule 1: a class that several records extend is one class, with the declaring module's name")
    func merged() {
        let driver = Script.driver(
            { context in
                let suite = ModuleRegistration(context).suite(extending: BareTests.self, file: "Extension.swift")
                suite.add("testExtension") { $0.testA() }
            },
            { context in
                let suite = ModuleRegistration(context).suite(BareTests.self, "Tests.Bare", file: "A.swift", line: 3)
                suite.add("testA") { $0.testA() }
            }
        )
        #expect(driver.classNames == ["Tests.Bare"])
        #expect(driver.classes[0].line == 3)
        #expect(driver.caseNames(of: 0) == ["testExtension", "testA"])
        #expect(String(cString: driver.cases(of: 0)[0].file) == "Extension.swift")
    }

    @Test("rule 1: a class that only an extension registers has the language's name for it")
    func onlyExtended() {
        let driver = Script.driver { ModuleRegistration($0).suite(extending: BareTests.self) }
        #expect(driver.classNames == ["TestKitTests.BareTests"])
    }

    @Test("rule 1: equal names are both kept, for the host to report")
    func duplicates() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            let suite = module.suite(BareTests.self, "Tests.Same")
            suite.add("testA", line: 1) { $0.testA() }
            suite.add("testA", line: 2) { $0.testA() }
            module.suite(HeirTests.self, "Tests.Same")
        }
        #expect(driver.classNames == ["Tests.Same", "Tests.Same"])
        #expect(driver.caseNames(of: 0) == ["testA", "testA"])
    }

    @Test("rule 1: a class that is no TestCase registers nothing")
    func unrelated() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            let other = module.suite(Unrelated.self, "Tests.Unrelated")
            other.add("testA") { $0.testA() }
            other.add("testB") { await $0.testB() }
            module.suite(extending: Unrelated.self)
        }
        #expect(driver.classes.isEmpty)
    }

    @Test("rule 2: isAbstract speaks for the class that declares it, and reaches no subclass")
    func abstract() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            module.suite(AbstractTests.self, "Tests.AbstractTests")
            module.suite(ChildOfAbstractTests.self, "Tests.ChildOfAbstractTests")
            module.suite(ConcreteTests.self, "Tests.ConcreteTests")
            module.suite(BareTests.self, "Tests.BareTests")
        }
        let mask = TESTKIT_CLASS_ABSTRACT.rawValue | TESTKIT_CLASS_CONCRETE.rawValue
        let flags = driver.classes.map { $0.flags & mask }
        #expect(flags == [TESTKIT_CLASS_ABSTRACT.rawValue, 0, TESTKIT_CLASS_CONCRETE.rawValue, 0])
    }

    @Test("rule 7: focus is a flag of the class and of the case")
    func focus() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            module.suite(BareTests.self, "Tests.BareTests", isFocused: true)
            module.suite(HeirTests.self, "Tests.HeirTests").add("testA", isFocused: true) { $0.testA() }
        }
        #expect(driver.classes.map { $0.flags & TESTKIT_CLASS_FOCUSED.rawValue } == [1, 0])
        #expect(driver.cases(of: 1).map(\.flags) == [TESTKIT_CASE_FOCUSED.rawValue])
    }

    @Test("rule 12: the run group is 1, or what the class or a superclass says, clamped to 32 bits")
    func runGroup() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            module.suite(BareTests.self, "Tests.BareTests")
            module.suite(AbstractTests.self, "Tests.AbstractTests")
            module.suite(ChildOfAbstractTests.self, "Tests.ChildOfAbstractTests")
            module.suite(LastTests.self, "Tests.LastTests")
        }
        #expect(driver.classes.map(\.run_group) == [1, 4, 4, Int32.max])
        #expect(driver.classes.allSatisfy { $0.flags & TESTKIT_CLASS_HAS_RUN_GROUP.rawValue != 0 })
    }

    @Test("rule 18: a parameterised case is recognised by its name, and fails without examples")
    func parameterised() {
        let driver = Script.driver { context in
            let suite = ModuleRegistration(context).suite(BareTests.self, "Tests.BareTests")
            suite.add("outlineTestA", isFocused: true) { $0.testA() }
            suite.add("parameterisedTestA") { $0.testA() }
            suite.add("outlineTes") { $0.testA() }
        }
        #expect(driver.cases(of: 0).map(\.flags) == [3, 2, 0])
        driver.run()
        #expect(
            driver.host.events[1] == "2: error no examples: BareTests overrides neither examples(for:) nor examples(), "
                + "and the bundle does not use TestKitResources, which reads data files")
        #expect(driver.host.events[2] == "case 2 failed")
    }

    @Test("the bundle refuses a host that it cannot work with, and says why")
    func connect() {
        let exporter = BundleExporter(SuiteCollector())
        let host = FakeHost().address
        #expect(exporter.connect(nil) != nil)
        host.pointee.abi_major = 2
        #expect(exporter.connect(host).map { String(cString: $0) }?.contains("expected a host of ABI 1") == true)
        host.pointee.struct_size = 40
        #expect(exporter.connect(host).map { String(cString: $0) }?.contains("struct_size") == true)
        host.pointee.magic = 0
        #expect(exporter.connect(host).map { String(cString: $0) }?.contains("magic") == true)
    }

    @Test("an index that is none is refused without harm")
    func badIndex() {
        let driver = Script.driver(ScriptedTests.record)
        let bundle = driver.bundle
        #expect(bundle.pointee.get_class(bundle, 1) == nil)
        #expect(bundle.pointee.get_case(bundle, 0, 2) == nil)
        #expect(bundle.pointee.run_case(bundle, 5, 0, 0, 0, UInt32.max) == TESTKIT_FAILED.rawValue)
        #expect(bundle.pointee.begin_class(bundle, 6, 9) == TESTKIT_FAILED.rawValue)
        #expect(driver.host.events.count == 2)
    }

    @Test("every hook is found where a class keeps it")
    func overrideTable() {
        #expect(OverrideTable.shared.isKnown)
        let hooks = HookSet(of: ScriptedTests.self)
        let overridden = OverrideTable.Member.allCases.filter(hooks.contains)
        #expect(
            overridden == [.setUpClass, .tearDownClass, .setUpTest, .tearDownTest, .setUpCase, .tearDownCase]
        )
        #expect(OverrideTable.Member.allCases.filter(HookSet(of: GrandchildTests.self).contains).isEmpty)
    }
}

/// Not registered; its subclass is.
class UnregisteredTests: BareTests {}
/// Has an ancestor that is registered, but not its superclass.
final class GrandchildTests: UnregisteredTests {}

/// Not a test.
final class Unrelated {
    func testA() {}
    func testB() async {}
}

/// Abstract, plainly.
class AbstractTests: TestCase {
    override class var isAbstract: Bool { true }
    override class var runGroup: Int { 4 }
}
/// Inherits an override that does not speak for it.
class ChildOfAbstractTests: AbstractTests {}
/// Says that it is to run.
final class ConcreteTests: AbstractTests {
    override class var isAbstract: Bool { false }
}
/// In the last group of all.
final class LastTests: TestCase {
    override class var runGroup: Int { .max }
}
