// SPDX-License-Identifier: MIT

/// A line of a suite's source.
struct SourceLocation: Equatable, Sendable {
    /// The path, a literal in the bundle's image.
    let file: StaticString
    /// From 1.
    let line: UInt32
    /// From 1, in bytes; 0 if it is not an assertion's.
    let column: UInt32

    /// A location as assertions receive it; numbers beyond 32 bits are clamped.
    init(_ file: StaticString, _ line: UInt, _ column: UInt = 0) {
        self.file = file
        self.line = UInt32(clamping: line)
        self.column = UInt32(clamping: column)
    }

    /// Whether two are the same place of a literal.
    static func == (one: SourceLocation, other: SourceLocation) -> Bool {
        one.file.utf8Start == other.file.utf8Start && one.line == other.line && one.column == other.column
    }
}
