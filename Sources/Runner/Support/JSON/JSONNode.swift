// SPDX-License-Identifier: MIT

/// A value of a JSON text, and where it is: what a message about a configuration file has to say.
public struct JSONNode: Equatable {
    /// A place in a text: line and column, from 1; columns count Unicode scalars.
    public struct Position: Equatable, CustomStringConvertible, Sendable {
        /// The line.
        var line = 1
        /// The column.
        var column = 1

        /// As compilers write it.
        public var description: String { "\(line):\(column)" }
    }

    /// A member of an object.
    public struct Member: Equatable {
        /// Its name.
        public let name: String
        /// Where the name is.
        public let position: Position
        /// Its value.
        public let value: JSONNode
    }

    /// The kinds of values.
    public enum Value: Equatable {
        /// Nothing.
        case null
        /// True or false.
        case boolean(Bool)
        /// A number, as it is written: a seed has more digits than a floating-point number keeps.
        case number(String)
        /// A text.
        case string(String)
        /// Values in order.
        case array([JSONNode])
        /// Members in order, no two of one name.
        case object([Member])
    }

    /// The value.
    public let value: Value
    /// Where it begins.
    public let position: Position

    /// Its kind, in words.
    public var kind: String {
        switch value {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
