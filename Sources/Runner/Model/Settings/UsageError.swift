// SPDX-License-Identifier: MIT

/// A command line that cannot be understood: exit code 2.
public enum UsageError: Error, Equatable, CustomStringConvertible {
    /// There is no such option.
    case unknownOption(String, suggestion: String?)
    /// An option takes no value, and was given one.
    case unexpectedValue(String)
    /// An option takes a value, and was given none.
    case missingValue(String, placeholder: String, before: String? = nil)
    /// An option's value is not one that it takes.
    case badValue(String, value: String, expected: String)
    /// Two options exclude each other.
    case conflict(String, String)
    /// One option makes no sense without another.
    case needs(String, String)
    /// A command has nothing to work on.
    case noOperand(String, placeholder: String)
    /// There is no such command.
    case unknownCommand(String, suggestion: String?)
    /// There is nothing to look for bundles in, and the working directory is no package's root; one above it may be.
    case noPath(package: String?)
    /// The only word is no path on this machine; the name of a command may have been meant.
    case noSuchPath(String, command: String? = nil)

    /// The message for the user.
    public var description: String {
        switch self {
        case .unknownOption(let option, let suggestion):
            "unknown option '\(option)'\(suggestion.map { "; did you mean '\($0)'?" } ?? "; --help lists the options")"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .missingValue(let option, let placeholder, let word):
            "\(option) needs a value: \(option) \(placeholder)"
                + (word.map { "; for the value '\($0)', write \(option)\(option.hasPrefix("--") ? "=" : "")\($0)" }
                    ?? "")
        case .badValue(let option, let value, let expected): "\(option): expected \(expected), got '\(value)'"
        case .conflict(let one, let other): "\(one) and \(other) cannot be used together"
        case .needs(let one, let other): "\(one) needs \(other)"
        case .noOperand(let command, let placeholder):
            "no \(placeholder.filter { $0 != "…" }) given: runner \(command) [options] \(placeholder); see --help"
        case .unknownCommand(let word, let suggestion):
            "unknown command '\(word)'\(suggestion.map { "; did you mean '\($0)'?" } ?? "; runner help lists them")"
        case .noPath(let package):
            "no directory or bundle given, and no Package.swift is here"
                + (package.map { "; the package around it is '\($0)': run it there" }
                    ?? ": runner [options] PATH… [TEST…]; see --help")
        case .noSuchPath(let word, let command):
            "no such directory or bundle: '\(word)'\(command.map { "; did you mean the command '\($0)'?" } ?? "")"
        }
    }
}
