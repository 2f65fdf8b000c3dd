// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// A class as its modules registered it, with the cases it declares.
///
/// Written until the bundle's descriptors are made, immutable after that.
@MainActor
final class RegisteredClass {
    /// What the module that declares the class says of it.
    struct Declaration {
        /// "Module.Class".
        var name: StaticString
        /// The file of the declaration.
        var file: StaticString
        /// The line of the declaration.
        var line: UInt32
    }

    /// The class.
    let type: TestCase.Type
    /// What the declaring module says, at first; nil while only extensions have been registered.
    var declaration: Declaration?
    /// Whether any registration had the focus prefix.
    var isFocused = false
    /// How many cases it declares.
    private(set) var caseCount = 0
    /// The descriptors of the cases, never freed; their strings are literals in the bundle's image.
    ///
    /// A pointer and no array: in a debug build, which is what suites are, an array's subscript costs a hundred times
    /// as much.
    private var descriptors = UnsafeMutablePointer<testkit_case>.allocate(capacity: firstCapacity)
    /// What runs as the case of the same index; never freed.
    private var bodies = UnsafeMutablePointer<CaseBody>.allocate(capacity: firstCapacity)
    /// For how many cases there is room.
    private var capacity = firstCapacity

    /// For how many cases there is room at first.
    private static let firstCapacity = 8

    /// A class without cases.
    init(_ type: TestCase.Type) {
        self.type = type
    }

    /// The class's name as a C string that is valid until the process ends.
    ///
    /// A class that only extensions registered has the name that the language gives it. Call it once: that one is
    /// copied.
    func makeName() -> UnsafePointer<CChar>? {
        declaration?.name.cString ?? UnsafePointer(strdup(_typeName(type, qualified: true)))
    }

    /// Adds a case.
    ///
    /// Takes names as they come: it is the host that reports duplicates.
    func add(_ name: StaticString, isFocused: Bool, file: StaticString?, line: UInt32, body: CaseBody) {
        if caseCount == capacity { grow() }
        let descriptor = testkit_case(
            struct_size: UInt32(MemoryLayout<testkit_case>.size),
            flags: CaseFlags.of(name, isFocused: isFocused),
            name: name.cString,
            file: file?.cString,
            line: line,
            reserved: 0
        )
        (descriptors + caseCount).initialize(to: descriptor)
        (bodies + caseCount).initialize(to: body)
        caseCount += 1
    }

    /// Makes room for twice as many cases.
    private func grow() {
        let (oldDescriptors, oldBodies) = (descriptors, bodies)
        descriptors = .allocate(capacity: capacity * 2)
        bodies = .allocate(capacity: capacity * 2)
        descriptors.moveInitialize(from: oldDescriptors, count: caseCount)
        bodies.moveInitialize(from: oldBodies, count: caseCount)
        oldDescriptors.deallocate()
        oldBodies.deallocate()
        capacity *= 2
    }

    /// A case's descriptor, nil for an index that is none; it stays there once nothing is added any more.
    func descriptor(at index: Int) -> UnsafePointer<testkit_case>? {
        index >= 0 && index < caseCount ? UnsafePointer(descriptors + index) : nil
    }

    /// What runs as a case that there is.
    func body(at index: Int) -> CaseBody { (bodies + index).pointee }
}
