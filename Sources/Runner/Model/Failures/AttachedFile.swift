// SPDX-License-Identifier: MIT

import RunnerSupport

/// An attachment in its directory.
public struct AttachedFile: Equatable, Sendable {
    /// The name that the test gives it.
    public var name: String
    /// Where it is, an absolute path.
    public var path: String
    /// The size, in bytes.
    public var size: UInt64

    /// Makes one from its parts.
    public init(name: String, path: String, size: UInt64) {
        self.name = name
        self.path = path
        self.size = size
    }

    /// A line for people: the name, the size, the path.
    public func text(shortening: (String) -> String = { $0 }) -> String {
        "attached '\(name)' (\(Count.text(Int(clamping: size), "byte"))): \(shortening(path))"
    }
}
