// SPDX-License-Identifier: MIT

/// A test that cannot be registered, and so would never run, or something else that was probably meant otherwise.
struct Warning: Equatable, CustomStringConvertible {
    /// The kind of declaration that will not run.
    enum Subject: Equatable {
        /// So many methods that look like tests.
        case methods(Int)
        /// So many functions outside of types that look like tests.
        case functions(Int)
        /// No test: a hook that will not be called, a class that is not focused.
        case other
    }

    /// The absolute path of its source.
    var file: String
    /// Where its name is.
    var location: Location
    /// The `#if` conditions around it, the outermost first.
    var conditions: [String] = []
    /// The kind of declaration that will not run.
    var subject = Subject.other
    /// The method that will not run, and the reason.
    var message: String

    /// The line that compilers print, and editors read.
    var description: String { "\(file):\(location.line):\(location.column): warning: \(message)" }
}
