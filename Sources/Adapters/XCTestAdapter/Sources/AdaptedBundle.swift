// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// A test executable as the host's ABI has it.
///
/// It lives until the process ends, and is used on the worker's main thread alone.
final class AdaptedBundle {
    /// TestKit's classes, which come first; nil if there are none.
    let testKit: TestKitClasses?
    /// The classes of the descriptors.
    let classes: [any AdaptedClass]
    /// Their descriptors, by index.
    let classTable: [UnsafePointer<testkit_class>]
    /// Their traits, by index.
    let classTraits: [UnsafePointer<testkit_class_traits>?]
    /// The run's start and the suites, for readers of the framework's event stream.
    let framework: UnsafePointer<testkit_framework>
    /// The warnings of each run, made when the host asks for them; it asks the first worker only.
    private(set) lazy var warnings = unrun().map(Self.descriptor)
    /// Looks for the tests that nothing runs.
    private let unrun: () -> [UnrunTests.Warning]
    /// The host, once it is connected.
    var host: UnsafePointer<testkit_host>?
    /// The tables of cases that the host has asked for, by class: a further worker runs tests of a few classes.
    private var caseTables: [CaseTable?]
    /// The names of examples that were asked for.
    private var exampleNames: [String: UnsafePointer<CChar>] = [:]

    /// Describes some classes, and what else Swift Testing has.
    init(
        _ classes: [any AdaptedClass], of testKit: TestKitClasses? = nil, suites: [ListedSuite] = [],
        runRecord: String? = nil, unrun: @escaping () -> [UnrunTests.Warning]
    ) {
        (self.classes, self.testKit, self.unrun) = (classes, testKit, unrun)
        framework = Self.framework(suites, runRecord)
        var names = UsableNames()
        classTable = classes.map { Self.descriptor(of: $0, named: names.next($0.name)) }
        classTraits = classes.map(Self.traits)
        caseTables = classes.map { _ in nil }
    }

    /// The cases of a class, as the host has them.
    struct CaseTable {
        /// The cases, within the host's limits.
        let cases: [AdaptedCase]
        /// Their descriptors.
        let descriptors: [UnsafePointer<testkit_case>]
        /// Their traits.
        let traits: [UnsafePointer<testkit_case_traits>?]
    }

    /// The cases of a class, by the class's index.
    func caseTable(_ index: Int) -> CaseTable {
        if let known = caseTables[index] { return known }
        let cases = classes[index].cases.map(UsableNames.usable)
        var names = UsableNames()
        let table = CaseTable(
            cases: cases, descriptors: cases.map { Self.descriptor(of: $0, named: names.next($0.name)) },
            traits: cases.map(Self.traits))
        caseTables[index] = table
        return table
    }

    /// The traits of a class; nil if it has none.
    private static func traits(of one: any AdaptedClass) -> UnsafePointer<testkit_class_traits>? {
        var traits = testkit_class_traits()
        traits.struct_size = UInt32(MemoryLayout<testkit_class_traits>.size)
        traits.title = UsableNames.text(one.title).map(keep)
        (traits.tags, traits.tag_count) = keep(UsableNames.texts(one.tags))
        traits.identity = one.identity?.kept
        (traits.resources, traits.resource_count) = keep(UsableNames.texts([one.resource].compactMap { $0 }))
        let isEmpty = traits.title == nil && traits.tags == nil && traits.identity == nil && traits.resources == nil
        return isEmpty ? nil : keep(traits)
    }

    /// The traits of a case; nil if it has none.
    private static func traits(of one: AdaptedCase) -> UnsafePointer<testkit_case_traits>? {
        var traits = testkit_case_traits()
        traits.struct_size = UInt32(MemoryLayout<testkit_case_traits>.size)
        traits.title = one.title.map(keep)
        (traits.tags, traits.tag_count) = keep(one.tags)
        (traits.links, traits.link_count) = keep(one.links)
        traits.time_limit = one.limit.map(keep)
        traits.identity = one.identity?.kept
        let isEmpty =
            traits.title == nil && traits.tags == nil && traits.links == nil && traits.time_limit == nil
            && traits.identity == nil
        return isEmpty ? nil : keep(traits)
    }

    /// The run's start and the suites, for readers of Swift Testing's event stream.
    private static func framework(_ suites: [ListedSuite], _ runRecord: String?) -> UnsafePointer<testkit_framework> {
        var framework = testkit_framework()
        framework.struct_size = UInt32(MemoryLayout<testkit_framework>.size)
        framework.run_record = runRecord.map(keep)
        let kept = suites.compactMap(\.kept)
        framework.suite_count = UInt32(kept.count)
        if !kept.isEmpty {
            let place = UnsafeMutablePointer<UnsafePointer<testkit_suite>?>.allocate(capacity: kept.count)
            for (index, suite) in kept.enumerated() { (place + index).initialize(to: suite) }
            framework.suites = UnsafePointer(place)
        }
        return keep(framework)
    }

    /// Describes a class.
    private static func descriptor(of one: any AdaptedClass, named name: String) -> UnsafePointer<testkit_class> {
        var descriptor = testkit_class()
        descriptor.struct_size = UInt32(MemoryLayout<testkit_class>.size)
        descriptor.flags = TESTKIT_CLASS_CONCRETE.rawValue
        if one.isDivisible { descriptor.flags |= TESTKIT_CLASS_DIVISIBLE.rawValue }
        if one is TestingSuite { descriptor.flags |= TESTKIT_CLASS_CONCURRENT.rawValue }
        descriptor.name = keep(name)
        descriptor.file = UsableNames.path(one.file).map(keep)
        descriptor.line = UInt32(clamping: one.line)
        descriptor.superclass = UInt32.max
        descriptor.support = TESTKIT_SUPPORTED.rawValue
        descriptor.case_count = UInt32(one.cases.count)
        return keep(descriptor)
    }

    /// Describes a warning.
    private static func descriptor(of one: UnrunTests.Warning) -> UnsafePointer<testkit_warning> {
        var descriptor = testkit_warning()
        descriptor.struct_size = UInt32(MemoryLayout<testkit_warning>.size)
        descriptor.kind = TESTKIT_WARNING_METHODS.rawValue
        descriptor.test_count = UInt32(clamping: one.count)
        descriptor.file = UsableNames.path(one.place?.file).map(keep)
        descriptor.line = UInt32(clamping: one.place?.line ?? 0)
        descriptor.message = keep(one.message)
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
        let examples = caseTable(owner).cases[index].examples ?? []
        guard examples.indices.contains(example) else { return nil }
        let name = examples[example]
        if let kept = exampleNames[name] { return kept }
        let kept = Self.keep(name)
        exampleNames[name] = kept
        return kept
    }

    /// Copies a text for ever.
    static func keep(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(strdup(text.withoutNUL)) }

    /// Copies some texts for ever; null and 0 for none.
    static func keep(_ texts: [String]) -> (UnsafePointer<UnsafePointer<CChar>?>?, UInt32) {
        if texts.isEmpty { return (nil, 0) }
        let place = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count)
        for (index, text) in texts.enumerated() { (place + index).initialize(to: keep(text)) }
        return (UnsafePointer(place), UInt32(texts.count))
    }

    /// Copies a value for ever.
    static func keep<Value>(_ value: Value) -> UnsafePointer<Value> {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        place.initialize(to: value)
        return UnsafePointer(place)
    }
}
