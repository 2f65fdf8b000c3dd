// SPDX-License-Identifier: MIT

import BundleABI

/// Every class of tests in all bundles of the run.
///
/// Complete from when the first class begins; empty before that, and under a host that has no registry. Call it on the
/// main thread only.
///
/// Rule 3.
public enum TestRegistry {
    /// All classes, in the host's order.
    public static var allTests: [RegisteredTest] {
        guard let source = HostConnection.current?.registry else { return [] }
        return (0..<source.classCount).compactMap(source.test(at:))
    }

    /// The class of a name, or nil if there is none.
    ///
    /// The name is tried as written, then without and with the focus prefix. A name that fits classes of several bundles
    /// is the one of the caller's own bundle, else none.
    ///
    /// - Parameter name: "bundle/Module.Class", "Module.Class" or "Class".
    public static func test(named name: String) -> RegisteredTest? {
        guard let source = HostConnection.current?.registry else { return nil }
        return source.test(named: name)
    }

    /// The registered form of a class, or nil if it is not registered.
    public static func test(of type: TestCase.Type) -> RegisteredTest? {
        test(named: _typeName(type, qualified: true))
    }

    /// The class of a number.
    static func test(at index: UInt32) -> RegisteredTest? {
        HostConnection.current?.registry.test(at: index)
    }
}
