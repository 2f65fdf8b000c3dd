// SPDX-License-Identifier: MIT

/// Why a configuration cannot be used: exit code 2.
struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
    /// The file's path.
    let path: String
    /// Where in it; nil where it is about all of it.
    let position: JSONNode.Position?
    /// The expectation and the actual value.
    let reason: String

    /// As compilers write it.
    var description: String { "\(path):\(position.map { "\($0):" } ?? "") \(reason)" }
}
