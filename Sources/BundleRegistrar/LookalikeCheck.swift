// SPDX-License-Identifier: MIT

/// Finds what was probably meant as a test, a hook or a focus, and is none: nothing is silently not run.
///
/// Nothing private to its file causes a warning, since a helper may have any name.
///
/// Rule 1.
struct LookalikeCheck {
    /// The module's types.
    let index: ModuleIndex
    /// Other modules' declarations of the types that the sources name.
    let dependencies: [ModuleIndex]
    /// The superclasses in other modules.
    private let lineage: ForeignLineage
    /// The tests and hooks, or what resembles one, that the module's code calls itself.
    private let calledNames: Set<String>
    /// Whether the module is a test target, where the tests of XCTest and Swift Testing run.
    private let isTestTarget: Bool
    /// The warnings so far.
    private var warnings = WarningList()

    /// The warnings about a module's classes.
    static func warnings(
        index: ModuleIndex, files: [SourceFile], dependencies: [ModuleIndex], isTestTarget: Bool = false
    ) -> [Warning] {
        let called = files.reduce(into: Set<String>()) { $0.formUnion($1.calledNames) }
        var check = LookalikeCheck(
            index: index, dependencies: dependencies, calledNames: called, isTestTarget: isTestTarget)
        for entry in index.order where entry.declaration.kind == .class { check.check(entry) }
        for entry in index.order where entry.declaration.kind == .other {
            check.checkUnrelated(entry, check.parts(of: entry))
        }
        for entry in index.order + index.extensions { check.checkForeign(entry) }
        for file in files { check.checkFunctions(of: file) }
        return check.warnings.found
    }

    /// A check that has found nothing.
    private init(index: ModuleIndex, dependencies: [ModuleIndex], calledNames: Set<String>, isTestTarget: Bool) {
        self.index = index
        (self.dependencies, lineage) = (dependencies, ForeignLineage(dependencies))
        (self.calledNames, self.isTestTarget) = (calledNames, isTestTarget)
    }

    /// Checks a class with its extensions.
    private mutating func check(_ entry: ModuleIndex.Entry) {
        let parts = parts(of: entry)
        switch lineage.ancestry(of: entry, in: index) {
        case .none, .xctest:
            checkUnrelated(entry, parts)
        case .unknown:
            checkFocus(entry)
            checkCases(entry, parts)
        case .test:
            checkFocus(entry)
            checkCases(entry, parts)
            checkHooks(entry, parts)
            checkFinish(entry, parts)
        }
    }

    /// A type and its extensions in its module.
    private func parts(of entry: ModuleIndex.Entry) -> [ModuleIndex.Entry] { [entry] + index.extensions(of: entry) }
}

// MARK: Unrelated types

extension LookalikeCheck {
    /// Warns about a type with test methods that is no test.
    private mutating func checkUnrelated(_ entry: ModuleIndex.Entry, _ parts: [ModuleIndex.Entry]) {
        let isXCTest = lineage.ancestry(of: entry, in: index) == .xctest
        guard !entry.declaration.isFilePrivate, !(isXCTest && isTestTarget) else { return }
        let required = requirements(of: entry)
        let isClass = entry.declaration.kind == .class
        let methods = parts.flatMap(\.declaration.methods).filter {
            // Application code has structures with a method `test`, and calls it.
            Self.mayRun($0) && $0.parameters.isEmpty && !required.contains($0.name)
                && (isClass || Lookalike.isPlainlyCase($0.name) && !calledNames.contains($0.name))
        }
        guard !methods.isEmpty else { return }
        let reason =
            isXCTest ? "it inherits from XCTestCase, not from TestKit's TestCase" : "it does not inherit from TestCase"
        let kind = isClass ? "class" : "type"
        let remedy = isClass ? reason : "only a class that inherits from TestCase has cases"
        let message =
            "test methods of \(kind) '\(entry.name)' are not registered and will not run (\(CaseName.shown(methods))): \(remedy); "
            + "if they are not tests, make them private"
        warnings.add(about: entry, losing: .methods(methods.count), message)
    }

