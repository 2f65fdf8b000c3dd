// SPDX-License-Identifier: MIT

/// The suites of a module's extensions of classes that other modules declare.
struct ExtensionSuites {
    /// The module's types.
    private let index: ModuleIndex
    /// Other modules' declarations of the types that the sources extend.
    private let dependencies: [ModuleIndex]
    /// The actors that make a case asynchronous.
    private let actors: GlobalActors

    /// The suites of a module, by its types and those of others.
    init(_ index: ModuleIndex, _ dependencies: [ModuleIndex], _ actors: GlobalActors) {
        (self.index, self.dependencies, self.actors) = (index, dependencies, actors)
    }

    /// The suite of an extension of a class that another module declares; nil if it adds no case.
    func suite(for entry: ModuleIndex.Entry, _ warnings: inout WarningList) -> Suite? {
        guard index.resolve(entry.name, in: "") == nil else {
            warn(aboutProtocolExtension: entry, declaredIn: index, &warnings)
            return nil
        }
        let plain = ModuleIndex.plain(index.alias(entry.name, in: "") ?? entry.name)
        guard !KnownTypes.names.contains(plain), mayExtendSuite(entry, called: plain, &warnings) else { return nil }
        let methods = entry.declaration.methods.map {
            CaseMethod(method: $0, file: entry.file, obstacle: entry.obstacle)
        }
        var suite = Suite(
            reference: entry.reference, file: entry.file, line: entry.declaration.location.line,
            conditions: entry.conditions)
        let isRoot = ModuleIndex.roots.contains(plain)
        let obstacle = isRoot ? "TestCase itself has no cases: put it into a base class" : nil
        // This may be no class at all: warn only about methods that look like a case in all respects.
        suite.cases = methods.filter { $0.isLikely && warnings.admits($0, of: entry.name, obstacle: obstacle) }
            .map { $0.testCase(in: suite, isOnActor: actors.isolate($0.method), examples: entry.examples) }
        return suite.cases.isEmpty ? nil : suite
    }

    /// Whether what an extension extends may be a class that code can name, as far as the other modules' sources show.
    ///
    /// Warns if not, where test classes may have its methods all the same.
    private func mayExtendSuite(
        _ entry: ModuleIndex.Entry, called name: String, _ warnings: inout WarningList
    ) -> Bool {
        var isKnown = false
        for dependency in dependencies {
            guard let found = dependency.resolve(name, in: "").flatMap({ dependency.types[$0]?.first }),
                !found.declaration.isFilePrivate
            else { continue }
            if found.declaration.kind == .class, found.obstacle == nil { return true }
            isKnown = true
            warn(aboutProtocolExtension: entry, declaredIn: dependency, &warnings)
            let scope = ModuleIndex.scope(of: found.name)
            if let obstacle = found.obstacle, dependency.ancestry(of: found.declaration, in: scope) == .test {
                for method in entry.declaration.methods {
                    let found = CaseMethod(method: method, file: entry.file)
                    _ = warnings.admits(found, of: entry.name, obstacle: obstacle)
                }
            }
        }
        return !isKnown
    }

    /// Warns about methods that an extension of a protocol gives to test classes.
    private func warn(
        aboutProtocolExtension entry: ModuleIndex.Entry, declaredIn index: ModuleIndex, _ warnings: inout WarningList
    ) {
        guard let extended = index.resolve(entry.name, in: "").flatMap({ index.types[$0]?.first }),
            extended.declaration.kind == .protocol
        else { return }
        // `Self: TestCase` is in the where clause, or in the protocol's inheritance clause.
        let constraint = entry.declaration.whereClause.flatMap(Self.superclass) ?? extended.declaration.inherited.first
        let probe = Declaration(
            kind: .class, name: "", location: entry.declaration.location, inherited: [constraint].compactMap { $0 })
        guard index.ancestry(of: probe, in: "") == .test else { return }
        for method in entry.declaration.methods {
            let found = CaseMethod(method: method, file: entry.file)
            guard found.problem == nil else { continue }
            warnings.add(about: found, of: extended.name, "it is declared in an extension of a protocol")
        }
    }

    /// The type that a where clause demands of `Self`; nil if it demands none.
    private static func superclass(in whereClause: String) -> String? {
        let clause = whereClause.split(whereSeparator: \.isWhitespace).joined()
        guard let start = clause.firstRange(of: "Self:") else { return nil }
        return String(clause[start.upperBound...].prefix { $0 != "," })
    }
}
