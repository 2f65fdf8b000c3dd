// SPDX-License-Identifier: MIT

import Foundation

/// A program that is running, or has run.
final class Subprocess: @unchecked Sendable {
    /// The result of a process.
    struct Result: Sendable {
        /// Its exit status, or the signal that ended it as a negative number.
        var status: Int32
        /// Its standard output.
        var outputBytes: [UInt8]
        /// Its standard error.
        var errorBytes: [UInt8]

        /// Standard output as text.
        var output: String { String(decoding: outputBytes, as: UTF8.self) }
        /// Standard error as text.
        var errors: String { String(decoding: errorBytes, as: UTF8.self) }
        /// The lines of standard output.
        var lines: [String] { Self.lines(of: output) }

        /// A text's lines, without an empty one at its end.
        static func lines(of text: String) -> [String] {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }
    }

    /// The variables that change a report, and must come from the test, not from its caller.
    private static let unwantedVariables = [
        "NO_COLOR", "FIXTURE_TRACE", "FIXTURE_MARK", "FIXTURE_PIPE", "SWIFT_BACKTRACE", "GITHUB_ACTIONS",
        "GITHUB_STEP_SUMMARY", "CI",
    ]

    /// The program.
    private let process = Process()
    /// The file that takes its standard output: a pipe would have to be read while it runs.
    private let outputFile: FileHandle
    /// The file that takes its standard error.
    private let errorFile: FileHandle
    /// Where those files are.
    private let directory: TemporaryDirectory

    /// Its process.
    var identifier: Int32 { process.processIdentifier }

    /// Starts a program.
    ///
    /// `input` is what it reads from standard input; `environment` adds to the tests' own.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = "",
        in workingDirectory: String? = nil
    ) throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        let paths = try ["in", "out", "err"].map { try directory.write($0 == "in" ? Array(input.utf8) : [], to: $0) }
        outputFile = try FileHandle(forUpdating: URL(fileURLWithPath: paths[1]))
        errorFile = try FileHandle(forUpdating: URL(fileURLWithPath: paths[2]))
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: paths[0]))
        process.standardOutput = outputFile
        process.standardError = errorFile
        // Elsewhere than the package: a run leaves its record where it was started.
        process.currentDirectoryURL = URL(fileURLWithPath: workingDirectory ?? directory.path)
        var variables = ProcessInfo.processInfo.environment
        for name in Self.unwantedVariables { variables[name] = nil }
        for name in variables.keys where name.hasPrefix("TESTKIT_") { variables[name] = nil }
        process.environment = variables.merging(environment) { $1 }
        try process.run()
    }

    /// Sends it what Control-C at a terminal does.
    func interrupt() { process.interrupt() }

    /// Returns its standard output so far.
    func outputSoFar() throws -> String { String(decoding: try contents(of: "out"), as: UTF8.self) }

    /// Returns its standard error so far.
    func errorsSoFar() throws -> String { String(decoding: try contents(of: "err"), as: UTF8.self) }

    /// Waits for its end.
    func wait() throws -> Result {
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Result(status: status, outputBytes: try contents(of: "out"), errorBytes: try contents(of: "err"))
    }

    /// The bytes of one of its files.
    private func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: directory.file(name))))
    }
}
