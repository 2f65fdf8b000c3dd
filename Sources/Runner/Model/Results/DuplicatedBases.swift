// SPDX-License-Identifier: MIT

import RunnerSupport

/// Base classes with cases that several bundles have a copy of, since each links the library that declares them: they run in
/// each.
public struct DuplicatedBases {
    /// A class, and the bundles that run it.
    private struct Copies {
        /// "Module.Class".
        let name: String
        /// The bundles, by name.
        var bundles: [String]
    }

    /// A declaration: a name, and a place in a source.
    private struct Declaration: Hashable {
        /// "Module.Class", and the path of the source.
        let name, file: String
        /// The line.
        let line: UInt32
    }

    /// The copies in a plan, by name.
    private let copies: [Copies]
    /// The most classes to name.
    private static let limit = 5

    /// Looks for them in a plan.
    public init(in plan: Plan, _ registry: Registry) {
        guard registry.bundles.count > 1 else {
            copies = []
            return
        }
        let superclasses = Set(registry.classes.lazy.compactMap(\.superclass))
        let bases = Set(superclasses.map { registry.string(registry.classes[$0].name) })
        var found: [Declaration: Copies] = [:]
        for unit in plan.classes {
            let entry = registry.classes[unit.classIndex]
            let name = registry.string(entry.name)
            if entry.line == 0 || entry.file.count == 0 || !bases.contains(name) { continue }
            let declaration = Declaration(name: name, file: registry.string(entry.file), line: entry.line)
            found[declaration, default: Copies(name: name, bundles: [])].bundles.append(
                registry.bundleName(of: unit.classIndex))
        }
        copies = found.values.filter { $0.bundles.count > 1 }.sorted { $0.name < $1.name }
    }

    /// A line for each of the first of them.
    public var notices: [String] {
        let lines = copies.prefix(Self.limit).map { copy in
            "\(copy.name) ran in each of \(copy.bundles.count) bundles, which all link it: "
                + copy.bundles.sorted().joined(separator: ", ")
        }
        let others = copies.count - lines.count
        return others > 0 ? lines + ["\(Count.text(others, "other class", "other classes")) likewise"] : lines
    }
}
