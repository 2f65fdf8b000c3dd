// SPDX-License-Identifier: MIT

/// The suites of a module's own classes.
struct ClassSuites {
    /// The module's types.
    private let index: ModuleIndex
    /// The actors that make a case asynchronous.
    private let actors: GlobalActors

    /// The suites of a module.
    init(_ index: ModuleIndex, _ actors: GlobalActors) { (self.index, self.actors) = (index, actors) }

    /// The suite of a class; nil if it cannot be one.
    ///
    /// Its cases: its own methods, those of its extensions, those of generic superclasses.
    func suite(for entry: ModuleIndex.Entry, _ warnings: inout WarningList) -> Suite? {
        let declaration = entry.declaration
        guard declaration.kind == .class else { return nil }
        let scope = ModuleIndex.scope(of: entry.name)
        guard index.ancestry(of: declaration, in: scope) != .none else { return nil }

        let own = methods(of: entry)
        if let obstacle = entry.obstacle {
            if isInheritedByRegistered(entry) {
                for method in own { _ = warnings.admits(method, of: entry.name) }
            } else {
                warn(about: entry, methods: own, obstacle: obstacle, &warnings)
            }
            return nil
        }
        let focus = CaseName.focus(inClass: declaration.name)
        var suite = Suite(
            reference: entry.reference, name: (scope.isEmpty ? "" : scope + ".") + focus.name,
            isFocused: focus.isFocused, file: entry.file, line: declaration.location.line, conditions: entry.conditions)
        let overloads = OverloadedCases(of: entry, index, actors)
        let valid = overloads.distinguished(own.filter { warnings.admits($0, of: entry.name) }, &warnings)
        let isOnActor = actors.isolate(entry, in: index)
        let examples = examples(of: entry)
        let add = { (suite: inout Suite, methods: [CaseMethod]) in
            suite.cases += methods.map { [suite] found in
                found.testCase(in: suite, isOnActor: isOnActor || actors.isolate(found.method), examples: examples)
            }
        }
        add(&suite, valid)
        for ancestor in index.ancestors(of: declaration, in: scope).prefix(while: { $0.declaration.isGeneric }) {
            let known = Set(
                suite.cases.map {
                    OverloadedCases.selector($0.call, $0.parameters, isAsync: $0.isAsync && !$0.isOnActor)
                })
            let inherited = methods(of: ancestor).filter { $0.problem == nil && $0.obstacle == nil }
            add(&suite, inherited.filter { !known.contains(OverloadedCases.selector(of: $0)) })
        }
        suite.hooks = declaration.lookalikes.filter {
            $0.isOverride && $0.isThrowing && Lookalike.throwingHooks.contains($0.name)
        }
        return suite
    }

    /// Warns about the methods of a class in a function.
    func warn(aboutLocal declaration: Declaration, in file: String, _ warnings: inout WarningList) {
        guard index.ancestry(of: declaration, in: "") != .none else { return }
        let entry = ModuleIndex.Entry(declaration: declaration, file: file, reference: declaration.name)
        let methods = declaration.methods.map { CaseMethod(method: $0, file: file) }
        let obstacle = "class '\(declaration.name)' is declared inside a function"
        warn(about: entry, methods: methods, obstacle: obstacle, &warnings)
    }

    /// A class's methods meant as cases: its own, then those of its extensions.
    private func methods(of entry: ModuleIndex.Entry) -> [CaseMethod] {
        var methods = entry.declaration.methods.map { CaseMethod(method: $0, file: entry.file) }
        for found in index.extensions(of: entry) {
            let obstacle = found.obstacle == entry.obstacle ? nil : found.obstacle
            methods += found.declaration.methods.map { CaseMethod(method: $0, file: found.file, obstacle: obstacle) }
        }
        return methods
    }

    /// A class's members with typed examples: its own, those of its extensions, and of its superclasses.
    private func examples(of entry: ModuleIndex.Entry) -> [String: ExampleMember] {
        let extensions = index.extensions.filter { !$0.declaration.examples.isEmpty }
        let chain = [entry] + index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name))
        return chain.reduce(into: [:]) { members, link in
            for place in [link] + extensions where place.name == link.name {
                members.merge(place.examples) { nearest, _ in nearest }
            }
        }
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

    /// Warns about the methods of a class that cannot be registered, or about the class if it only inherits cases.
    private func warn(
        about entry: ModuleIndex.Entry, methods: [CaseMethod], obstacle: String, _ warnings: inout WarningList
    ) {
        for method in methods { _ = warnings.admits(method, of: entry.name, obstacle: obstacle) }
        guard methods.isEmpty, !entry.declaration.isGeneric else { return }
        let ancestors = index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name))
        let inherited = ancestors.reduce(0) { $0 + self.methods(of: $1).count { $0.problem == nil } }
        guard inherited > 0 else { return }
        let message = "test class '\(entry.name)' is not registered, and the cases that it inherits will not run: "
        warnings.add(about: entry, losing: .methods(inherited), message + obstacle)
    }
}
