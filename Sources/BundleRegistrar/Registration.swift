// SPDX-License-Identifier: MIT

/// The content of a module's generated file.
struct Registration {
    /// The module.
    var module: String
    /// Whether that is a test target.
    var isTestTarget = false
    /// The imports that the generated file needs besides that of TestKit.
    var imports: [Import]
    /// The import of Foundation as the module's sources write it; nil if none imports it.
    var foundationImport: String?
    /// The import of XCTest as the module's sources write it; nil if none imports it.
    var xctestImport: Import?
    /// The import of TestKit as the module's sources write it.
    var testKitImport = "import TestKit"
    /// The import of Swift Testing as the module's sources write it.
    var testingImport = "import Testing"
    /// The superclasses in other modules that have no cases, as their sources say, by qualified name.
    var caseless: [String] = []
    /// Its classes, and its extensions of other modules' classes.
    var suites: [Suite]
    /// The observers of the whole run.
    var observers: [Observer] = []
    /// The warnings, which each run repeats.
    var warnings: [Warning] = []
    /// The calls of assertions in each source that has any.
    var assertions: [(file: String, calls: [AssertionText])] = []
}

/// A class whose instance observes the whole run.
struct Observer: Equatable {
    /// The case's name in Swift code.
    var reference: String
    /// The `#if` conditions around it, the outermost first.
    var conditions: [String] = []
}

/// A class, or an extension of another module's class.
struct Suite: Equatable {
    /// The class's name in Swift code.
    var reference: String
    /// Its name after the module's, without the focus prefix.
    ///
    /// nil for an extension of another module's class.
    var name: String?
    /// Whether its name has the focus prefix.
    var isFocused = false
    /// The absolute path of its source.
    var file: String
    /// The line of its declaration.
    var line: Int
    /// The `#if` conditions around it, the outermost first.
    var conditions: [String] = []
    /// Its own cases, in the order of the sources.
    var cases: [Case] = []
    /// Its cases and those that it inherits, the nearest first, where plain `swift test` is to run it; nil outside of test targets, and
    /// for a class that is not known to be a `TestCase`, or says that it is abstract.
    var standalone: [Case]?
    /// The hooks that it overrides and that may throw: an error has no place of its own.
    var hooks: [Method] = []
}

/// A static member of a class with the typed examples of a case.
struct ExampleMember: Equatable {
    /// Its name.
    var name: String
    /// The absolute path of its source.
    var file: String
    /// Its line.
    var line: Int
}

/// A case of a class.
struct Case: Equatable {
    /// The method's base name without the focus prefix and backticks.
    var name: String
    /// The method's base name as code calls it.
    var call: String
    /// Whether its name has the focus prefix.
    var isFocused = false
    /// The absolute path of its source, where that is not the class's.
    var file: String?
    /// The line of its declaration.
    var line: Int
    /// The `#if` conditions around it that are not around the class.
    var conditions: [String] = []
    /// Whether the call needs `await`.
    var isAsync = false
    /// Whether only an actor makes it need that, and not its declaration.
    var isOnActor = false
    /// Whether the call needs `try`.
    var isThrowing = false
    /// The parameters that receive the values of an example.
    var parameters: [Method.Parameter] = []
    /// Whether the call must state the types of its arguments, since an overload has the same labels.
    var needsTypes = false
    /// The member of the class with its typed examples.
    var examples: ExampleMember?

    /// The declaration after its name, without the parts that distinguish no overloads.
    var signature: String { CaseName.signature(of: parameters, isAsync: isAsync && !isOnActor) }
}
