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

    /// The cases of a class, own and inherited, each name once; nil if the class is not known to be a `TestCase`.
    ///
    /// - Parameter suites: The suites of the module's classes, then of its extensions.
    func all(of entry: ModuleIndex.Entry, _ suite: Suite, among suites: [Suite]) -> [Case]? {
        guard lineage.ancestry(of: entry, in: index) == .test else { return nil }
        let local = index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name)).map(\.reference)
        var cases =
            suite.cases + local.flatMap { reference in suites.filter { $0.reference == reference }.flatMap(\.cases) }
        for ancestor in lineage.ancestors(of: entry, in: index) {
            let names = [ancestor.name, ancestor.entry.reference]
            cases += suites.filter { $0.name == nil && names.contains($0.reference) }.flatMap(\.cases)
            cases += ancestor.cases.map { method in
                Case(name: CaseName.focus(inCase: method.name).name, call: method.name, line: method.location.line)
            }
        }
        var names: Set<String> = []
        return cases.filter { names.insert($0.name).inserted }
    }

    /// The reason why plain `swift test` leaves out a class that may be a test; nil if that is clear from the sources.
    func doubt(about entry: ModuleIndex.Entry) -> String? {
        guard lineage.ancestry(of: entry, in: index) == .unknown, let root = lineage.unknownRoot(of: entry, in: index)
        else { return nil }
        return
            "'\(entry.name)' is not run by 'swift test' without the runner: the sources do not show that '\(root)' is a "
            + "TestCase"
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
