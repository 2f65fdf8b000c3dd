// SPDX-License-Identifier: MIT

/// Decides what of a module's sources is registered, and warns about what cannot be.
///
/// ```
/// build
///   suites for classes         a class that inherits from something
///     cases of a class         its own methods, those of its extensions, those of generic superclasses
///   suites for extensions      of classes that another module declares
///   observers                  classes that are a RunObserver
///   superclasses in other modules, whose cases might be lost
///   warnings for local classes those in functions
///   LookalikeCheck.warnings    what was probably meant as a test
/// ```
struct RegistrationBuilder {
    /// The module's types.
    private let index: ModuleIndex
    /// The module's sources.
    private let files: [SourceFile]
    /// Other modules' declarations of the types that the sources extend.
    private let dependencies: [ModuleIndex]
    /// Names of types annotated with `@globalActor`.
    private let globalActors: Set<String>
    /// The warnings so far.
    private var warnings: [Warning] = []

    /// The registration of a module with these sources, and what cannot be registered.
    static func build(
        module: String,
        files: [SourceFile],
        dependencies: [ModuleIndex] = [],
        unregistered: Set<String> = []
    ) -> (registration: Registration, warnings: [Warning]) {
        let index = ModuleIndex(module: module, files: files)
        let actors = index.order.filter { $0.declaration.kind == .globalActor }.map(\.name)
        var builder = RegistrationBuilder(
            index: index,
            files: files,
            dependencies: dependencies,
            globalActors: Set(actors)
        )

        var registration = Registration(module: module, imports: [], suites: [])
        registration.suites = index.order.compactMap { builder.suite(for: $0) }
        registration.caseless = builder.caselessSuperclasses(unregistered)
        for entry in index.extensions {
            guard let suite = builder.suite(forExtension: entry) else { continue }
            registration.suites.append(suite)
            let imports = files.first { $0.path == entry.file }?.imports ?? []
            registration.imports += imports.filter {
                !registration.imports.contains($0) && !Self.isTestKit($0)
            }
        }
        registration.observers = index.order.compactMap { builder.observer(for: $0) }
        for file in files {
            for declaration in file.localClasses { builder.warn(aboutLocal: declaration, in: file.path) }
        }
        let levels = files.compactMap(\.foundationLevel)
        if !levels.isEmpty {
            // Any level will do, but levels must not differ within a module.
            registration.foundationImport = (levels.contains { !$0.isEmpty } ? "internal " : "") + "import Foundation"
        }
        registration.testKitImport = Self.testKitImport(in: files)
        // One that is always there, rather than one that a condition may leave out.
        let xctest = files.flatMap(\.imports).filter { $0.text.hasSuffix(" XCTest") }
        registration.xctestImport = xctest.first { $0.conditions.isEmpty } ?? xctest.first
        registration.assertions = files.filter { !$0.assertions.isEmpty }.map { ($0.path, $0.assertions) }
        let lookalikes = LookalikeCheck.warnings(index: index, files: files, dependencies: dependencies)
        return (registration, (builder.warnings + lookalikes).sorted { Self.precedes($0, $1) })
    }

    /// Whether a warning stands before another: by file, line and column.
    private static func precedes(_ first: Warning, _ second: Warning) -> Bool {
        (first.file, first.location.line, first.location.column)
            < (second.file, second.location.line, second.location.column)
    }

    /// Whether an import is that of TestKit.
    private static func isTestKit(_ statement: Import) -> Bool { statement.text.hasSuffix(" TestKit") }

    /// The import of TestKit with the access level that the sources give it: levels must not differ within a module.
    private static func testKitImport(in files: [SourceFile]) -> String {
        let written = files.flatMap(\.imports).filter(isTestKit).flatMap { $0.text.split(separator: " ") }
        let levels = ["public", "package", "internal", "fileprivate", "private"]
        // Any level will do: the generated file has no public declaration.
        return levels.contains { written.contains(Substring($0)) } ? "internal import TestKit" : "import TestKit"
    }
}

// MARK: Observers

extension RegistrationBuilder {
    /// The names of the protocol of observers of the whole run.
    private static let observerNames: Set<String> = ["RunObserver", "TestKit.RunObserver"]

    /// The observer that a class is; nil if it is none.
    ///
    /// Warns if it says that it is one, and cannot be named.
    private mutating func observer(for entry: ModuleIndex.Entry) -> Observer? {
        let names = entry.declaration.inherited.flatMap { $0.split(separator: "&") }.map {
            ModuleIndex.plain(String($0))
        }
        guard entry.declaration.kind == .class, names.contains(where: Self.observerNames.contains) else { return nil }
        guard let obstacle = entry.obstacle else {
            return Observer(reference: entry.reference, conditions: entry.conditions)
        }
        let message = "'\(entry.name)' will not observe the run: \(obstacle)"
        warnings.append(Warning(file: entry.file, location: entry.declaration.location, message: message))
        return nil
    }
}

