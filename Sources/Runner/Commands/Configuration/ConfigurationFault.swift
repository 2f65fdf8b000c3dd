// SPDX-License-Identifier: MIT

import RunnerSupport

/// The reason why a configuration cannot be used: exit code 2.
struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
    /// The file's path.
    let path: String
    /// The position in the file; nil if the fault concerns the whole file.
    let position: JSONText.Position?
    /// The expectation and the actual value.
    let reason: String

    /// As compilers write it.
    var description: String { "\(path):\(position.map { "\($0):" } ?? "") \(reason)" }
}
