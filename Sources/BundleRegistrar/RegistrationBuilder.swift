// SPDX-License-Identifier: MIT

/// Selects the declarations of a module to register, and warns about tests that cannot be registered.
///
/// ```
/// build
///   ClassSuites.suite                      a class that inherits from something, with its cases (CaseMethod)
///   InheritedCases.caselessSuperclasses    superclasses in other modules, whose cases might be lost
///   ExtensionSuites.suite                  an extension of a class that another module declares
///   observer                               a class that is a RunObserver
///   ClassSuites.warn                       classes in functions
///   LostModules.warnings                   test classes of modules that do not apply the tool
///   LookalikeCheck.warnings                declarations that were probably meant as tests
/// ```
///
/// Rule 1.
enum RegistrationBuilder {
    /// The registration of a module with these sources, and what cannot be registered.
    static func build(
        module: String, files: [SourceFile], dependencies: [ModuleIndex] = [], unregistered: Set<String> = [],
        lost: [ModuleIndex] = [], isTestTarget: Bool = false
    ) -> (registration: Registration, warnings: [Warning]) {
        let index = ModuleIndex(module: module, files: files)
        let actors = GlobalActors(of: index)
        let classes = ClassSuites(index, actors)
        let extensions = ExtensionSuites(index, dependencies, actors)
        let inherited = InheritedCases(index, dependencies, unregistered: unregistered)

        var warnings = WarningList()
        var registration = Registration(module: module, isTestTarget: isTestTarget, imports: [], suites: [])
        let found = index.order.compactMap { entry in classes.suite(for: entry, &warnings).map { (entry, $0) } }
        registration.suites = found.map(\.1)
        registration.caseless = inherited.caselessSuperclasses(&warnings)
        for entry in index.extensions {
            guard let suite = extensions.suite(for: entry, &warnings) else { continue }
            registration.suites.append(suite)
            let imports = files.first { $0.path == entry.file }?.imports ?? []
            registration.imports += imports.filter {
                !registration.imports.contains($0) && !isTestKit($0)
            }
        }
        if isTestTarget {
            for (place, (entry, suite)) in found.enumerated() where !entry.declaration.isAbstract {
                registration.suites[place].standalone = inherited.all(of: entry, suite, among: registration.suites)
            }
        }
        registration.observers = index.order.compactMap { observer(for: $0, &warnings) }
        for file in files {
            for declaration in file.localClasses { classes.warn(aboutLocal: declaration, in: file.path, &warnings) }
        }
        registration.foundationImport = foundationImport(in: files)
        registration.testKitImport = statement(importing: "TestKit", in: files)
        registration.testingImport = statement(importing: "Testing", in: files)
        // An import that is always there, rather than one that a condition may leave out.
        let xctest = files.flatMap(\.imports).filter { $0.text.hasSuffix(" XCTest") }
        registration.xctestImport = xctest.first { $0.conditions.isEmpty } ?? xctest.first
        registration.assertions = files.filter { !$0.assertions.isEmpty }.map { ($0.path, $0.assertions) }
        // Conditions of another module's source mean nothing here: what it does not compile is no test that is left out.
        let gone = LostModules.warnings(lost, of: index, ForeignLineage(dependencies)).filter(\.conditions.isEmpty)
        let lookalikes =
            gone
            + LookalikeCheck.warnings(
                index: index, files: files, dependencies: dependencies, isTestTarget: isTestTarget)
        let sorted = warnings.sorted(with: lookalikes)
        registration.warnings = sorted
        if !registration.suites.isEmpty, let deaf = foreignAssertions(in: files) { registration.warnings.append(deaf) }
        // For the build alone: the runner runs such a class.
        let doubts = found.filter { isTestTarget && !$0.1.cases.isEmpty }.compactMap { entry, _ in
            inherited.doubt(about: entry).map {
                Warning(file: entry.file, location: entry.declaration.location, message: $0)
            }
        }
        return (registration, sorted + doubts)
    }

    /// The warning of each run of a module that imports Swift Testing, if Swift 6.2 compiles it.
    ///
    /// There, no report has a failure of `#expect` outside of Swift Testing's own tests. The compiler is known only when it
    /// reads the generated file.
    private static func foreignAssertions(in files: [SourceFile]) -> Warning? {
        for file in files {
            guard let statement = file.imports.first(where: { $0.text.hasSuffix(" Testing") }) else { continue }
            return Warning(
                file: file.path, location: Location(line: 1, column: 1),
                conditions: statement.conditions + ["compiler(<6.3)"],
                message:
                    "with Swift 6.2, #expect and #require fail no test of a bundle: use TestKit's expect… and require…")
        }
        return nil
    }

    // MARK: Imports

    /// Whether an import is that of TestKit.
    private static func isTestKit(_ statement: Import) -> Bool { statement.text.hasSuffix(" TestKit") }

    /// The import of a module with the access level that the sources give it: levels must not differ within a module.
    private static func statement(importing module: String, in files: [SourceFile]) -> String {
        let imports = files.flatMap(\.imports).filter { $0.text.hasSuffix(" " + module) }
        let written = imports.flatMap { $0.text.split(separator: " ") }
        let levels = ["public", "package", "internal", "fileprivate", "private"]
        // Any level will do: the generated file has no public declaration.
        return levels.contains { written.contains(Substring($0)) } ? "internal import \(module)" : "import \(module)"
    }

    /// The import of Foundation, likewise; nil if no source imports it.
    private static func foundationImport(in files: [SourceFile]) -> String? {
        let levels = files.compactMap(\.foundationLevel)
        if levels.isEmpty { return nil }
        return (levels.contains { !$0.isEmpty } ? "internal " : "") + "import Foundation"
    }

    // MARK: Observers

    /// The names of the protocol of observers of the whole run.
    private static let observerNames: Set<String> = ["RunObserver", "TestKit.RunObserver"]

    /// The observer that a class is; nil if it is none.
    ///
    /// Warns if it says that it is one, and cannot be named.
    private static func observer(for entry: ModuleIndex.Entry, _ warnings: inout WarningList) -> Observer? {
        let names = entry.declaration.inherited.flatMap { $0.split(separator: "&") }.map {
            ModuleIndex.plain(String($0))
        }
        guard entry.declaration.kind == .class, names.contains(where: observerNames.contains) else { return nil }
        guard let obstacle = entry.obstacle else {
            return Observer(reference: entry.reference, conditions: entry.conditions)
        }
        warnings.add(about: entry, "'\(entry.name)' will not observe the run: \(obstacle)")
        return nil
    }
}