// MARK: Suites

extension RegistrationBuilder {
    /// The suite of a class; nil if it cannot be one.
    private mutating func suite(for entry: ModuleIndex.Entry) -> Suite? {
        let declaration = entry.declaration
        guard declaration.kind == .class else { return nil }
        let scope = ModuleIndex.scope(of: entry.name)
        guard index.ancestry(of: declaration, in: scope) != .none else { return nil }

        let own = methods(of: entry)
        if let obstacle = entry.obstacle {
            if isInheritedByRegistered(entry) {
                for method in own { _ = check(method, of: entry, obstacle: nil) }
            } else {
                warn(about: entry, methods: own, obstacle: obstacle)
            }
            return nil
        }
        let focus = CaseName.focus(inClass: declaration.name)
        var suite = Suite(
            reference: entry.reference,
            name: (scope.isEmpty ? "" : scope + ".") + focus.name,
            isFocused: focus.isFocused,
            file: entry.file,
            line: declaration.location.line,
            conditions: entry.conditions
        )
        let isOnActor = isOnForeignActor(entry)
        let valid = own.filter { check($0, of: entry, obstacle: nil) }
        suite.cases = withoutTwins(valid, of: entry).map { testCase($0, in: suite, isOnActor: isOnActor) }
        for ancestor in index.ancestors(of: declaration, in: scope).prefix(while: { $0.declaration.isGeneric }) {
            let inherited = methods(of: ancestor).filter { problem(of: $0) == nil && $0.obstacle == nil }
            let known = Set(suite.cases.map(\.call))
            suite.cases += inherited.filter { !known.contains($0.method.name) }
                .map { testCase($0, in: suite, isOnActor: isOnActor) }
        }
        return suite
    }

    /// The suite of an extension of a class that another module declares; nil if it adds no case.
    private mutating func suite(forExtension entry: ModuleIndex.Entry) -> Suite? {
        guard index.resolve(entry.name, in: "") == nil else {
            warn(aboutProtocolExtension: entry, declaredIn: index)
            return nil
        }
        let plain = ModuleIndex.plain(index.alias(entry.name, in: "") ?? entry.name)
        guard !KnownTypes.names.contains(plain), mayExtendSuite(entry, called: plain) else { return nil }
        let methods = entry.declaration.methods.map {
            FoundMethod(method: $0, file: entry.file, obstacle: entry.obstacle)
        }
        // Nobody knows whether this is a class at all: warn only about what looks like a case in all respects.
        let likely = methods.filter {
            ($0.method.parameters.isEmpty || CaseName.takesExamples($0.method.name)) && $0.method.returnType == nil
        }
        var suite = Suite(
            reference: entry.reference,
            file: entry.file,
            line: entry.declaration.location.line,
            conditions: entry.conditions
        )
        suite.cases = likely.filter { check($0, of: entry, obstacle: nil) }
            .map { testCase($0, in: suite, isOnActor: false) }
        return suite.cases.isEmpty ? nil : suite
    }

    /// Whether what an extension extends may be a class that code can name, as far as the other modules' sources tell.
    ///
    /// Warns if not, where test classes may have its methods all the same.
    private mutating func mayExtendSuite(_ entry: ModuleIndex.Entry, called name: String) -> Bool {
        var isKnown = false
        for dependency in dependencies {
            guard let found = dependency.resolve(name, in: "").flatMap({ dependency.types[$0]?.first }),
                !found.declaration.isFilePrivate
            else { continue }
            if found.declaration.kind == .class, found.obstacle == nil { return true }
            isKnown = true
            warn(aboutProtocolExtension: entry, declaredIn: dependency)
            let scope = ModuleIndex.scope(of: found.name)
            if let obstacle = found.obstacle, dependency.ancestry(of: found.declaration, in: scope) == .test {
                let methods = entry.declaration.methods.map { FoundMethod(method: $0, file: entry.file) }
                for method in methods { _ = check(method, of: entry, obstacle: obstacle) }
            }
        }
        return !isKnown
    }

    /// The case of a method.
    private func testCase(_ found: FoundMethod, in suite: Suite, isOnActor: Bool) -> Case {
        let method = found.method
        let focus = CaseName.focus(inCase: method.name)
        return Case(
            name: focus.name,
            call: method.name,
            isFocused: focus.isFocused,
            file: found.file == suite.file ? nil : found.file,
            line: method.location.line,
            conditions: method.conditions.filter { !suite.conditions.contains($0) },
            isAsync: method.isAsync || isOnActor || method.attributes.contains(where: isForeignActor),
            isThrowing: method.isThrowing,
            parameters: method.parameters
        )
    }

