// SPDX-License-Identifier: MIT

/// The declarations of one source that matter for registration.
struct SourceFile: Codable, Equatable, Sendable {
    /// The file's absolute path.
    var path: String
    /// The types and extensions at file level; in them, the types nested in them.
    var declarations: [Declaration] = []
    /// The classes in functions, closures and accessors, which no other file can name.
    var localClasses: [Declaration] = []
    /// The functions at file level that look like tests.
    var functions: [Method] = []
    /// The file's imports.
    var imports: [Import] = []
    /// The access level of its import of Foundation, empty for none; nil if it does not import Foundation.
    var foundationLevel: String?
    /// The calls of assertions, in the order of the source.
    var assertions: [AssertionText] = []
    /// The names of tests and hooks, or what might be meant as one, that code calls itself.
    var calledNames: Set<String> = []
    /// Whether it imports TestKit.
    var importsTestKit = false
}

/// An import, as written.
struct Import: Codable, Hashable, Sendable {
    /// The statement, with its attributes.
    var text: String
    /// When it is compiled.
    var conditions: [String] = []
}

/// A type, an extension or a typealias.
struct Declaration: Codable, Equatable, Sendable {
    /// The kind of declaration.
    var kind: Kind
    /// Its name as written; dotted for an extension of a nested type, backticks included.
    var name: String
    /// Where its name is.
    var location: Location
    /// The `#if` conditions around it, the outermost first.
    var conditions: [String] = []
    /// The types in its inheritance clause.
    ///
    /// For a typealias: what it represents.
    var inherited: [String] = []
    /// The text of its `where` clause; nil without one.
    var whereClause: String?
    /// Whether it has generic parameters.
    var isGeneric = false
    /// Whether only its own file can name it.
    var isFilePrivate = false
    /// Whether an attribute says that it must not be used.
    var isUnavailable = false
    /// The names of attributes that may be global actors.
    var attributes: [String] = []
    /// The types nested in it.
    var types: [Declaration] = []
    /// The methods in it whose names are those of cases.
    var methods: [Method] = []
    /// The lines of the static members in it that are typed examples, by name.
    var examples: [String: Int] = [:]
    /// The methods in it whose names look as if a case or a hook was meant.
    var lookalikes: [Method] = []
    /// Whether it overrides `isAbstract` to be true, whatever the conditions.
    var isAbstract = false
    /// Whether its code speaks of `finish`, or of ending a case without it.
    var mentionsFinish = false

    /// The kinds that matter.
    enum Kind: String, Codable, Sendable {
        case `class`, `protocol`, `extension`, `typealias`
        /// A type annotated with `@globalActor`.
        case globalActor
        /// A structure, an enumeration or an actor.
        case other
    }
}

/// A method whose name is, or resembles, that of a case or a hook.
struct Method: Codable, Equatable, Sendable {
    /// Its base name as written, backticks included.
    var name: String
    /// Where its name is.
    var location: Location
    /// The `#if` conditions around it, the outermost first.
    var conditions: [String] = []
    /// Its parameters, those with a default included.
    var parameters: [Parameter] = []
    /// The return type, as written; nil if there is none.
    var returnType: String?
    /// Whether it belongs to the type, not to an instance.
    var isStatic = false
    /// Whether it has generic parameters.
    var isGeneric = false
    /// Whether only its own file can name it.
    var isFilePrivate = false
    /// Whether an attribute says that it must not be used.
    var isUnavailable = false
    /// Whether it overrides a method.
    var isOverride = false
    /// Whether it is `async`.
    var isAsync = false
    /// Whether it throws.
    var isThrowing = false
    /// The names of attributes that may be global actors.
    var attributes: [String] = []

    /// A parameter.
    struct Parameter: Codable, Equatable, Sendable {
        /// The label in a call, with backticks; nil for `_`.
        var label: String?
        /// The name in the body.
        var name: String
        /// Its type, as written.
        var type: String

        /// Its type, less what says how a value is passed.
        var plainType: String {
            let words = type.split(whereSeparator: \.isWhitespace)
            return words.drop { Self.specifiers.contains($0) }.joined(separator: " ")
        }

        /// The words before a type that say how a value is passed.
        private static let specifiers: Set<Substring> = ["borrowing", "consuming", "sending", "__owned", "__shared"]
    }
}
