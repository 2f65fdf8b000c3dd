// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Rule 16.
extension Example {
    /// The examples of a JSON file: an array of objects, each with a `name`; the rest of the object is its values.
    ///
    /// - Throws: ``ExampleError`` with file and position if the file is not that, has no example, or two of one name.
    public static func json(at url: URL) throws -> [Example] {
        let file = try DataFile(url)
        let parsed: Any
        do {
            parsed = try JSONSerialization.jsonObject(with: file.data, options: .fragmentsAllowed)
        } catch {
            throw file.fault("JSON", error)
        }
        return try ExampleTree.some(ExampleTree.list(FoundationValue.plain(parsed), at: file.origin), at: file.origin)
    }
}