    /// Whether a class is isolated to another actor than the main one, as far as names tell.
    private func isOnForeignActor(_ entry: ModuleIndex.Entry) -> Bool {
        let classes = [entry] + index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name))
        return classes.contains { $0.declaration.attributes.contains(where: isForeignActor) }
    }

    /// Whether an attribute is another global actor than the main one.
    ///
    /// The sources of other modules are not at hand, so what is not declared here goes by its name.
    private func isForeignActor(_ attribute: String) -> Bool {
        let isMain = ["MainActor", "Swift.MainActor", "_Concurrency.MainActor"].contains(attribute)
        return !isMain && (globalActors.contains(attribute) || attribute.hasSuffix("Actor"))
    }
}

// MARK: Superclasses in other modules

extension RegistrationBuilder {
    /// The superclasses in other modules that have no cases.
    ///
    /// Warns about those whose cases are not registered.
    private mutating func caselessSuperclasses(_ unregistered: Set<String>) -> [String] {
        let lineage = ForeignLineage(dependencies)
        var caseless: Set<String> = []
        for entry in index.order where entry.declaration.kind == .class && entry.obstacle == nil {
            for ancestor in lineage.ancestors(of: entry, in: index) {
                guard !ancestor.cases.isEmpty else {
                    caseless.insert(ancestor.name)
                    continue
                }
                let isGeneric = ancestor.entry.declaration.isGeneric
                guard isGeneric || unregistered.contains(ancestor.module) else { continue }
                warn(about: entry, inheriting: ancestor, isGeneric: isGeneric)
            }
        }
        return caseless.sorted()
    }

    /// Warns about a class whose superclass in another module has cases that are not registered.
    private mutating func warn(
        about entry: ModuleIndex.Entry, inheriting ancestor: ForeignLineage.Ancestor, isGeneric: Bool
    ) {
        let names = ancestor.cases.map { "'\(CaseName.unquoted($0.name))'" }.joined(separator: ", ")
        let advice =
            isGeneric
            ? "a generic class of another module cannot be registered; call its checks from cases of '\(entry.name)'"
            : "apply the plug-in RegisterTests to the module \(ancestor.module)"
        let message =
            "'\(entry.name)' inherits \(names) from '\(ancestor.name)', which is not registered, and the bundle will not "
            + "load: \(advice)"
        warnings.append(Warning(file: entry.file, location: entry.declaration.location, message: message))
    }
}

// MARK: Methods

extension RegistrationBuilder {
    /// A method meant as a case, and where it was found.
    private struct FoundMethod {
        /// The method.
        var method: Method
        /// The absolute path of its source.
        var file: String
        /// Why the extension that it stands in does not count; nil if it does.
        var obstacle: String?
    }

    /// A class's methods meant as cases: its own, then those of its extensions.
    private func methods(of entry: ModuleIndex.Entry) -> [FoundMethod] {
        var methods = entry.declaration.methods.map { FoundMethod(method: $0, file: entry.file, obstacle: nil) }
        for found in index.extensions where index.resolve(found.name, in: "") == entry.name {
            // Private classes of several files may share a name; each file extends its own.
            guard !entry.declaration.isFilePrivate || found.file == entry.file else { continue }
            let obstacle = found.obstacle == entry.obstacle ? nil : found.obstacle
            methods += found.declaration.methods.map {
                FoundMethod(method: $0, file: found.file, obstacle: obstacle)
            }
        }
        return methods
    }

    /// Whether a generic class's cases reach a class that is registered.
    private func isInheritedByRegistered(_ entry: ModuleIndex.Entry) -> Bool {
        guard entry.declaration.isGeneric, !entry.declaration.isFilePrivate else { return false }
        return index.order.contains { other in
            guard other.declaration.kind == .class, other.obstacle == nil else { return false }
            return index.ancestors(of: other.declaration, in: ModuleIndex.scope(of: other.name))
                .prefix { $0.declaration.isGeneric }.contains { $0.name == entry.name }
        }
    }

    /// Why a method cannot be a case by itself; nil if it can.
    private func problem(of found: FoundMethod) -> String? {
        let method = found.method
        if method.isStatic { return "it is a static or class method, and a case is an instance method" }
        if method.isGeneric { return "it is generic" }
        if !method.parameters.isEmpty { return Self.problem(ofParameters: method) }
        if let type = method.returnType { return "it returns '\(type)'" }
        if method.isFilePrivate { return "it is private to its file" }
        if method.isUnavailable { return "it is marked unavailable" }
        return nil
    }

    /// Why a method with parameters cannot be a case; nil if its examples can give them.
    private static func problem(ofParameters method: Method) -> String? {
        guard CaseName.takesExamples(method.name) else {
            return "it takes arguments, which only examples give: name it outlineTest…"
        }
        for parameter in method.parameters {
            let type = parameter.type.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if type.hasPrefix("inout ") { return "its parameter '\(parameter.name)' is inout" }
            if type.hasSuffix("...") {
                return "its parameter '\(parameter.name)' takes any number of values; use an array"
            }
            if type.contains("->") { return "its parameter '\(parameter.name)' is a function" }
            if type.hasPrefix("some ") { return "its parameter '\(parameter.name)' is generic" }
        }
        return nil
    }

