// SPDX-License-Identifier: MIT

/// An attachment in its directory.
struct AttachedFile: Equatable, Sendable {
    /// The name that the test gives it.
    var name: String
    /// Where it is, an absolute path.
    var path: String
    /// How many bytes it has.
    var size: UInt64

    /// A line for people: the name, the size, the path.
    func text(shortening: (String) -> String = { $0 }) -> String {
        "attached '\(name)' (\(Count.text(Int(clamping: size), "byte"))): \(shortening(path))"
    }
}
