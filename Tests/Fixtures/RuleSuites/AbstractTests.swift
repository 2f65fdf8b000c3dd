// SPDX-License-Identifier: MIT

import SharedSuites
import TestKit
import Trace

/// Rule 2: abstract by its own word, though it has a case.
class DeclaredAbstract: TestCase {
    override class var isAbstract: Bool { true }
    func testOfTheBase() { trace("base's case of \(type(of: self))") }
}

/// Rule 2: a subclass of an abstract class runs.
final class FromDeclaredAbstract: DeclaredAbstract {}

/// Rule 2: the hooks and the run group of an abstract class in another module reach this.
final class FromSharedRoot: SharedRoot {
    func testUnderRoot() { trace("case under root") }
}

/// Rule 3: suites' code looks tests up in the registry.
final class RegistryTests: TestCase {
    func testLooksUp() throws {
        let own = try requireNotNil(TestRegistry.test(of: RegistryTests.self))
        expectEqual(own.identity, "RuleSuites/RuleSuites.RegistryTests")
        let root = try requireNotNil(TestRegistry.test(named: "SharedRoot"))
        expectTrue(root.isAbstract)
        expectEqual(root.runGroup, 7)
        expectEqual(root.subclasses.map(\.name), ["RuleSuites.FromSharedRoot"])
        expectEqual(try requireNotNil(TestRegistry.test(named: "FromSharedRoot")).superclass, root)
        let focused = try requireNotNil(TestRegistry.test(named: "Focus_SharedFocus"))
        expectEqual(TestRegistry.test(named: "SharedFocus"), focused)
        // An abstract class has no case that could run.
        expectFalse(focused.isFocused)
        expectNil(TestRegistry.test(named: "NoSuchTests"))
    }
}
