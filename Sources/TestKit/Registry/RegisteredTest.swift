// SPDX-License-Identifier: MIT

/// A class of tests as the host's registry knows it, from whichever bundle.
///
/// Its look-ups ask the host: call them on the main thread only.
public struct RegisteredTest: Hashable, Sendable {
    /// The host's number for the class.
    let index: UInt32
    /// The host's number for the superclass, or `TESTKIT_NO_CLASS`.
    let superclassIndex: UInt32

    /// The name of the bundle that contains the class.
    public let bundle: String
    /// "Module.Class", without a focus prefix.
    public let name: String
    /// The run group; groups run in ascending order.
    public let runGroup: Int
    /// The number of the class's cases, inherited ones included.
    public let caseCount: Int
    /// Whether the class is never run itself.
    public let isAbstract: Bool
    /// Whether a case that can run here is focused: by its own name, or by that of the class or a superclass.
    ///
    /// An abstract class has no such case.
    public let isFocused: Bool

    /// The class's name for a user: "bundle/Module.Class".
    public var identity: String { bundle + "/" + name }

    /// The superclass, or nil if that is ``TestCase``.
    public var superclass: RegisteredTest? { TestRegistry.test(at: superclassIndex) }

    /// The classes that inherit directly from this one.
    public var subclasses: [RegisteredTest] { TestRegistry.allTests.filter { $0.superclassIndex == index } }
}
