// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The built `runner`.
enum Runner {
    /// The directory of what this build made: that of `<package>PackageTests.xctest`.
    static var products: URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// Another runner than the one that this build made: a released or a broken one.
    private static var other: String? { ProcessInfo.processInfo.environment["RUNNER_UNDER_TEST"] }

    /// Whether it is the one that this build made.
    static var isBuiltHere: Bool { other == nil }

    /// The program under test.
    static var path: String { other ?? products.appending(component: "runner").path }

    /// Starts it.
    static func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Subprocess {
        try Subprocess(path, arguments, environment: environment)
    }

    /// Runs it to its end.
    @discardableResult
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = "",
        in directory: String? = nil
    ) throws -> Subprocess.Result {
        try Subprocess(path, arguments, environment: environment, input: input, in: directory).wait()
    }

    /// Runs bundles to the end, and expects an exit status if one is given; the result, and the verbose report in it.
    static func report(
        _ arguments: [String], environment: [String: String] = [:], in directory: String? = nil,
        exiting status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (result: Subprocess.Result, report: Report) {
        let words = arguments.contains("-v") ? arguments : ["-v"] + arguments
        let result = try run(words, environment: environment, in: directory)
        if let status { result.exiting(status, sourceLocation: sourceLocation) }
        return (result, result.report)
    }

    /// A list that could not be made: the test would only see that tests are missing.
    struct NoList: Error, CustomStringConvertible {
        /// The command, its exit status, and all that it printed.
        let description: String
    }

    /// The lines that `--list` prints.
    ///
    /// Throws `NoList` if the exit status is not 0.
    static func listed(_ arguments: [String]) throws -> [String] {
        let result = try run(["--list"] + arguments)
        guard result.status == 0 else {
            let command = arguments.joined(separator: " ")
            throw NoList(description: "--list \(command): status \(result.status)\n\(result.output)\(result.errors)")
        }
        return result.lines
    }
}
