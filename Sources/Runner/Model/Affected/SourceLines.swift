// SPDX-License-Identifier: MIT

/// Where the code of a function was written.
package struct SourceLines: Hashable, Sendable {
    /// The file's path.
    package let file: String
    /// The first line that it has code of.
    package let first: Int
    /// The last one.
    package let last: Int

    /// Makes one from its parts.
    package init(file: String, first: Int, last: Int) { (self.file, self.first, self.last) = (file, first, last) }
}
