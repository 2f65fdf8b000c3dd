// SPDX-License-Identifier: MIT

import BundleABI

/// A class as its module registered it, with the cases it declares. Written on the main thread until the bundle's
/// descriptors are made, immutable after that.
final class RegisteredClass {
    /// The class.
    let type: TestCase.Type
    /// "Module.Class".
    let name: StaticString
    /// The file of the first registration.
    let file: StaticString
    /// The line of the declaration.
    let line: UInt32
    /// Whether any registration had the focus prefix.
    var isFocused: Bool
    /// The descriptors of the cases; their strings are literals in the bundle's image.
    private(set) var cases: ContiguousArray<testkit_case> = []
    /// What runs as the case of the same index.
    private(set) var bodies: ContiguousArray<CaseBody> = []

    /// A class without cases.
    init(type: TestCase.Type, name: StaticString, isFocused: Bool, file: StaticString, line: UInt32) {
        self.type = type
        self.name = name
        self.isFocused = isFocused
        self.file = file
        self.line = line
    }

    /// Adds a case. Takes names as they come: it is the host that reports duplicates.
    func add(_ name: StaticString, isFocused: Bool, file: StaticString, line: UInt32, body: CaseBody) {
        var descriptor = testkit_case()
        descriptor.struct_size = UInt32(MemoryLayout<testkit_case>.size)
        descriptor.flags = CaseFlags.of(name, isFocused: isFocused)
        descriptor.name = name.cString
        // Null says that the file is the class's.
        descriptor.file = file.utf8Start == self.file.utf8Start ? nil : file.cString
        descriptor.line = line
        cases.append(descriptor)
        bodies.append(body)
    }
}
