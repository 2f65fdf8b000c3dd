// SPDX-License-Identifier: MIT

import RunnerSupport

/// Finds what an identity on the command line names: a bundle, a class, a case, an example.
///
/// A module names all its classes. A class may be written without its bundle, and without its module; a focus prefix may be
/// there or not. Where that fits several bundles' classes, all of them are meant.
///
/// Rules 17 and 27.
struct IdentityResolver {
    /// A case by registry index, with one of its examples or all.
    typealias Match = (caseIndex: Int, example: Int?)

    /// All that is known.
    let registry: Registry
    /// The subclasses of each class, so that an abstract class names what inherits from it.
    private let subclasses: [[Int]]

    /// Looks in a registry.
    init(_ registry: Registry) {
        self.registry = registry
        subclasses = registry.subclasses()
    }

    /// The tests that an identity names; nil if none.
    func resolve(_ identity: String) -> [Match]? {
        if let bundle = registry.bundles.first(where: { $0.name == identity }) {
            return bundle.classes.flatMap { cases(ofClass: $0) }
        }
        let exact = registry.classes(named: identity)
        if exact.isEmpty {
            let whole = cases(named: identity[...])
            if !whole.isEmpty { return whole.map { ($0, nil) } }
            if let found = examples(named: identity, { cases(named: $0) }) { return found }
        }
        let classes = Set(exact.flatMap(withSubclasses) + classes(within: identity))
        if !classes.isEmpty { return classes.sorted().flatMap(cases(ofClass:)) }
        return SourceLine(identity).flatMap(cases(at:))
    }

    /// The cases and examples that an identity names, or else a name without a class; none where neither does.
    func slots(named identity: String) -> [Plan.Slot] {
        (resolve(identity) ?? resolveCase(identity)).flatMap { match in
            let all = registry.slots(ofCase: match.caseIndex)
            return match.example.map { [all[$0]] } ?? all
        }
    }

    /// The classes in a module, which is what SwiftPM makes of a target, or in a type, but not those of a file of its name.
    private func classes(within name: String) -> [Int] {
        registry.classes.indices.filter { index in
            let own = registry.string(registry.classes[index].name)
            let whole = "." + (name.contains("/") ? registry.identity(ofClass: index) : own)
            return whole.utf8.firstRange(of: ".\(name).".utf8).map { whole[$0.upperBound...] != "swift" } ?? false
        }
    }

    /// Returns the case of a name without a class; none unless the name occurs once.
    func resolveCase(_ identity: String) -> [Match] {
        let whole = cases(named: identity, of: registry.classes.indices)
        if !whole.isEmpty { return whole.map { ($0, nil) } }
        return examples(named: identity) { cases(named: String($0), of: registry.classes.indices) } ?? []
    }

