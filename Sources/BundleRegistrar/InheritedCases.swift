// SPDX-License-Identifier: MIT

/// The cases that a module's classes inherit from other modules, and that may be lost.
struct InheritedCases {
    /// The module's types.
    private let index: ModuleIndex
    /// The superclasses in other modules.
    private let lineage: ForeignLineage
    /// The modules whose cases are not registered.
    private let unregistered: Set<String>

    /// The cases that a module inherits, as far as the other modules' sources show.
    init(_ index: ModuleIndex, _ dependencies: [ModuleIndex], unregistered: Set<String>) {
        (self.index, self.unregistered) = (index, unregistered)
        lineage = ForeignLineage(dependencies)
    }

    /// The superclasses in other modules that have no cases.
    ///
    /// Warns about those whose cases are not registered.
    func caselessSuperclasses(_ warnings: inout WarningList) -> [String] {
        var caseless: Set<String> = []
        for entry in index.order where entry.declaration.kind == .class && entry.obstacle == nil {
            for ancestor in lineage.ancestors(of: entry, in: index) {
                guard !ancestor.cases.isEmpty else {
                    caseless.insert(ancestor.name)
                    continue
                }
                let isGeneric = ancestor.entry.declaration.isGeneric
                guard isGeneric || unregistered.contains(ancestor.module) else { continue }
                warnings.add(
                    about: entry, losing: .methods(ancestor.cases.count),
                    Self.message(about: entry, inheriting: ancestor, isGeneric: isGeneric))
            }
        }
        return caseless.sorted()
    }

    /// The warning about a class whose superclass in another module has cases that are not registered.
    private static func message(
        about entry: ModuleIndex.Entry, inheriting ancestor: ForeignLineage.Ancestor, isGeneric: Bool
    ) -> String {
        let names = ancestor.cases.map { "'\(CaseName.unquoted($0.name))'" }.joined(separator: ", ")
        let advice =
            isGeneric
            ? "a generic class of another module cannot be registered; call its checks from cases of '\(entry.name)'"
            : "apply the plug-in RegisterTests to the module \(ancestor.module)"
        return "'\(entry.name)' inherits \(names) from '\(ancestor.name)', which is not registered, and the bundle "
            + "will not load: \(advice)"
    }
}
