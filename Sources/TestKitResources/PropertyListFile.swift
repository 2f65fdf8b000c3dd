// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// A property list's values.
struct PropertyListFile {
    /// The outermost value.
    let root: any Sendable

    /// Parses a file.
    ///
    /// Foundation keeps one of two values of one key and says nothing; a name that is there twice would be an example that
    /// silently does not run. So the keys in the text are counted.
    init(_ file: DataFile) throws {
        if let value = BinaryPropertyList.foreignValue(in: file.data) {
            throw ExampleError("not a property list: it holds \(value)", at: file.origin)
        }
        var format = PropertyListSerialization.PropertyListFormat.xml
        do {
            root = FoundationValue.plain(
                try PropertyListSerialization.propertyList(from: file.data, options: [], format: &format)
            )
        } catch {
            throw file.fault("a property list", error)
        }
        if format == .xml, let text = String(data: file.data, encoding: .utf8) {
            try Self.checkKeys(in: text, root, file)
        }
    }

    /// Refuses a text that has a key more often than the parsed values.
    private static func checkKeys(in text: String, _ root: any Sendable, _ file: DataFile) throws {
        var counts: [String: Int] = [:]
        count(root, &counts)
        let comment = /<!--(?s:.*?)-->/
        // Lines must keep their numbers.
        let text = text.replacing(comment) { String($0.output.filter { $0 == "\n" }) }
        var line: UInt32 = 1
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            for match in part.matches(of: /<key>([^<]*)<\/key>/) {
                let key = unescape(match.1)
                let rest = counts[key, default: 0] - 1
                if rest < 0 {
                    let place = ExampleOrigin(file: file.url.path, line: line)
                    throw ExampleError("the key '\(key)' occurs twice in one dictionary", at: place)
                }
                counts[key] = rest
            }
            line += 1
        }
    }

    /// Counts each key in a value.
    private static func count(_ value: any Sendable, _ counts: inout [String: Int]) {
        if let entries = value as? [String: any Sendable] {
            for (key, element) in entries {
                counts[key, default: 0] += 1
                count(element, &counts)
            }
        } else if let elements = value as? [any Sendable] {
            for element in elements { count(element, &counts) }
        }
    }

    /// A key as the parser gives it.
    private static func unescape(_ text: Substring) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")]
        let plain = entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
        let numeric = plain.replacing(/&#(x?)([0-9A-Fa-f]+);/) { match in
            UInt32(match.2, radix: match.1.isEmpty ? 10 : 16).flatMap(Unicode.Scalar.init).map(String.init) ?? ""
        }
        return numeric.replacing("&amp;", with: "&")
    }
}
