// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import TestKit
@testable import TestKitProbe

/// Rules 10 and 11.
///
/// To the fake host `_Here` is current, `_Elsewhere` is not, and no other suffix is known.
@MainActor
struct PlatformTests {
    @Test("rule 10: the nearest suffixed class decides, the own name first; an override before all")
    func classes() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            module.suite(BareTests.self, "Tests.BareTests")
            module.suite(Base_Elsewhere.self, "Tests.Base_Elsewhere")
            module.suite(HeirOfElsewhere.self, "Tests.HeirOfElsewhere")
            module.suite(Heir_Here.self, "Tests.Heir_Here")
            module.suite(OverriddenTests.self, "Tests.OverriddenTests")
        }
        let expected = [TESTKIT_SUPPORTED, TESTKIT_UNSUPPORTED, TESTKIT_UNSUPPORTED, TESTKIT_SUPPORTED]
        #expect(driver.classes.map(\.support) == expected.map(\.rawValue) + [TESTKIT_UNSUPPORTED.rawValue])
    }

    @Test("rule 10: a bundle without an override leaves its cases' names to the host, which need not ask")
    func byName() {
        let driver = Script.driver { context in
            ModuleRegistration(context).suite(BareTests.self, "Tests.BareTests").add("testA_Here") { $0.testA() }
        }
        #expect(driver.bundle.pointee.case_support == nil)
    }

    @Test("rule 10: a class without an override, beside one with it, leaves its cases' names to the host")
    func besideOverride() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            module.suite(BareTests.self, "Tests.BareTests").add("testA_Here") { $0.testA() }
            module.suite(PickyTests.self, "Tests.PickyTests")
        }
        let bundle = driver.bundle
        #expect(bundle.pointee.case_support(bundle, 0, 0, 0) == TESTKIT_SUPPORT_BY_NAME.rawValue)
    }

    @Test("rule 10: an override gets the name, and may ask super, also for inherited cases")
    func overridden() {
        let driver = Script.driver { context in
            let module = ModuleRegistration(context)
            let base = module.suite(BareTests.self, "Tests.BareTests")
            base.add("testA_Here") { $0.testA() }
            base.add("testA_Elsewhere") { $0.testA() }
            base.add("testNever") { $0.testA() }
            base.add("testA") { $0.testA() }
            module.suite(PickyTests.self, "Tests.PickyTests")
        }
        let bundle = driver.bundle
        let answers = (0..<UInt32(4)).map { bundle.pointee.case_support(bundle, 1, 0, $0) }
        #expect(answers == [1, 2, 2, 1])
    }
}

/// Cannot run here.
class Base_Elsewhere: TestCase {}
/// Inherits that.
final class HeirOfElsewhere: Base_Elsewhere {}
/// Its own name comes first.
final class Heir_Here: Base_Elsewhere {}
/// Says so itself.
final class OverriddenTests: TestCase {
    override class var supportsCurrentPlatform: Bool { false }
}
/// Has one case that it does not support.
final class PickyTests: BareTests {
    override class func testCaseSupportsCurrentPlatform(_ name: String) -> Bool {
        name != "testNever" && super.testCaseSupportsCurrentPlatform(name)
    }
}
