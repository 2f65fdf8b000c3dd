// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import TestKit
@testable import TestKitProbe

/// Rule 3: the registry as suites' code sees it.
@MainActor
struct RegistryTests {
    /// Connects a bundle to a host with a registry of a base class and its subclass, in a bundle named "b".
    private func connect() {
        let host = Script.driver().host.address
        host.pointee.registered_count = { _ in 2 }
        host.pointee.registered_class = { _, index, info in
            guard index < 2, let info else { return 0 }
            info.pointee.bundle = ("b" as StaticString).cString
            info.pointee.name = (index == 0 ? "M.Base" as StaticString : "M.Child").cString
            info.pointee.superclass = index == 0 ? UInt32.max : 0
            info.pointee.run_group = 3
            info.pointee.case_count = 2 + UInt32(index)
            info.pointee.is_abstract = index == 0 ? 1 : 0
            info.pointee.is_focused = UInt8(index)
            return 1
        }
        host.pointee.find_class = { _, name, near in
            guard let name, near != nil else { return UInt32.max }
            return String(cString: name) == "Child" ? 1 : UInt32.max
        }
    }

    @Test("rule 3: all tests, by name, superclass and subclasses")
    func lookUps() throws {
        connect()
        #expect(TestRegistry.allTests.map(\.identity) == ["b/M.Base", "b/M.Child"])
        let child = try #require(TestRegistry.test(named: "Child"))
        #expect(child.name == "M.Child" && child.runGroup == 3 && child.caseCount == 3)
        #expect(child.isFocused && !child.isAbstract)
        #expect(TestRegistry.test(named: "Nobody") == nil)
        let base = try #require(child.superclass)
        #expect(base.isAbstract && base.superclass == nil)
        #expect(base.subclasses == [child] && child.subclasses.isEmpty)
    }

    @Test("rule 3: without a registry in the host there are no tests")
    func none() {
        _ = Script.driver()
        #expect(TestRegistry.allTests.isEmpty)
        #expect(TestRegistry.test(named: "Child") == nil)
    }
}