    /// The names of methods that a class has because a protocol of its module demands them.
    private func requirements(of entry: ModuleIndex.Entry) -> Set<String> {
        let scope = ModuleIndex.scope(of: entry.name)
        let protocols = entry.declaration.inherited.flatMap { $0.split(separator: "&") }.compactMap {
            index.resolve(String($0), in: scope).flatMap { index.types[$0]?.first }
        }
        return Set(protocols.filter { $0.declaration.kind == .protocol }.flatMap(\.declaration.methods).map(\.name))
    }

    /// Whether a method could run as a case, or as a hook, but for its name, its parameters and its class.
    private static func mayRun(_ method: Method) -> Bool {
        !method.isStatic && !method.isFilePrivate && !method.isGeneric && !method.isOverride && !method.isUnavailable
            && method.returnType == nil && !method.attributes.contains(where: Lookalike.testAttributes.contains)
    }
}

// MARK: Other frameworks, and functions

extension LookalikeCheck {
    /// The remedy for a test of Swift Testing in a bundle.
    private static let foreignRemedy =
        "a bundle runs the cases of TestKit's classes alone; move it to a test target, whose tests the runner runs as "
        + "well, or make it a case"

    /// Warns about tests of Swift Testing in a type or an extension, and about a suite without one.
    private mutating func checkForeign(_ entry: ModuleIndex.Entry) {
        let tests = (entry.declaration.methods + entry.declaration.lookalikes).filter {
            $0.attributes.contains(where: Lookalike.testAttributes.contains)
        }
        let isSuite = entry.declaration.attributes.contains(where: Lookalike.suiteAttributes.contains)
        if isTestTarget || tests.isEmpty && !isSuite { return }
        if tests.isEmpty {
            let message = "the suite '\(entry.name)' of Swift Testing will not run: \(Self.foreignRemedy)"
            return warnings.add(about: entry, message)
        }
        let names = CaseName.shown(tests)
        warnings.add(
            about: entry, losing: .methods(tests.count),
            "tests of Swift Testing in '\(entry.name)' will not run (\(names)): \(Self.foreignRemedy)")
    }

    /// Warns about functions of a source that look like tests: a case is a method.
    private mutating func checkFunctions(of file: SourceFile) {
        for function in file.functions {
            let name = CaseName.unquoted(function.name)
            var message: String?
            if function.attributes.contains(where: Lookalike.testAttributes.contains) {
                if isTestTarget { continue }
                message = "the test '\(name)' of Swift Testing will not run: \(Self.foreignRemedy)"
            } else if Self.mayRun(function), function.parameters.isEmpty, !calledNames.contains(function.name),
                Lookalike.isPlainlyCase(function.name) || Lookalike.caseAside(by: function.name) != nil
            {
                message =
                    "function '\(name)' is not registered and will not run: a case is a method of a class that inherits "
                    + "from TestCase; if it is a helper, make it private"
            }
            guard let message else { continue }
            warnings.add(about: function, in: file.path, losing: .functions(1), message)
        }
    }
}

// MARK: Names

extension LookalikeCheck {
    /// Warns about a class that is not focused, though its name seems to say so.
    private mutating func checkFocus(_ entry: ModuleIndex.Entry) {
        guard let meant = Lookalike.focusMeant(byClass: entry.declaration.name) else { return }
        let name = CaseName.unquoted(entry.declaration.name)
        let message = "class '\(name)' is not focused: the prefix is 'Focus_' or 'focus_'; did you mean '\(meant)'?"
        warnings.add(about: entry, message)
    }

