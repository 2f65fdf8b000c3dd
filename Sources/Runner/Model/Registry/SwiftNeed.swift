// SPDX-License-Identifier: MIT

/// What a library needs of a Swift toolchain, if it needs Swift's library.
public struct SwiftNeed: Equatable, Sendable {
    /// Where it wants the loader to look for what it needs, in this order, as its run path has it.
    public let directories: [String]
    /// The names of all libraries that it needs, the toolchain's and others.
    public let libraries: [String]

    /// Makes one from its parts.
    public init(directories: [String], libraries: [String]) {
        (self.directories, self.libraries) = (directories, libraries)
    }
}
