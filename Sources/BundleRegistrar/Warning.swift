// SPDX-License-Identifier: MIT

/// A test that cannot be registered, and so would never run.
struct Warning: Equatable, CustomStringConvertible {
    /// The absolute path of its source.
    var file: String
    /// Where its name stands.
    var location: Location
    /// The method that will not run, and the reason.
    var message: String

    /// The line that compilers print, and editors read.
    var description: String { "\(file):\(location.line):\(location.column): warning: \(message)" }
}
