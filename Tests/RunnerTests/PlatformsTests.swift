// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import Runner

/// Rule 10 of the semantics: what a name's suffix says.
@Suite struct PlatformsTests {
    /// Returns the support that a name's suffix states.
    func support(_ name: String, _ platforms: Platforms = Platforms()) -> testkit_support {
        var name = name
        return name.withUTF8 { platforms.support(of: UnsafeRawBufferPointer($0)) }
    }

    @Test(arguments: ["M.Foo_Linux", "testFoo_Linux"]) func ownSystemIsCurrent(name: String) {
        #expect(support(name) == TESTKIT_SUPPORTED)
    }

    @Test(arguments: ["Foo_macOS", "Foo_iPad", "Foo_iPhone"]) func otherSystemsAreNot(name: String) {
        #expect(support(name) == TESTKIT_UNSUPPORTED)
    }

    @Test func exactlyOneProcessorIsCurrent() {
        let answers = ["Foo_x86_64", "Foo_arm64"].map { support($0).rawValue }.sorted()
        #expect(answers == [TESTKIT_SUPPORTED.rawValue, TESTKIT_UNSUPPORTED.rawValue])
    }

    @Test(arguments: ["Foo", "FooLinux", "Linux", "Foo_linux", "Foo_Linux2", "Foo_Linux_", "Foo_Windows", "", "_"])
    func otherNamesSayNothing(name: String) {
        #expect(support(name) == TESTKIT_SUPPORT_BY_NAME)
    }

    @Test func commandLineDeclaresMore() {
        let platforms = Platforms(current: ["Robot", "iPad"], declared: ["Moon"])
        #expect(support("Foo_Robot", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_iPad", platforms) == TESTKIT_SUPPORTED)
        #expect(support("Foo_Moon", platforms) == TESTKIT_UNSUPPORTED)
        #expect(support("Foo_Linux", platforms) == TESTKIT_SUPPORTED)
    }

    @Test func currentBeatsDeclared() {
        #expect(support("Foo_X", Platforms(current: ["X"], declared: ["X"])) == TESTKIT_SUPPORTED)
    }

    @Test func longestSuffixDecides() {
        #expect(support("Foo_old_Linux", Platforms(declared: ["old_Linux"])) == TESTKIT_UNSUPPORTED)
        #expect(support("Foo_no_Moon", Platforms(current: ["no_Moon"], declared: ["Moon"])) == TESTKIT_SUPPORTED)
    }
}
