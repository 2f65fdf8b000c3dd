// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// A test executable as the host's ABI has it.
///
/// It lives until the process ends, and is used on the worker's main thread alone.
final class AdaptedBundle {
    /// The classes.
    let classes: [any AdaptedClass]
    /// Their cases as the host accepts them, by the class's and the case's index.
    let cases: [[AdaptedCase]]
    /// Their descriptors, by index.
    let classTable: [UnsafePointer<testkit_class>]
    /// Their cases' descriptors, by the class's index.
    let caseTables: [[UnsafePointer<testkit_case>]]
    /// Their cases' tags, by the class's and the case's index.
    let tags: [[[UnsafePointer<CChar>]]]
    /// The names for people of the classes, by index.
    let classTitles: [UnsafePointer<CChar>?]
    /// Their cases' names for people, by the class's and the case's index.
    let caseTitles: [[UnsafePointer<CChar>?]]
    /// Their cases' links, by the class's and the case's index.
    let links: [[[UnsafePointer<CChar>]]]
    /// How the frameworks' tools know the classes, by index.
    let classIdentities: [UnsafePointer<testkit_identity>?]
    /// How they know their cases, by the class's and the case's index.
    let caseIdentities: [[UnsafePointer<testkit_identity>?]]
    /// The host, once it is connected.
    var host: UnsafePointer<testkit_host>?
    /// The names of examples that were asked for.
    private var exampleNames: [String: UnsafePointer<CChar>] = [:]

    /// Describes some classes.
    init(_ classes: [any AdaptedClass]) {
        self.classes = classes
        var names = UsableNames()
        classTable = classes.map { Self.descriptor(of: $0, named: names.next($0.name)) }
        cases = classes.map { $0.cases.map(UsableNames.usable) }
        caseTables = cases.map { cases in
            var names = UsableNames()
            return cases.map { Self.descriptor(of: $0, named: names.next($0.name)) }
        }
        tags = cases.map { $0.map { $0.tags.map(Self.keep) } }
        classTitles = classes.map { UsableNames.text($0.title).map(Self.keep) }
        caseTitles = cases.map { $0.map { $0.title.map(Self.keep) } }
        links = cases.map { $0.map { $0.links.map(Self.keep) } }
        classIdentities = classes.map { $0.identity?.kept }
        caseIdentities = cases.map { $0.map { $0.identity?.kept } }
    }

    /// Describes a class.
    private static func descriptor(of one: any AdaptedClass, named name: String) -> UnsafePointer<testkit_class> {
        var descriptor = testkit_class()
        descriptor.struct_size = UInt32(MemoryLayout<testkit_class>.size)
        descriptor.flags = TESTKIT_CLASS_CONCRETE.rawValue
        descriptor.name = keep(name)
        descriptor.file = UsableNames.path(one.file).map(keep)
        descriptor.line = UInt32(clamping: one.line)
        descriptor.superclass = UInt32.max
        descriptor.support = TESTKIT_SUPPORTED.rawValue
        descriptor.case_count = UInt32(one.cases.count)
        return keep(descriptor)
    }

    /// Describes a case.
    private static func descriptor(of one: AdaptedCase, named name: String) -> UnsafePointer<testkit_case> {
        var descriptor = testkit_case()
        descriptor.struct_size = UInt32(MemoryLayout<testkit_case>.size)
        descriptor.flags = one.examples == nil ? 0 : TESTKIT_CASE_PARAMETERISED.rawValue
        descriptor.name = keep(name)
        descriptor.file = one.file.map(keep)
        descriptor.line = UInt32(clamping: one.line)
        return keep(descriptor)
    }

    /// The name of an example, for ever.
    func exampleName(_ owner: Int, _ index: Int, _ example: Int) -> UnsafePointer<CChar>? {
        let examples = cases[owner][index].examples ?? []
        guard examples.indices.contains(example) else { return nil }
        let name = examples[example]
        if let kept = exampleNames[name] { return kept }
        let kept = Self.keep(name)
        exampleNames[name] = kept
        return kept
    }

    /// Copies a text for ever.
    static func keep(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(strdup(text.withoutNUL)) }

    /// Copies a value for ever.
    static func keep<Value>(_ value: Value) -> UnsafePointer<Value> {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        place.initialize(to: value)
        return UnsafePointer(place)
    }
}
