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

    @Test(
        "the own system is current, others are not, and other names say nothing",
        arguments: [
            (["M.Foo_Linux", "testFoo_Linux"], TESTKIT_SUPPORTED),
            (["Foo_macOS", "Foo_iPad", "Foo_iPhone"], TESTKIT_UNSUPPORTED),
            (["Foo", "FooLinux", "Linux", "Foo_linux", "Foo_Linux2", "Foo_Linux_"], TESTKIT_SUPPORT_BY_NAME),
            (["Foo_Windows", "", "_"], TESTKIT_SUPPORT_BY_NAME),
        ])
    func systems(names: [String], expected: testkit_support) {
        for name in names { #expect(support(name) == expected, "\(name)") }
    }

    @Test("exactly one processor is current")
    func processors() {
        let answers = ["Foo_x86_64", "Foo_arm64"].map { support($0).rawValue }.sorted()
        #expect(answers == [TESTKIT_SUPPORTED.rawValue, TESTKIT_UNSUPPORTED.rawValue])
    }

    @Test("the command line declares more; what is current comes first, and the longest suffix decides")
    func declaredMore() {
        let platforms = Platforms(current: ["Robot", "iPad"], declared: ["Moon"])
        #expect(support("Foo_Robot", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_iPad", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_Moon", platforms) == TESTKIT_UNSUPPORTED)
        #expect(support("Foo_Linux", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_X", Platforms(current: ["X"], declared: ["X"])) == TESTKIT_SUPPORTED)
        #expect(support("Foo_old_Linux", Platforms(declared: ["old_Linux"])) == TESTKIT_UNSUPPORTED)
        #expect(support("Foo_no_Moon", Platforms(current: ["no_Moon"], declared: ["Moon"])) == TESTKIT_SUPPORTED)
    }
}
