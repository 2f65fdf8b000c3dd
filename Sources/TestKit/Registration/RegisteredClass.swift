// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// A class as its modules registered it, with the cases it declares.
///
/// Written until the bundle's descriptors are made, immutable after that.
@MainActor
final class RegisteredClass {
    /// The statements of the declaring module about the class.
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
    /// The first statements of a declaring module; nil while only extensions have been registered.
    var declaration: Declaration?
    /// The hooks that it overrides and that may throw, by name, the `async` forms apart.
    var hooks: [(name: StaticString, isAsync: Bool, line: UInt32)] = []
    /// Whether any registration had the focus prefix.
    var isFocused = false
    /// The functions that give the typed examples of cases, by the indices of these.
    var typedExamples: [Int: @MainActor (TestCase.Type) -> [Example]] = [:]
    /// The path of the library that registers the class, if that is another one and this one adds nothing to it.
    ///
    /// Valid until the process ends.
    var library: UnsafePointer<CChar>?
    /// A case.
    struct Case {
        /// The descriptor for the host; its strings are literals in the bundle's image.
        ///
        /// It is first, so that the case's address is the descriptor's.
        var descriptor: testkit_case
        /// The body to run.
        let body: CaseBody
    }

    /// The cases that it declares, and how many there is room for; never freed.
    ///
    /// Neither an array nor properties of the class: in a debug build, which is what suites are, the subscript of the one
    /// and the checks of exclusive access to the others takes more than all else that is done for a case.
    private let storage = UnsafeMutablePointer<(cases: UnsafeMutablePointer<Case>, count: Int, capacity: Int)>
        .allocate(capacity: 1)

    /// The initial capacity, in cases.
    private static let firstCapacity = 8

    /// The number of cases that it declares.
    var caseCount: Int { storage.pointee.count }

    /// A class without cases.
    init(_ type: TestCase.Type) {
        self.type = type
        storage.initialize(to: (.allocate(capacity: Self.firstCapacity), 0, Self.firstCapacity))
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
        if storage.pointee.count == storage.pointee.capacity { grow() }
        let descriptor = testkit_case(
            struct_size: UInt32(MemoryLayout<testkit_case>.size), flags: CaseFlags.of(name, isFocused: isFocused),
            name: name.cString, file: file?.cString, line: line, reserved: 0, parameters: nil)
        let place = storage.pointee.cases + storage.pointee.count
        place.initialize(to: Case(descriptor: descriptor, body: body))
        storage.pointee.count += 1
    }

    /// Notes the rest of the declaration, after the name, of the case that was added last.
    func note(declaration: StaticString?) {
        guard let declaration, storage.pointee.count > 0 else { return }
        storage.pointee.cases[storage.pointee.count - 1].descriptor.parameters = declaration.cString
    }

    /// Copies the registration of the library that declares the class.
    func complete(with other: RegisteredClass) {
        declaration = other.declaration
        isFocused = isFocused || other.isFocused
        hooks += other.hooks
        for (index, item) in other.cases.enumerated() {
            typedExamples[caseCount] = other.typedExamples[index]
            if storage.pointee.count == storage.pointee.capacity { grow() }
            (storage.pointee.cases + storage.pointee.count).initialize(to: item)
            storage.pointee.count += 1
        }
    }

    /// Where a hook is that a class overrides or inherits, by its registration and those of its superclasses, the nearest first; nil if
    /// that is not known.
    static func place(of member: OverrideTable.Member, in chain: [RegisteredClass]) -> SourceLocation? {
        guard let (name, isAsync) = member.hook else { return nil }
        for record in chain {
            let hook = record.hooks.first { $0.isAsync == isAsync && $0.name.description == name }
            if let hook, let file = record.declaration?.file { return SourceLocation(file, UInt(hook.line)) }
        }
        return nil
    }

    /// Makes room for twice as many cases.
    private func grow() {
        let (cases, count, capacity) = storage.pointee
        let larger = UnsafeMutablePointer<Case>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: cases, count: count)
        cases.deallocate()
        storage.pointee = (larger, count, capacity * 2)
    }

    /// A case, nil for an index that is none; it stays there once nothing is added any more.
    func registeredCase(at index: Int) -> UnsafePointer<Case>? {
        index >= 0 && index < storage.pointee.count ? UnsafePointer(storage.pointee.cases + index) : nil
    }

    /// All cases; they stay there once nothing is added any more.
    var cases: UnsafeBufferPointer<Case> { .init(start: storage.pointee.cases, count: storage.pointee.count) }

    /// A case's descriptor.
    static func descriptor(of item: UnsafePointer<Case>) -> UnsafePointer<testkit_case> {
        UnsafeRawPointer(item).assumingMemoryBound(to: testkit_case.self)
    }
}
