// SPDX-License-Identifier: MIT

import Foundation
import TestKit
import TestKitResources

/// Rule 16: a property list named like the class, with sub-suites; nothing to write.
final class PropertyListTests: TestCase {
    func outlineTestIsEven() throws {
        expectEqual(try example.value("number", as: Int.self) % 2 == 0, try example["even"])
    }
}

/// Rule 16: a directory named like the class.
final class DirectoryTests: TestCase {
    /// The content of an example's folder.
    struct Page: Decodable {
        /// Text.
        var source: String
        /// No text: where the file is.
        var picture: URL?
        /// From testdata.plist.
        var words: Int
    }

    func outlineTestCounts() throws {
        let page = try example.decode(Page.self)
        expectEqual(page.source.split(whereSeparator: \.isWhitespace).count, page.words)
        if let picture = page.picture { expectEqual(picture.lastPathComponent, "picture.png") }
    }
}

/// Rule 15: a JSON file named like a superclass.
class InheritedDataTests: TestCase {
    func outlineTestInherited() throws {
        expectTrue(try example["isGood"] as Bool)
    }
}

/// Has no data of its own.
final class DataHeirTests: InheritedDataTests {}

/// Rule 15: a JSON file by name, from the target's resource bundle.
final class PeopleTests: TestCase {
    /// An object of the file.
    struct Person: Decodable {
        /// The example's name.
        var name: String
        /// A number.
        var age: Int
        /// Numbers.
        var scores: [Double]
        /// May be null or missing.
        var home: URL?
    }

    override class func examples() throws -> [Example] {
        try examples(fromJSON: "people", in: .module)
    }

    func outlineTestDecodes() throws {
        let person = try example.decode(Person.self)
        expectEqual(person.name, example.name)
        expectEqual(person.scores.count, 2)
        expectEqual(person.age, try example["age"])
        expectEqual(try example["nickname"] as String?, nil)
    }

    func outlineTestWrongType() throws {
        _ = try example.value("age", as: String.self)
    }

    func outlineTestNoSuchKey() throws {
        _ = try example.value("height", as: Int.self)
    }
}
