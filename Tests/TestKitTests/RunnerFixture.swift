// SPDX-License-Identifier: MIT

import Foundation

/// The bundle of Tests/Fixtures/Waiting, built and run by the real runner.
enum RunnerFixture {
    /// The output of a program, and its end.
    struct Output: Sendable {
        /// Standard output.
        let text: String
        /// The exit status.
        let status: Int32
    }

    /// The directory of the built bundle, beside the build of the tests.
    ///
    /// Not SwiftPM's link to it, `debug`: the build of another process removes that and makes it anew.
    private static let directory = Result {
        let platform = URL(fileURLWithPath: runner).deletingLastPathComponent().deletingLastPathComponent()
        let directory = platform.deletingLastPathComponent().appending(path: "waiting")
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/Waiting")
        let build = try run(
            "/usr/bin/env",
            ["swift", "build", "--package-path", package.path, "--scratch-path", directory.path]
        )
        guard build.status == 0 else { throw Failure(description: build.text) }
        return directory.appending(path: "\(platform.lastPathComponent)/debug")
    }

    /// The fixture could not be built.
    private struct Failure: Error, CustomStringConvertible {
        /// The output of the build.
        let description: String
    }

    /// Runs classes of the fixture by their name, one worker.
    static func run(_ classes: String..., options: [String] = []) throws -> Output {
        let filters = classes.flatMap { ["--filter", "Waiting.\($0)/"] }
        let arguments = ["--seed", "1", "--jobs", "1", "--verbose", "--color", "never"] + filters + options
        return try run(runner, arguments + [directory.get().path])
    }

    /// The runner's path: beside the tests.
    static var runner: String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "runner").path
    }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String]) throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Output(text: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
    }
}
