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
    /// The descriptors of the cases; their strings are literals in the bundle's image.
    private(set) var cases: ContiguousArray<testkit_case> = []
    /// What runs as the case of the same index.
    private(set) var bodies: ContiguousArray<CaseBody> = []

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
        let descriptor = testkit_case(
            struct_size: UInt32(MemoryLayout<testkit_case>.size),
            flags: CaseFlags.of(name, isFocused: isFocused),
            name: name.cString,
            file: file?.cString,
            line: line,
            reserved: 0
        )
        cases.append(descriptor)
        bodies.append(body)
    }
}
