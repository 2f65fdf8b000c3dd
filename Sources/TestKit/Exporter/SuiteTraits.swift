// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The statements of a bundle's classes about themselves and their cases besides the descriptors, as the contract's structs.
///
/// Used on the main thread only. Each struct is made once, and is valid until the process ends.
///
/// Rule 71.
@MainActor
final class SuiteTraits {
    /// A member of `TestCase` by which a class states a trait.
    private typealias Member = OverrideTable.Member

    /// The suites that the bundle's modules registered.
    private let collector: SuiteCollector
    /// The members that classes override.
    private let table = OverrideTable.shared
    /// The traits of classes that were asked for; nil for none.
    private var classes: [Int: UnsafePointer<testkit_class_traits>?] = [:]
    /// The traits of cases that were asked for.
    private var cases: [ExampleStore.Key: UnsafePointer<testkit_case_traits>] = [:]
    /// The members about cases that a class or a superclass overrides, by the class's index.
    private var overrides: [Int: [Member]] = [:]

    /// The traits of what is registered.
    init(_ collector: SuiteCollector) { self.collector = collector }

    /// Whether any class has traits: if not, the host need not ask for each.
    var haveClassesAny: Bool { collector.classes.contains { $0.library != nil } || isAnyStating(Member.ofClasses) }

    /// Whether any case has traits.
    var haveCasesAny: Bool { isAnyStating(Member.ofCases) }

    /// Whether any class overrides one of some members.
    private func isAnyStating(_ members: [Member]) -> Bool {
        collector.classes.contains { !table.overridden(members, in: $0.type).isEmpty }
    }

    /// The traits of a class; nil if it has none.
    func ofClass(_ index: Int) -> UnsafePointer<testkit_class_traits>? {
        if let known = classes[index] { return known }
        guard let record = collector.registered(at: index) else { return nil }
        let made = makeTraits(of: record)
        classes[index] = .some(made)
        return made
    }

    /// The traits of a case that one class has; nil if it has none.
    func ofCase(_ caseIndex: Int, of ownerIndex: Int, in classIndex: Int) -> UnsafePointer<testkit_case_traits>? {
        guard let type = collector.registered(at: classIndex)?.type else { return nil }
        let members = overrides[classIndex] ?? table.overridden(Member.ofCases, in: type)
        overrides[classIndex] = members
        if members.isEmpty { return nil }
        let key = ExampleStore.Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)
        if let known = cases[key] { return known }
        guard let item = collector.registered(at: ownerIndex)?.registeredCase(at: caseIndex) else { return nil }
        let made = Self.makeTraits(ofCase: String(cString: item.pointee.descriptor.name), in: type, members)
        cases[key] = made
        return made
    }

    /// The traits that a class and its superclasses state of the class.
    private func makeTraits(of record: RegisteredClass) -> UnsafePointer<testkit_class_traits>? {
        let (type, members) = (record.type, table.overridden(Member.ofClasses, in: record.type))
        if members.isEmpty, record.library == nil { return nil }
        var traits = testkit_class_traits()
        traits.struct_size = UInt32(MemoryLayout<testkit_class_traits>.size)
        traits.library = record.library
        let chain = Self.chain(from: type)
        if members.contains(.tags) {
            (traits.tags, traits.tag_count) = Self.keep(Set(chain.flatMap(\.tags).map(\.name)).sorted())
        }
        if members.contains(.resources) {
            (traits.resources, traits.resource_count) = Self.keep(Set(chain.flatMap(\.resources)).sorted())
        }
        if members.contains(.classLimit) {
            traits.time_limit = Self.nearest(.classLimit, chain) { $0.caseTimeLimit?.inSeconds }.map(Self.keep)
        }
        if table.declares(.displayName, in: type) { traits.title = Self.keep(type.displayName) }
        return Self.keep(traits)
    }

    /// The traits that a class and its superclasses state of one of its cases, by some members.
    private static func makeTraits(
        ofCase name: String, in type: TestCase.Type, _ members: [Member]
    ) -> UnsafePointer<testkit_case_traits> {
        var traits = testkit_case_traits()
        traits.struct_size = UInt32(MemoryLayout<testkit_case_traits>.size)
        let chain = chain(from: type)
        if members.contains(.caseTags) {
            (traits.tags, traits.tag_count) = keep(Set(chain.flatMap { $0.tags(for: name) }.map(\.name)).sorted())
        }
        if members.contains(.links) {
            var seen: Set<String> = []
            let declaring = chain.filter { OverrideTable.shared.declares(.links, in: $0) }
            let links = declaring.flatMap { $0.links(for: name) }.filter { seen.insert($0).inserted }
            (traits.links, traits.link_count) = keep(links)
        }
        if members.contains(.caseLimit) {
            traits.time_limit = nearest(.caseLimit, chain) { $0.caseTimeLimit(for: name)?.inSeconds }.map(keep)
        }
        if members.contains(.caseDisplayName) {
            traits.title = keep(nearest(.caseDisplayName, chain) { $0.displayName(for: name) })
        }
        if members.contains(.ending), let ending = nearest(.ending, chain, { $0.ending(for: name) }) {
            (traits.ending, traits.ending_value) = (ending.kind, ending.value)
        }
        return keep(traits)
    }

    /// The statement of the nearest class that declares a member and does not answer nil.
    private static func nearest<Answer>(
        _ member: Member, _ chain: [TestCase.Type], _ ask: (TestCase.Type) -> Answer?
    ) -> Answer? {
        for type in chain where OverrideTable.shared.declares(member, in: type) {
            if let answer = ask(type) { return answer }
        }
        return nil
    }

    /// A class and its superclasses below `TestCase`, registered or not.
    nonisolated static func chain(from type: TestCase.Type) -> [TestCase.Type] {
        var chain: [TestCase.Type] = []
        var next: AnyClass? = type
        while let current = next as? TestCase.Type, current != TestCase.self {
            chain.append(current)
            next = _getSuperclass(current)
        }
        return chain
    }

    /// Moves a value to memory that is never freed.
    private static func keep<Value>(_ value: Value) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
    }

    /// Copies a text to memory that is never freed.
    private static func keep(_ text: String?) -> UnsafePointer<CChar>? {
        text.flatMap { UnsafePointer(strdup($0)) }
    }

    /// Copies some texts to memory that is never freed.
    private static func keep(_ texts: [String]) -> (UnsafePointer<UnsafePointer<CChar>?>?, UInt32) {
        if texts.isEmpty { return (nil, 0) }
        let memory = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count)
        for (place, text) in texts.enumerated() { (memory + place).initialize(to: keep(text)) }
        return (UnsafePointer(memory), UInt32(texts.count))
    }
}
