// SPDX-License-Identifier: MIT

import TestKit
import TestKitResources

/// Cases whose parameters take the values of their examples by name.
final class TypedTests: TestCase {
    override class func examples(for name: String) throws -> [Example] {
        switch name {
        case "outlineTestParses":
            [
                Example("one", ["text": "1", "number": 1]),
                Example("two", ["text": "2", "number": 2]),
                Example("wrong type", ["text": "3", "number": "three"]),
                Example("missing", ["text": "4"]),
            ]
        case "outlineTestItem": [Example("whole", value: 2), Example("list", value: [1, 2])]
        case "parameterizedTestName": [Example("Ada", ["age": 36])]
        case "outlineTestProduct": try Example.product(["text": ["a", "b"], "count": [1, 2, 3]])
        case "outlineTestZip": try Example.zip(["text": ["a", "bb"], "count": [1, 2]])
        case "outlineTestLabels": [Example("all", ["first": 1, "in": 2, "rest": 3.5, "list": ["a"], "any": true])]
        case "outlineTestPairs": try Example.product([Example("x", ["left": 1])], [Example("y", ["right": 2])])
        case "outlineTestAsyncWaits": [Example("ends", value: 1), Example("stays", value: 2)]
        default: try Example.zip(["text": ["a", "b"], "count": [1]])
        }
    }

    func outlineTestParses(text: String, number: Int) {
        expectEqual(Int(text), number)
    }

    func outlineTestItem(number: Int) {
        expectEqual(number, example.value as? Int)
    }

    func parameterizedTestName(_ name: String, of age: Double, with height: Int?) async throws {
        expectEqual(name, try example["name"])
        expectEqual(age, 36)
        expectNil(height)
    }

    func outlineTestProduct(text: String, count: Int) {
        expectEqual(example.name, "\(text), \(count)")
    }

    func outlineTestZip(text: String, count: Int) {
        expectCount(text, count)
    }

    func outlineTestPairs(left: Int, right: Int) {
        expectLessThan(left, right)
    }

    func outlineTestLabels(_ first: Int, of `in`: Int, plus rest: borrowing Double, list: [Any], any: Any) {
        expectEqual(first + `in`, 3)
        expectGreaterThan(rest, 3)
        expectCount(list, 1)
        expectEqual(any as? Bool, true)
    }

    func outlineTestUneven(text: String, count: Int) {}

    func outlineTestAsyncWaits(number: Int) {
        if number == 1 { finish() } else { finishTimeout = .milliseconds(100) }
    }
}

/// A property list and a JSON file of anything, in folders that were copied whole.
final class AnythingTests: TestCase {
    func outlineTestItem() {
        let count = (example.value as? [any Sendable])?.count ?? -1
        expectEqual(
            "\(example.name): \(count)", example.name.hasSuffix("list") ? "\(example.name): 2" : "\(example.name): -1")
    }
}

/// An array of anything.
final class ScalarTests: TestCase {
    func outlineTestItem(item: Double) {
        expectGreaterThan(item, 0)
    }
}

/// A type of the suite's own, decoded.
final class PeopleTests: TestCase {
    /// A person.
    struct Person: Decodable {
        /// Her name.
        let name: String
        /// In years.
        let age: Int
    }

    override class func examples() throws -> [Example] { try examples(fromJSON: "typed-people") }

    func outlineTestDecodes(person: Person) {
        expectEqual(person.name, example.name)
    }
}