    /// Warns about methods whose names are nearly those of cases.
    private mutating func checkCases(_ entry: ModuleIndex.Entry, _ parts: [ModuleIndex.Entry]) {
        for part in parts {
            for method in part.declaration.lookalikes where Self.mayRun(method) {
                let name = CaseName.unquoted(method.name)
                if let aside = Lookalike.caseAside(by: method.name), !calledNames.contains(method.name),
                    method.parameters.isEmpty || CaseName.takesExamples(aside)
                {
                    warnings.add(
                        about: method, in: part.file,
                        "method '\(name)' of '\(entry.name)' is put aside and will not run: call it '\(aside)' and skip it "
                            + "with `try skip(\"why\")`, which reports show; if it is a helper, make it private")
                    continue
                }
                guard let meant = Lookalike.caseMeant(by: method.name),
                    method.parameters.isEmpty || CaseName.takesExamples(meant)
                else { continue }
                warnings.add(
                    about: method, in: part.file,
                    "method '\(name)' of '\(entry.name)' is not a test case and will not run: did you mean '\(meant)'? "
                        + "If it is a helper, make it private"
                )
            }
        }
    }

    /// Warns about methods that were meant as hooks, and that no code calls.
    private mutating func checkHooks(_ entry: ModuleIndex.Entry, _ parts: [ModuleIndex.Entry]) {
        for part in parts {
            for method in part.declaration.lookalikes where !method.isOverride && !method.isFilePrivate {
                guard let meant = Lookalike.hookMeant(by: method.name, isStatic: method.isStatic),
                    !calledNames.contains(method.name), !Self.isRefused(method)
                else { continue }
                let name = CaseName.unquoted(method.name)
                warnings.add(
                    about: method, in: part.file, losing: .other,
                    "method '\(name)' of '\(entry.name)' is not a hook and will not be called: did you mean '\(meant)'? "
                        + "If it is a helper, make it private"
                )
            }
        }
    }

    /// Whether a method is a hook of TestCase without `override`, which the compiler refuses.
    private static func isRefused(_ method: Method) -> Bool {
        switch method.name {
        case "setUpTest", "tearDownTest": !method.isStatic && method.parameters.isEmpty
        case "setUpClass", "tearDownClass": method.isStatic && method.parameters.isEmpty
        case "setUpTestCase", "tearDownTestCase":
            !method.isStatic && method.parameters.count == 1 && method.parameters[0].label == nil
        default: false
        }
    }
}

// MARK: finish()

extension LookalikeCheck {
    /// Warns about cases that wait for `finish()` in a class whose code never speaks of it.
    private mutating func checkFinish(_ entry: ModuleIndex.Entry, _ parts: [ModuleIndex.Entry]) {
        let waiting = parts.flatMap { part in
            part.declaration.methods.filter { method in
                CaseName.waitsForFinish(method.name) && !method.isAsync && Self.mayRun(method)
                    && !(part.declaration.attributes + method.attributes).contains {
                        $0.hasSuffix("Actor") && $0 != "MainActor"
                    }
            }
            .map { (part, $0) }
        }
        guard !waiting.isEmpty, !mentionsFinish(entry, parts) else { return }
        for (part, method) in waiting {
            let name = CaseName.unquoted(method.name)
            warnings.add(
                about: method, in: part.file, losing: .other,
                "case '\(name)' of '\(entry.name)' will exceed its time limit: by its name, it ends when finish() is "
                    + "called, and nothing in its class calls that; call it, set finishesOnExit, or rename the case"
            )
        }
    }

    /// Whether a class, one of its extensions or a superclass speaks of `finish`; so it is also where a superclass is not known.
    private func mentionsFinish(_ entry: ModuleIndex.Entry, _ parts: [ModuleIndex.Entry]) -> Bool {
        let scope = ModuleIndex.scope(of: entry.name)
        guard index.ancestry(of: entry.declaration, in: scope) == .test else { return true }
        let ancestors = index.ancestors(of: entry.declaration, in: scope)
        return (parts + ancestors + ancestors.flatMap(index.extensions(of:))).contains { $0.declaration.mentionsFinish }
    }
}
