// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel

/// Rule 10 of the semantics: what a name's suffix says.
struct PlatformsTests {
    /// Returns the support that a name's suffix states.
    func support(_ name: String, _ platforms: Platforms = Platforms()) -> testkit_support {
        var name = name
        return name.withUTF8 { platforms.support(of: UnsafeRawBufferPointer($0)) }
    }

    @Test("own system is current", arguments: ["M.Foo_Linux", "testFoo_Linux"])
    func ownSystem(name: String) {
        #expect(support(name) == TESTKIT_SUPPORTED)
    }

    @Test("other systems are not", arguments: ["Foo_macOS", "Foo_iPad", "Foo_iPhone"])
    func otherSystems(name: String) {
        #expect(support(name) == TESTKIT_UNSUPPORTED)
    }

    @Test("exactly one processor is current")
    func processors() {
        let answers = ["Foo_x86_64", "Foo_arm64"].map { support($0).rawValue }.sorted()
        #expect(answers == [TESTKIT_SUPPORTED.rawValue, TESTKIT_UNSUPPORTED.rawValue])
    }

    @Test(
        "other names say nothing",
        arguments: ["Foo", "FooLinux", "Linux", "Foo_linux", "Foo_Linux2", "Foo_Linux_", "Foo_Windows", "", "_"])
    func otherNames(name: String) {
        #expect(support(name) == TESTKIT_SUPPORT_BY_NAME)
    }

    @Test("command line declares more")
    func declaredMore() {
        let platforms = Platforms(current: ["Robot", "iPad"], declared: ["Moon"])
        #expect(support("Foo_Robot", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_iPad", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_Moon", platforms) == TESTKIT_UNSUPPORTED)
        #expect(support("Foo_Linux", platforms) == TESTKIT_SUPPORTED)
    }

    @Test("current beats declared")
    func currentFirst() {
        #expect(support("Foo_X", Platforms(current: ["X"], declared: ["X"])) == TESTKIT_SUPPORTED)
    }

    @Test("longest suffix decides")
    func longestSuffix() {
        #expect(support("Foo_old_Linux", Platforms(declared: ["old_Linux"])) == TESTKIT_UNSUPPORTED)
        #expect(support("Foo_no_Moon", Platforms(current: ["no_Moon"], declared: ["Moon"])) == TESTKIT_SUPPORTED)
    }
}
