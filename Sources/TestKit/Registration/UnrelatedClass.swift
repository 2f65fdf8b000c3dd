// SPDX-License-Identifier: MIT

/// What a class that is not a ``TestCase`` registers as: nothing.
public struct UnrelatedClass {
    /// Takes no notice of a method.
    public func add<Other, Body>(
        _ name: StaticString,
        isFocused: Bool = false,
        line: UInt32 = #line,
        _ body: (Other) -> Body
    ) {}

    /// Takes no notice of an unapplied method reference.
    public func add<Body>(_ name: StaticString, isFocused: Bool = false, line: UInt32 = #line, _ body: Body) {}
}
