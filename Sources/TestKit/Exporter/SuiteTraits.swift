// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The statements of a bundle's classes about themselves and their cases besides the descriptors: tags, time limits,
/// resources, endings, names for people and links.
///
/// Used on the main thread only.
///
/// Rule 71.
@MainActor
final class SuiteTraits {
    /// A case, as one class has it.
    private struct Key: Hashable {
        /// The class that runs.
        let classIndex: Int
        /// The class that declares the case.
        let ownerIndex: Int
        /// The case's index there; nil for the class itself.
        let caseIndex: Int?
    }

    /// The suites that the bundle's modules registered.
    private let collector: SuiteCollector
    /// The tags that have been read.
    private var tags: [Key: [UnsafePointer<CChar>]] = [:]
    /// The resources that have been read, by class.
    private var resources: [Int: [UnsafePointer<CChar>]] = [:]
    /// The names for people that have been read; nil where there is none.
    private var titles: [Key: UnsafePointer<CChar>?] = [:]
    /// The links that have been read.
    private var links: [Key: [UnsafePointer<CChar>]] = [:]
    /// Each tag's name as C knows it; never freed.
    private var texts: [Tag: UnsafePointer<CChar>] = [:]

    /// The traits of what is registered.
    init(_ collector: SuiteCollector) { self.collector = collector }

    /// Whether any class states tags, of its own or of its cases.
    var hasTags: Bool { isAnyStating(.tags) || isAnyStating(.caseTags) }

    /// Whether any class states resources.
    var hasResources: Bool { isAnyStating(.resources) }

    /// Whether any class declares how cases end their process.
    var hasEndings: Bool { isAnyStating(.ending) }

    /// Whether any class states names for people, or links.
    var hasDescriptions: Bool { [.displayName, .caseDisplayName, .links].contains(where: isAnyStating) }

    /// Whether any class states time limits, its own or its cases'.
    var hasLimits: Bool { [.classLimit, .caseLimit, .classSeconds, .caseSeconds].contains(where: isAnyStating) }

    /// Whether any class overrides a member.
    private func isAnyStating(_ member: OverrideTable.Member) -> Bool {
        collector.classes.contains { OverrideTable.shared.overrides(member, in: $0.type) }
    }

    /// The tags of a class, inherited ones included, as C strings that are valid until the process ends.
    func tags(ofClass index: Int) -> [UnsafePointer<CChar>] {
        guard let type = collector.registered(at: index)?.type, OverrideTable.shared.overrides(.tags, in: type)
        else { return [] }
        return remembered(Key(classIndex: index, ownerIndex: index, caseIndex: nil)) {
            Self.chain(from: type).reduce(into: []) { $0.formUnion($1.tags) }
        }
    }

