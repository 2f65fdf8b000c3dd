// SPDX-License-Identifier: MIT

/// The place of an example or of its fault: a line of a file, or a place among a file's values.
public struct ExampleOrigin: Sendable, Equatable, CustomStringConvertible {
    /// The path of the source or data file; empty if there is none.
    public var file: String
    /// From 1; 0 if unknown.
    public var line: UInt32
    /// From 1; 0 if unknown.
    public var column: UInt32
    /// The way to the value in the file's structure: "[2].name"; empty for the file itself.
    public var keyPath: String

    /// A place, as far as it is known.
    public init(file: String, line: UInt32 = 0, column: UInt32 = 0, keyPath: String = "") {
        self.file = file
        self.line = line
        self.column = column
        self.keyPath = keyPath
    }

    /// The place that a key leads to from here.
    public func appending(key: String) -> ExampleOrigin {
        var place = self
        place.keyPath += keyPath.isEmpty ? key : ".\(key)"
        return place
    }

    /// The place that an index leads to from here.
    public func appending(index: Int) -> ExampleOrigin {
        var place = self
        place.keyPath += "[\(index)]"
        return place
    }

    /// The file's name with the position, as compilers write it: "numbers.json:3:14", "numbers.json, [2].name".
    public var description: String {
        var text = file.split(separator: "/").last.map(String.init) ?? file
        if line > 0 { text += ":\(line)" }
        if line > 0, column > 0 { text += ":\(column)" }
        return keyPath.isEmpty ? text : "\(text), \(keyPath)"
    }
}
