// SPDX-License-Identifier: MIT

/// The rules for the names of cases and classes.
enum CaseName {
    /// What a case's name starts with, once `focus_` is gone.
    private static let prefixes = ["test", "outlineTest", "parameterisedTest"]

    /// Whether a method with this base name is meant as a case.
    static func isCase(_ name: String) -> Bool {
        let plain = focus(inCase: name).name
        return prefixes.contains { plain.hasPrefix($0) }
    }

    /// Whether a synchronous case of this name, without `focus_`, runs on a thread of its own.
    static func runsOnOwnThread(_ name: String) -> Bool {
        name.hasPrefix("testAsync") && !name.hasPrefix("testAsyncmain") && !name.hasSuffix("Asyncmain")
            || name.hasSuffix("Async") && !name.hasPrefix("testAsyncmain")
    }

    /// A method's base name without backticks and `focus_`, and whether `focus_` was there.
    static func focus(inCase name: String) -> (name: String, isFocused: Bool) {
        let plain = unquoted(name)
        return plain.hasPrefix("focus_") ? (String(plain.dropFirst(6)), true) : (plain, false)
    }

    /// A class's own name without backticks and `Focus_` or `focus_`, and whether one of them was there.
    static func focus(inClass name: String) -> (name: String, isFocused: Bool) {
        let plain = unquoted(name)
        let isFocused = plain.hasPrefix("Focus_") || plain.hasPrefix("focus_")
        return isFocused ? (String(plain.dropFirst(6)), true) : (plain, false)
    }

    /// A name without backticks.
    static func unquoted(_ name: String) -> String { name.filter { $0 != "`" } }
}
