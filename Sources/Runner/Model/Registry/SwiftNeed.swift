// SPDX-License-Identifier: MIT

/// The need of a library for a Swift toolchain, if it needs Swift's library.
public struct SwiftNeed: Equatable, Sendable {
    /// Where it wants the loader to look for them.
    public let runPath: RunPath
    /// The names of all libraries that it needs, the toolchain's and others.
    public let libraries: [String]

    /// Makes one from its parts.
    public init(runPath: RunPath, libraries: [String]) { (self.runPath, self.libraries) = (runPath, libraries) }
}