    /// The examples that "…case[example]" means, where something is meant by "…case"; nil if nothing.
    private func examples(named identity: String, _ cases: (Substring) -> [Int]) -> [Match]? {
        // By scalars: what a name begins with may combine with the bracket before it.
        let scalars = identity.unicodeScalars
        guard scalars.last == "]" else { return nil }
        // A name may contain any character: each bracket may be the one that opens the example's name.
        for open in scalars.indices where scalars[open] == "[" {
            let example = scalars[scalars.index(after: open)...].dropLast()
            let named = cases(identity[..<open])
            let matches = named.compactMap { match($0, example: String(example)) }
            if !matches.isEmpty { return matches }
            let group = named.flatMap { examples(of: $0, inGroup: String(example)) }
            if !group.isEmpty { return group }
        }
        return nil
    }
    /// The cases that "Class/case" means.
    ///
    /// A name may contain any character: each slash may be the one between them.
    private func cases(named text: Substring) -> [Int] {
        // By scalars, as above. From the right: in an identity, the last slash is the one.
        let scalars = text.unicodeScalars
        for slash in scalars.indices.reversed() where scalars[slash] == "/" {
            let (owner, name) = (String(text[..<slash]), String(text[scalars.index(after: slash)...]))
            let found = cases(named: name, of: registry.classes(named: owner).flatMap { withSubclasses($0) })
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The cases of some classes that a name means, less those of abstract ones.
    private func cases(named name: String, of classes: some Sequence<Int>) -> [Int] {
        classes.compactMap { registry.classes[$0].isAbstract ? nil : caseIndex(name, of: $0) }
    }

    /// An example of a case by name.
    private func match(_ index: Int, example: String) -> Match? {
        let examples = registry.cases[index].examples
        func place(_ name: String) -> Int? {
            examples.firstIndex { registry.isEqual(registry.examples[$0], name) }
        }
        let asInSource = { IdentityEscape.escaped(example, as: .example).flatMap(place) }
        guard let place = place(example) ?? asInSource() else { return nil }
        return (index, place - examples.lowerBound)
    }

    /// The examples of a case that are in a sub-suite, or in one nested in it.
    private func examples(of index: Int, inGroup group: String) -> [Match] {
        let examples = registry.cases[index].examples
        let prefix = Array((group + "/").utf8)
        return examples.filter { registry.bytes[registry.examples[$0].range].starts(with: prefix) }
            .map { (index, $0 - examples.lowerBound) }
    }

    /// The identities that are nearest to one that names nothing.
    func suggestions(for identity: String) -> [String] {
        let head = identity.hasSuffix("]") ? String(identity.prefix { $0 != "[" }) : identity
        // A display name may have brackets in it.
        if let known = [head, identity].lazy.map(otherSpellings).first(where: { !$0.isEmpty }) { return known }
        let depth = head.count { $0 == "/" }
        var candidates: [String] = []
        for (index, entry) in registry.classes.enumerated() where !entry.isAbstract {
            let name = registry.string(entry.name)
            let short = Self.lastName(of: name)
            if depth == 0 {
                candidates += [name, short] + entry.cases.map { registry.string(registry.cases[$0].name) }
            } else {
                candidates.append(registry.identity(ofClass: index))
                for item in entry.cases {
                    let caseName = registry.string(registry.cases[item].name)
                    candidates +=
                        depth > 1
                        ? [registry.identity(ofCase: item)] : [name, short].map { Identity.ofCase(caseName, of: $0) }
                }
            }
        }
        if depth == 0 { candidates += registry.bundles.map(\.name) }
        return Suggestion.nearest(to: head, in: candidates)
    }

    /// The most cases of which a name may be another spelling.
    private static let spellingLimit = 3

    /// The cases and classes that a framework's own report, or people, call by a name.
    private func otherSpellings(of name: String) -> [String] {
        let spelling = ForeignSpelling(name)
        var found: [String] = []
        for (index, entry) in registry.classes.enumerated() where !entry.isAbstract {
            if registry.classDescriptions[index]?.title == name { found.append(registry.identity(ofClass: index)) }
            let full = registry.string(entry.name)
            let owners = [registry.identity(ofClass: index), full, Self.lastName(of: full)]
            for item in entry.cases {
                let title = registry.caseDescriptions[item]?.title ?? ""
                let caseName = registry.string(registry.cases[item].name)
                let identity = spelling.identity(ofCase: caseName, title: title, owners: owners)
                if let identity, !found.contains(identity) { found.append(identity) }
                if found.count == Self.spellingLimit { return found }
            }
        }
        return found
    }

    /// A class, or where it is abstract all concrete ones that inherit from it, at whatever distance.
    private func withSubclasses(_ index: Int) -> [Int] {
        registry.classes[index].isAbstract ? concreteSubclasses(of: index) : [index]
    }

    /// The concrete classes below one, each once.
    private func concreteSubclasses(of index: Int) -> [Int] {
        subclasses[index].flatMap { (registry.classes[$0].isAbstract ? [] : [$0]) + concreteSubclasses(of: $0) }
    }

    /// All cases of a class; none where it is abstract.
    private func cases(ofClass index: Int) -> [Match] {
        registry.classes[index].isAbstract ? [] : registry.classes[index].cases.map { ($0, nil) }
    }

    /// The case of a class that a name means, as written, then without and with a focus prefix.
    private func caseIndex(_ name: String, of classIndex: Int) -> Int? {
        let cases = registry.classes[classIndex].cases
        func index(_ wanted: String) -> Int? {
            cases.first { registry.isEqual(registry.cases[$0].name, wanted) }
        }
        if let found = index(name) ?? Registry.withoutFocusPrefix(name).flatMap(index) { return found }
        // As the source has it, where an identity has an escape.
        return IdentityEscape.escaped(name, as: .name).flatMap(index)
    }

    /// A class's name without its module and what it is in.
    private static func lastName(of name: String) -> String {
        name.split(separator: ".").suffix(name.hasSuffix(".swift") ? 2 : 1).joined(separator: ".")
    }
}