    /// The tags that a class and its superclasses give one of its cases.
    func tags(ofCase caseIndex: Int, of ownerIndex: Int, in classIndex: Int) -> [UnsafePointer<CChar>] {
        guard let type = collector.registered(at: classIndex)?.type,
            OverrideTable.shared.overrides(.caseTags, in: type), let name = caseName(caseIndex, of: ownerIndex)
        else { return [] }
        return remembered(Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)) {
            Self.chain(from: type).reduce(into: []) { $0.formUnion($1.tags(for: name)) }
        }
    }

    /// The resources of a class, inherited ones included, as C strings that are valid until the process ends.
    func resources(ofClass index: Int) -> [UnsafePointer<CChar>] {
        if let known = resources[index] { return known }
        guard let type = collector.registered(at: index)?.type, OverrideTable.shared.overrides(.resources, in: type)
        else { return [] }
        let names = Set(Self.chain(from: type).flatMap(\.resources)).sorted()
        let texts = names.compactMap { UnsafePointer<CChar>(strdup($0)) }
        resources[index] = texts
        return texts
    }

    /// The ending that a class or the nearest superclass declares for one of its cases.
    func ending(ofCase caseIndex: Int, of ownerIndex: Int, in classIndex: Int) -> ProcessEnding? {
        guard let type = collector.registered(at: classIndex)?.type, OverrideTable.shared.overrides(.ending, in: type),
            let name = caseName(caseIndex, of: ownerIndex)
        else { return nil }
        for type in Self.chain(from: type) where OverrideTable.shared.declares(.ending, in: type) {
            if let ending = type.ending(for: name) { return ending }
        }
        return nil
    }

    /// The name for people of a class, as a C string that is valid until the process ends.
    func title(ofClass index: Int) -> UnsafePointer<CChar>? {
        guard let type = collector.registered(at: index)?.type,
            OverrideTable.shared.declares(.displayName, in: type)
        else { return nil }
        return remembered(Key(classIndex: index, ownerIndex: index, caseIndex: nil)) { type.displayName }
    }

    /// The name for people that a class or the nearest superclass gives one of its cases.
    func title(ofCase caseIndex: Int, of ownerIndex: Int, in classIndex: Int) -> UnsafePointer<CChar>? {
        guard let type = collector.registered(at: classIndex)?.type,
            OverrideTable.shared.overrides(.caseDisplayName, in: type), let name = caseName(caseIndex, of: ownerIndex)
        else { return nil }
        return remembered(Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)) {
            Self.chain(from: type).lazy.filter { OverrideTable.shared.declares(.caseDisplayName, in: $0) }
                .compactMap { $0.displayName(for: name) }.first
        }
    }

    /// The links that a class and its superclasses give one of its cases.
    func links(ofCase caseIndex: Int, of ownerIndex: Int, in classIndex: Int) -> [UnsafePointer<CChar>] {
        let key = Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)
        if let known = links[key] { return known }
        guard let type = collector.registered(at: classIndex)?.type,
            OverrideTable.shared.overrides(.links, in: type), let name = caseName(caseIndex, of: ownerIndex)
        else { return [] }
        let declaring = Self.chain(from: type).filter { OverrideTable.shared.declares(.links, in: $0) }
        var seen: Set<String> = []
        let found = declaring.flatMap { $0.links(for: name) }.filter { seen.insert($0).inserted }
        let texts = found.compactMap { UnsafePointer<CChar>(strdup($0)) }
        links[key] = texts
        return texts
    }

    /// The time limit that a class or the nearest superclass states, in seconds.
    func limit(ofClass index: Int) -> Double? {
        guard let type = collector.registered(at: index)?.type else { return nil }
        return Self.limit(of: type, .classLimit, .classSeconds, { $0.caseTimeLimit }, { $0.timeLimit })
    }

    /// The time limit that a class or the nearest superclass states for one of its cases, in seconds.
    func limit(ofCase caseIndex: Int, of ownerIndex: Int, in classIndex: Int) -> Double? {
        let stating: [OverrideTable.Member] = [.caseLimit, .caseSeconds]
        guard let type = collector.registered(at: classIndex)?.type,
            stating.contains(where: { OverrideTable.shared.overrides($0, in: type) }),
            let name = caseName(caseIndex, of: ownerIndex)
        else { return nil }
        return Self.limit(
            of: type, .caseLimit, .caseSeconds, { $0.caseTimeLimit(for: name) }, { $0.timeLimit(for: name) })
    }

    /// The limit that a class or the nearest superclass states by one of two members, in seconds.
    ///
    /// Of the two, the one that the nearer class declares counts; of one class's, the first.
    private static func limit(
        of type: TestCase.Type, _ member: OverrideTable.Member, _ older: OverrideTable.Member,
        _ span: (TestCase.Type) -> Duration?, _ seconds: (any StatesSeconds.Type) -> Double?
    ) -> Double? {
        let table = OverrideTable.shared
        guard table.overrides(member, in: type) || table.overrides(older, in: type) else { return nil }
        for type in chain(from: type) {
            if table.declares(member, in: type), let span = span(type) { return span.inSeconds }
            if table.declares(older, in: type), let seconds = seconds(type) { return seconds }
        }
        return nil
    }

    /// A case's name, without `focus_`; nil for one that is not there.
    private func caseName(_ caseIndex: Int, of ownerIndex: Int) -> String? {
        collector.registered(at: ownerIndex)?.registeredCase(at: caseIndex).map {
            String(cString: $0.pointee.descriptor.name)
        }
    }

    /// A class and its superclasses below `TestCase`, registered or not.
    private static func chain(from type: TestCase.Type) -> [TestCase.Type] {
        var chain: [TestCase.Type] = []
        var next: AnyClass? = type
        while let current = next as? TestCase.Type, current != TestCase.self {
            chain.append(current)
            next = _getSuperclass(current)
        }
        return chain
    }

    /// Some tags' names, found out once: the host asks for them one by one.
    private func remembered(_ key: Key, _ find: () -> Set<Tag>) -> [UnsafePointer<CChar>] {
        if let known = tags[key] { return known }
        let found = find().sorted { $0.name < $1.name }.compactMap(text)
        tags[key] = found
        return found
    }

    /// A name for people, found out once.
    private func remembered(_ key: Key, _ find: () -> String?) -> UnsafePointer<CChar>? {
        if let known = titles[key] { return known }
        let found = find().flatMap { UnsafePointer<CChar>(strdup($0)) }
        titles[key] = .some(found)
        return found
    }

    /// A tag's name as a C string.
    private func text(of tag: Tag) -> UnsafePointer<CChar>? {
        if let known = texts[tag] { return known }
        let text = UnsafePointer<CChar>(strdup(tag.name))
        texts[tag] = text
        return text
    }
}

/// The limits that suites state as numbers of seconds: by their names in ``TestCase`` they are deprecated.
private protocol StatesSeconds {
    /// How long each case of the class may take.
    static var timeLimit: Double? { get }
    /// How long a case may take.
    static func timeLimit(for name: String) -> Double?
}

extension TestCase: StatesSeconds {}