    /// Whether a method is a helper, and no case: it is private, and nothing else in its name says otherwise.
    private static func isHelper(_ method: Method) -> Bool {
        method.isFilePrivate && !CaseName.focus(inCase: method.name).isFocused && !CaseName.takesExamples(method.name)
    }
}

// MARK: Warnings

extension RegistrationBuilder {
    /// Whether a method can be registered.
    ///
    /// Warns if not, except about overrides: the method that they override is declared elsewhere, and is what it is.
    private mutating func check(_ found: FoundMethod, of entry: ModuleIndex.Entry, obstacle: String?) -> Bool {
        let own = problem(of: found)
        guard let reason = own ?? obstacle ?? found.obstacle else { return true }
        if own == nil || !found.method.isOverride && !Self.isHelper(found.method) {
            warn(about: found, of: entry.name, reason)
        }
        return false
    }

    /// Warns about a method.
    private mutating func warn(about found: FoundMethod, of name: String, _ reason: String) {
        let method = CaseName.unquoted(found.method.name)
        let message = "test method '\(method)' of '\(name)' is not registered and will not run: \(reason)"
        warnings.append(Warning(file: found.file, location: found.method.location, message: message))
    }

    /// Warns about the methods of a class that cannot be registered, or about the class if it only inherits cases.
    private mutating func warn(about entry: ModuleIndex.Entry, methods: [FoundMethod], obstacle: String) {
        for method in methods { _ = check(method, of: entry, obstacle: obstacle) }
        guard methods.isEmpty, !entry.declaration.isGeneric else { return }
        let ancestors = index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name))
        guard ancestors.contains(where: { self.methods(of: $0).contains { problem(of: $0) == nil } }) else { return }
        let message = "test class '\(entry.name)' is not registered, and the cases that it inherits will not run: "
        warnings.append(
            Warning(file: entry.file, location: entry.declaration.location, message: message + obstacle)
        )
    }

    /// Warns about the methods of a class in a function.
    private mutating func warn(aboutLocal declaration: Declaration, in file: String) {
        guard index.ancestry(of: declaration, in: "") != .none else { return }
        let entry = ModuleIndex.Entry(declaration: declaration, file: file, reference: declaration.name)
        let methods = declaration.methods.map { FoundMethod(method: $0, file: file, obstacle: nil) }
        warn(about: entry, methods: methods, obstacle: "class '\(declaration.name)' is declared inside a function")
    }

    /// Warns about methods that an extension of a protocol gives to test classes.
    private mutating func warn(aboutProtocolExtension entry: ModuleIndex.Entry, declaredIn index: ModuleIndex) {
        guard let extended = index.resolve(entry.name, in: "").flatMap({ index.types[$0]?.first }),
            extended.declaration.kind == .protocol
        else { return }
        // `Self: TestCase` stands in the where clause, or in the protocol's inheritance clause.
        let constraint = entry.declaration.whereClause.flatMap(Self.superclass) ?? extended.declaration.inherited.first
        let probe = Declaration(
            kind: .class,
            name: "",
            location: entry.declaration.location,
            inherited: [constraint].compactMap { $0 }
        )
        guard index.ancestry(of: probe, in: "") == .test else { return }
        for method in entry.declaration.methods {
            let found = FoundMethod(method: method, file: entry.file, obstacle: nil)
            guard problem(of: found) == nil else { continue }
            warn(about: found, of: extended.name, "it is declared in an extension of a protocol")
        }
    }

    /// The type that a where clause demands of `Self`; nil if it demands none.
    private static func superclass(in whereClause: String) -> String? {
        let clause = whereClause.split(whereSeparator: \.isWhitespace).joined()
        guard let start = clause.firstRange(of: "Self:") else { return nil }
        return String(clause[start.upperBound...].prefix { $0 != "," })
    }

    /// Leaves out the later ones of cases with one name, such as `testA` and `focus_testA`, and warns about them.
    private mutating func withoutTwins(_ methods: [FoundMethod], of entry: ModuleIndex.Entry) -> [FoundMethod] {
        var kept: [FoundMethod] = []
        for found in methods {
            let name = CaseName.focus(inCase: found.method.name).name
            let earlier = kept.first {
                CaseName.focus(inCase: $0.method.name).name == name && $0.method.conditions == found.method.conditions
            }
            if let earlier {
                let line = earlier.method.location.line
                warn(about: found, of: entry.name, "the method in line \(line) has the same case name")
            } else {
                kept.append(found)
            }
        }
        return kept
    }
}
