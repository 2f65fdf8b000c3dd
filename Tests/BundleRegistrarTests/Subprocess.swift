// SPDX-License-Identifier: MIT

import Foundation

/// A program that has run to its end.
struct Subprocess {
    /// Its exit code.
    var exitCode: Int32
    /// Its standard output and standard error.
    var output: String

    /// Runs a program and waits for it.
    static func run(
        _ program: String,
        _ arguments: [String],
        in directory: URL? = nil,
        environment: [String: String]? = nil
    ) throws -> Subprocess {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = directory
        process.environment = environment ?? ProcessInfo.processInfo.environment
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Subprocess(exitCode: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }

    /// The tool under test, which lies beside the tests.
    static var registrar: String {
        // <build directory>/<package>PackageTests.xctest, here or as an argument of the test helper.
        let bundle = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(component: "BundleRegistrar").path
    }
}
