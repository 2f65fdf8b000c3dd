// SPDX-License-Identifier: MIT

/// Where the code of a function was written.
public struct SourceLines: Hashable, Sendable {
    /// The file's path.
    public let file: String
    /// The first line that it has code of.
    public let first: Int
    /// The last one.
    public let last: Int

    /// Makes one from its parts.
    public init(file: String, first: Int, last: Int) { (self.file, self.first, self.last) = (file, first, last) }
}
