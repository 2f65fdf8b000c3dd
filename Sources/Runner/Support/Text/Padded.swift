// SPDX-License-Identifier: MIT

extension String {
    /// The text with spaces in front, to a width in columns.
    public func padded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    /// The text with spaces after it, to a width in columns.
    public func filled(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
