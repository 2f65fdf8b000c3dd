// SPDX-License-Identifier: MIT

/// The rules for the names of cases and classes.
///
/// Rules 1, 7 and 14.
enum CaseName {
    /// The prefixes of a case's name, after `focus_`.
    private static let prefixes = ["test"] + examplePrefixes
    /// The prefixes of a parameterised case's name.
    private static let examplePrefixes = ["outlineTest", "parameterisedTest", "parameterizedTest"]

    /// Whether a method with this base name is meant as a case.
    static func isCase(_ name: String) -> Bool {
        let plain = focus(inCase: name).name
        return prefixes.contains { plain.hasPrefix($0) }
    }

    /// Whether a case of this name runs once for each example.
    static func takesExamples(_ name: String) -> Bool {
        let plain = focus(inCase: name).name
        return examplePrefixes.contains { plain.hasPrefix($0) }
    }

    /// The member with the typed examples of a case, without `focus_`: `parsesExamples` for `outlineTestParses`.
    static func examples(of name: String) -> String? {
        let prefix = examplePrefixes.first { name.hasPrefix($0) }
        guard let rest = prefix.map({ name.dropFirst($0.count) }), let first = rest.first else { return nil }
        return first.lowercased() + rest.dropFirst() + "Examples"
    }

    /// Whether a synchronous case of this name ends only when `finish()` is called.
    static func waitsForFinish(_ name: String) -> Bool {
        let plain = focus(inCase: name).name
        return prefixes.contains { plain.hasPrefix($0 + "Async") } || plain.hasSuffix("Async")
            || plain.hasSuffix("Asyncmain")
    }

    /// Whether a synchronous case of this name, without `focus_`, runs on a thread of its own.
    static func runsOnOwnThread(_ name: String) -> Bool {
        let isOnMainQueue = prefixes.contains { name.hasPrefix($0 + "Asyncmain") } || name.hasSuffix("Asyncmain")
        return !isOnMainQueue && waitsForFinish(name)
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

    /// A method's declaration after its name, without the parts that cannot differ between overloads: "(text: String, _: Int) async".
    static func signature(of parameters: [Method.Parameter], isAsync: Bool) -> String {
        let parts = parameters.map { parameter in
            let type = parameter.type.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return "\(unquoted(parameter.label ?? "_")): \(type)"
        }
        return "(\(parts.joined(separator: ", ")))" + (isAsync ? " async" : "")
    }

    /// Some methods by name, of many the first ones.
    static func shown(_ methods: [Method]) -> String {
        let names = methods.prefix(3).map { "'\(unquoted($0.name))'" }.joined(separator: ", ")
        return methods.count > 3 ? "\(names) and \(methods.count - 3) more" : names
    }

    /// A name without backticks.
    static func unquoted(_ name: String) -> String { name.filter { $0 != "`" } }
}
