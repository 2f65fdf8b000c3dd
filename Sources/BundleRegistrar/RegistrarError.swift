// SPDX-License-Identifier: MIT

/// The reasons why the tool cannot write a registration.
///
/// The text completes "failed to register: …".
enum RegistrarError: Error, Equatable {
    /// The command line is wrong.
    case usage(String)
    /// A source cannot be read.
    case unreadableSource(path: String, reason: String)
    /// The output cannot be written.
    case unwritableOutput(path: String, reason: String)
    /// The toolchain has no SourceKit library at any of the places looked at.
    case noSourceKit(tried: [String])
    /// A SourceKit library is there, but does not load or lacks a function.
    case unusableSourceKit(path: String, reason: String)
    /// SourceKit refused to parse a source.
    case parserFailed(path: String, reason: String)
}

extension RegistrarError {
    /// The exit code: 2 for wrong usage, 3 for a missing or unusable parser, 1 for everything else.
    var exitCode: Int32 {
        switch self {
        case .usage: 2
        case .noSourceKit, .unusableSourceKit: 3
        case .unreadableSource, .unwritableOutput, .parserFailed: 1
        }
    }
}

extension RegistrarError: CustomStringConvertible {
    /// One lowercase line; for a missing parser, with the way to register by hand.
    var description: String {
        switch self {
        case .usage(let reason):
            "\(reason); see --help"
        case .unreadableSource(let path, let reason):
            "cannot read source '\(path)': \(reason); expected a Swift file in UTF-8"
        case .unwritableOutput(let path, let reason):
            "cannot write output '\(path)': \(reason); expected a place for a Swift file"
        case .noSourceKit(let tried):
            """
            the toolchain has no SourceKit library, which reads the suite's sources; expected it at \
            \(tried.map { "'\($0)'" }.joined(separator: " or ")). Name another one with --sourcekit.
            \(Self.byHand)
            """
        case .unusableSourceKit(let path, let reason):
            """
            cannot use the SourceKit library '\(path)': \(reason). Name another one with --sourcekit.
            \(Self.byHand)
            """
        case .parserFailed(let path, let reason):
            "cannot parse source '\(path)': \(reason)"
        }
    }

    /// The way to register without this tool.
    private static let byHand = """
        To register by hand, leave the plugin RegisterTests away and add one file to the module:

        \(RegistrationWriter.text(of: example).split(separator: "\n").dropFirst()
            .map { "    " + $0 }.joined(separator: "\n"))

        For an async method write `await $0.…()`, for a throwing one `try $0.…()`.
        """

    /// The module that ``byHand`` shows.
    private static let example = Registration(
        module: "MyTests",
        imports: [],
        suites: [
            Suite(
                reference: "FooTests", name: "FooTests", file: "FooTests.swift", line: 1,
                cases: [Case(name: "testA", call: "testA", line: 2)])
        ]
    )
}
