// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WorkerShims

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
        /// The verbose report in standard output.
        var report: Report { Report(output) }
        /// The lines of standard output.
        var lines: [String] { Self.lines(of: output) }

        /// Expects an exit status, and returns the result for what else is expected of it.
        @discardableResult
        func exiting(_ expected: Int32, sourceLocation: SourceLocation = #_sourceLocation) -> Result {
            #expect(status == expected, "\(output)\(errors)", sourceLocation: sourceLocation)
            return self
        }

        /// The object of JSON in standard output.
        func json() throws -> [String: Any] {
            try #require(JSONSerialization.jsonObject(with: Data(outputBytes)) as? [String: Any])
        }

        /// A text's lines, without an empty one at its end.
        static func lines(of text: String) -> [String] {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }
    }

    /// A program that took longer than any program may that a test starts.
    struct Overrun: Error, CustomStringConvertible {
        /// The message: the command, its processes as they were, and what it had printed.
        let description: String
    }

    /// How long any program may take, in seconds: a few times what the longest takes on a busy machine.
    ///
    /// No verdict depends on it: what hangs must not hang the test command as well.
    private static let limit = 600.0

    /// The variables that change a report, and must come from the test, not from its caller.
    private static let unwantedVariables = [
        "NO_COLOR", "FIXTURE_TRACE", "FIXTURE_MARK", "FIXTURE_PIPE", "SWIFT_BACKTRACE", "GITHUB_ACTIONS",
        "GITHUB_STEP_SUMMARY", "CI", "CI_PROJECT_DIR",
    ]

    /// The process.
    private let process = Process()
    /// The program and its arguments.
    private var command: ArraySlice<String> { (process.arguments ?? []).dropFirst() }
    /// When it was started.
    private let start = ContinuousClock.now
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
        let directory = TemporaryDirectory()
        self.directory = directory
        let paths = try ["in", "out", "err"].map { try directory.write($0 == "in" ? Array(input.utf8) : [], to: $0) }
        outputFile = try FileHandle(forUpdating: URL(fileURLWithPath: paths[1]))
        errorFile = try FileHandle(forUpdating: URL(fileURLWithPath: paths[2]))
        // As at a terminal, whatever signals the caller of the tests ignores: `nohup`, or a shell for a job in its background.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal", program] + arguments
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

    /// Runs a program of `PATH` to its end, which must be a success.
    @discardableResult
    static func succeed(_ words: [String]) throws -> Result {
        let result = try Subprocess("/usr/bin/env", words).wait()
        try #require(result.status == 0, "\(result.output)\(result.errors)")
        return result
    }

    /// The reports of all rounds of a watch, once there are as many as are waited for and the runner waits for changes.
    func rounds(_ count: Int) throws -> [String] {
        var parts: [String] = []
        let areThere = try waitUntil {
            parts = try outputSoFar().components(separatedBy: "; press Control-C to end\n")
            return parts.count > count
        }
        try #require(areThere, "\(parts)")
        return parts.dropLast()
    }

    /// Sends it what Control-C at a terminal does.
    func interrupt() { process.interrupt() }

    /// Returns its standard output so far.
    func outputSoFar() throws -> String { String(decoding: try contents(of: "out"), as: UTF8.self) }

    /// Returns its standard error so far.
    func errorsSoFar() throws -> String { String(decoding: try contents(of: "err"), as: UTF8.self) }

    /// Waits for its end.
    ///
    /// Throws `Overrun` after `limit` seconds, and ends it with all that it started.
    func wait(limit: Double = Subprocess.limit) throws -> Result {
        guard hasEnded(within: limit) else {
            let tree = ProcessTree.below(identifier).map { "    \($0)\n" }.joined()
            ProcessTree.end(identifier)
            process.waitUntilExit()
            let words = command.joined(separator: " ")
            throw Overrun(
                description: """
                    took longer than \(limit) s and was ended: \(words)
                    its processes:
                    \(tree)its output:
                    \(try outputSoFar().suffix(4000))\(try errorsSoFar().suffix(4000))
                    """)
        }
        process.waitUntilExit()
        noteTime()
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Result(status: status, outputBytes: try contents(of: "out"), errorBytes: try contents(of: "err"))
    }

    /// Appends the test and the seconds that the program took to the file that `SUBPROCESS_TIMES` names, to find slow tests.
    private func noteTime() {
        guard let path = ProcessInfo.processInfo.environment["SUBPROCESS_TIMES"], let file = fopen(path, "a") else {
            return
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        fputs("\(seconds)\t\(Test.current?.id.description ?? "")\t\(command.first ?? "")\n", file)
        fclose(file)
    }

    /// Waits for its end for some seconds; returns whether it came.
    private func hasEnded(within seconds: Double) -> Bool {
        // The end is seen by the file descriptor of the process, without a look at the clock.
        let descriptor = worker_pidfd(identifier)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            if left <= 0 { return false }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, Int32(min(left.rounded(.up), 1e9))) > 0 { return true }
        }
    }

    /// The bytes of one of its files.
    private func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: directory.file(name))))
    }
}
