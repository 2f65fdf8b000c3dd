// SPDX-License-Identifier: MIT

/// A line of a suite's source.
struct SourceLocation: Sendable {
    /// The path, a literal in the bundle's image.
    let file: StaticString
    /// From 1.
    let line: UInt32

    /// A location as assertions get it; lines beyond 32 bits are clamped.
    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = UInt32(clamping: line)
    }
}
