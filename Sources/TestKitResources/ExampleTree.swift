// SPDX-License-Identifier: MIT

import TestKit

/// Examples and sub-suites in a data file's values.
enum ExampleTree {
    /// A suite: its examples with those of its sub-suites, and its own names.
    struct Suite {
        /// All examples, with their full names.
        var examples: [Example] = []
        /// The names of its own examples.
        var exampleNames: Set<String> = []
        /// The names of its sub-suites.
        var suiteNames: Set<String> = []
    }

    /// The key of the examples of a suite that has sub-suites as well.
    private static let itemsKey = "ECTestItems"
    /// The key of the sub-suites.
    private static let suitesKey = "ECTestSuites"

    /// The examples of a whole file or directory, which must have some.
    static func some(_ examples: [Example], at origin: ExampleOrigin) throws -> [Example] {
        if examples.isEmpty { throw ExampleError("expected at least one example, got none", at: origin) }
        return examples
    }

    /// An array of items: objects, each with a name, or anything else, named after its text; or a dictionary of items by name.
    static func list(_ value: any Sendable, at origin: ExampleOrigin) throws -> [Example] {
        if value is [String: any Sendable] { return try suite(value, at: origin, path: "").examples }
        guard let elements = value as? [any Sendable] else {
            throw ExampleError(
                "expected an array or a dictionary of examples, got \(ExampleValue.describe(value))", at: origin)
        }
        var places: [String: Int] = [:]
        return try elements.enumerated().map { index, element in
            let place = origin.appending(index: index)
            let name = try name(of: element, at: place)
            if let earlier = places.updateValue(index, forKey: name) {
                throw ExampleError("two examples are named '\(name)': [\(earlier)] and [\(index)]", at: place)
            }
            return Example(name, value: element, origin: place)
        }
    }

    /// The name of an array's element: what an object says, or the text of anything else.
    private static func name(of element: any Sendable, at place: ExampleOrigin) throws -> String {
        guard let values = element as? [String: any Sendable] else {
            let text = text(of: element)
            return text.isEmpty ? "(empty)" : text
        }
        guard let name = values["name"] else { throw ExampleError("the example has no 'name'", at: place) }
        if let name = name as? String, !name.isEmpty { return name }
        let got = (name as? String) == "" ? "empty text" : ExampleValue.describe(name)
        throw ExampleError("expected text that is not empty, got \(got)", at: place.appending(key: "name"))
    }

    /// A value's text in a name: "abc", "3", "[1, 2]", "{a: 1}".
    private static func text(of value: any Sendable) -> String {
        switch value {
        case let elements as [any Sendable]: "[\(elements.map(text).joined(separator: ", "))]"
        case let entries as [String: any Sendable]:
            "{\(entries.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }.joined(separator: ", "))}"
        default: "\(value)"
        }
    }

    /// A dictionary that is the examples, or has the keys of examples and sub-suites.
    ///
    /// - Parameter path: The text before the examples' names: "suite/".
    static func suite(_ value: any Sendable, at origin: ExampleOrigin, path: String) throws -> Suite {
        let entries = try dictionary(value, at: origin, "of examples")
        guard entries[itemsKey] != nil || entries[suitesKey] != nil else {
            return try items(entries, at: origin, path: path)
        }
        if let unknown = entries.keys.filter({ $0 != itemsKey && $0 != suitesKey }).min() {
            throw ExampleError("unknown key '\(unknown)' beside \(itemsKey) and \(suitesKey)", at: origin)
        }
        var suite = Suite()
        if let value = entries[itemsKey] {
            let place = origin.appending(key: itemsKey)
            suite = try items(dictionary(value, at: place, "of examples"), at: place, path: path)
        }
        guard let value = entries[suitesKey] else { return suite }
        let place = origin.appending(key: suitesKey)
        for (name, value) in try dictionary(value, at: place, "of suites").sorted(by: { $0.key < $1.key }) {
            let inner = place.appending(key: name)
            if name.isEmpty { throw ExampleError("a suite has no name", at: place) }
            let examples = try Self.suite(value, at: inner, path: "\(path)\(name)/").examples
            if examples.isEmpty { throw ExampleError("the suite '\(path)\(name)' has no examples", at: inner) }
            suite.suiteNames.insert(name)
            suite.examples += examples
        }
        return suite
    }

    /// Examples by name.
    private static func items(
        _ entries: [String: any Sendable], at origin: ExampleOrigin, path: String
    ) throws -> Suite {
        var suite = Suite()
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            if name.isEmpty { throw ExampleError("an example has no name", at: origin) }
            let place = origin.appending(key: name)
            suite.exampleNames.insert(name)
            suite.examples.append(Example(path + name, value: value, origin: place))
        }
        return suite
    }

    /// A value that must be a dictionary.
    static func dictionary(
        _ value: any Sendable, at origin: ExampleOrigin, _ contents: String
    ) throws -> [String: any Sendable] {
        if let entries = value as? [String: any Sendable] { return entries }
        throw ExampleError("expected a dictionary \(contents), got \(ExampleValue.describe(value))", at: origin)
    }
}
