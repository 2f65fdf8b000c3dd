// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Rule 16.
extension Example {
    /// The examples of a property list.
    ///
    /// A plain dictionary is the examples by name, each one a dictionary of its values. A dictionary with the key
    /// `ECTestItems` or `ECTestSuites` is examples and sub-suites, which are such dictionaries themselves. The order is that of the
    /// names.
    ///
    /// - Throws: ``ExampleError`` with file and position if the file is not that, has no example, or a name is there twice.
    public static func propertyList(at url: URL) throws -> [Example] {
        let file = try DataFile(url)
        let suite = try ExampleTree.suite(PropertyListFile(file).root, at: file.origin, path: "")
        return try ExampleTree.some(suite.examples, at: file.origin)
    }
}
