// SPDX-License-Identifier: MIT

import Testing

/// A step of a parameterised test that has one of its cases alone.
///
/// Swift Testing runs those cases of a step that a filter lets through, and makes all of them for it each time: as often as there
/// are arguments, if each runs by itself. The variable with the cases, which is private to `Test`, is an enumeration; the runtime
/// knows its place and how to take it apart. Where it is none of those that are known here, the filter remains.
enum SingleCase {
    /// The type in which Swift Testing keeps the cases.
    private typealias Cases = any Sequence<Test.Case> & Sendable

    /// A step with one case in the place of all; nil if libTesting keeps them in another way.
    static func step(_ step: Testing.Runner.Plan.Step, with one: Test.Case) -> Testing.Runner.Plan.Step? {
        guard let (index, state, cases) = find(in: step.test) else { return nil }
        var variable = Variable()
        let outer = EnumWitnesses(of: variableType(Test.self, index, &variable))
        variable.free?(variable.name)
        let inner = EnumWitnesses(of: type(of: state))
        guard let outer, let inner, inner.size >= MemoryLayout<Cases>.size else { return nil }
        var copy = step
        var test = copy.test
        let isReplaced = withUnsafeMutablePointer(to: &test) { pointer in
            let place = UnsafeMutableRawPointer(pointer) + variableOffset(Test.self, index)
            return outer.withPayload(at: place) {
                inner.withPayload(at: place) {
                    // The type in an existential value follows its three words.
                    let offset = 3 * MemoryLayout<Int>.stride
                    guard place.load(fromByteOffset: offset, as: Int.self) == metadata(of: type(of: cases)) else {
                        return false
                    }
                    place.assumingMemoryBound(to: Cases.self).pointee = [one]
                    return true
                }
            }
        }
        if !isReplaced { return nil }
        copy.test = test
        return copy
    }

    /// The number of the variable with a test's cases, its value and the cases in that; nil if it is not as expected.
    private static func find(in test: Test) -> (index: Int, state: Any, cases: Any)? {
        for (index, child) in Mirror(reflecting: test).children.enumerated() where child.label == "testCasesState" {
            guard let state = Mirror(reflecting: child.value).children.first(where: { $0.label == "some" })?.value,
                let cases = Mirror(reflecting: state).children.first, cases.label == "evaluated"
            else { return nil }
            return (index, state, cases.value)
        }
        return nil
    }
}

/// The address of a type's metadata.
private func metadata(of type: Any.Type) -> Int { unsafeBitCast(type, to: Int.self) }

/// The functions by which the runtime takes an enumeration's value apart, as Swift's ABI has them in a table of each type.
private struct EnumWitnesses {
    private typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
    private typealias Inject = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

    /// The flag of tables that have these functions after the others.
    private static let flag: UInt32 = 0x0020_0000
    /// Where the table has what, in words.
    private static let (sizeWord, flagsWord, tagWord, projectWord, injectWord) = (8, 10, 11, 12, 13)

    /// The size of a value, in bytes.
    let size: Int
    private let type: UnsafeRawPointer
    private let getTag: GetTag
    private let project: Project
    private let inject: Inject

    /// The functions of a type; nil if it is no enumeration.
    init?(of type: Any.Type) {
        let word = MemoryLayout<Int>.stride
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let table = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
        guard table.load(fromByteOffset: Self.flagsWord * word, as: UInt32.self) & Self.flag != 0 else { return nil }
        self.type = metadata
        size = table.load(fromByteOffset: Self.sizeWord * word, as: Int.self)
        getTag = table.load(fromByteOffset: Self.tagWord * word, as: GetTag.self)
        project = table.load(fromByteOffset: Self.projectWord * word, as: Project.self)
        inject = table.load(fromByteOffset: Self.injectWord * word, as: Inject.self)
    }

    /// Has a value's payload alone at its place for a while.
    func withPayload(at place: UnsafeMutableRawPointer, _ body: () -> Bool) -> Bool {
        let tag = getTag(place, type)
        project(place, type)
        defer { inject(place, tag, type) }
        return body()
    }
}
