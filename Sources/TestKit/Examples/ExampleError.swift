// SPDX-License-Identifier: MIT

/// The reason why examples, or a value of one, cannot be used.
///
/// Your own data sources may throw it as well: the report then names the file and the position.
public struct ExampleError: Error, Equatable, CustomStringConvertible {
    /// The expectation and the actual value, in a line.
    public let reason: String
    /// Where the fault is, if that is known.
    public let origin: ExampleOrigin?

    /// An error at a place.
    public init(_ reason: String, at origin: ExampleOrigin? = nil) {
        self.reason = reason
        self.origin = origin
    }

    /// "numbers.json:3:14: reason".
    public var description: String { origin.map { "\($0): \(reason)" } ?? reason }
}

/// The error of a class for which no examples are declared.
///
/// Thrown by what ``TestCase/examples()-(_)`` does unless overridden.
struct NoExampleSource: Error, CustomStringConvertible {
    /// The class.
    let type: TestCase.Type
    /// Where data files were looked for; nil where the bundle has no reader of data files.
    var searched: [String]?

    /// For people.
    var description: String {
        let name = _typeName(type, qualified: false)
        let code = "\(name) overrides neither examples(for:) nor examples()"
        guard let searched else {
            return "\(code), and the bundle does not use TestKitResources, which reads data files"
        }
        return "\(code), and there is no \(searched.joined(separator: " or "))"
    }
}
