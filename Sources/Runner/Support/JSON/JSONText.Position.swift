// SPDX-License-Identifier: MIT

extension JSONText {
    /// A place in a text: line and column, from 1; columns count Unicode scalars.
    public struct Position: Equatable, CustomStringConvertible, Sendable {
        /// The line.
        var line = 1
        /// The column.
        var column = 1

        /// As compilers write it.
        public var description: String { "\(line):\(column)" }

        /// Passes over bytes.
        mutating func pass(_ bytes: ArraySlice<UInt8>) {
            for byte in bytes {
                if byte == 0x0A {
                    (line, column) = (line + 1, 1)
                } else if byte & 0xC0 != 0x80 {
                    // Each character has one byte that continues no other.
                    column += 1
                }
            }
        }
    }

    /// The position of an offset in the bytes.
    public func position(of offset: Int) -> Position {
        var position = Position()
        position.pass(bytes[..<offset])
        return position
    }
}
