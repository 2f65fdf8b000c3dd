// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Builds a package's tests and bundles, and runs them: `swift package run-suites [options]`.
///
/// The directory of the products and everything after the command's name go to the runner. Only `-c release` (or
/// `--configuration release`) before that is for the build.
@main
struct RunSuites: CommandPlugin {
    /// Builds and runs.
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var words = arguments
        let isRelease = try Self.takeConfiguration(from: &words) == "release"
        var parameters = PackageManager.BuildParameters(configuration: isRelease ? .release : .debug)
        parameters.echoLogs = false
        let built = try packageManager.build(.all(includingTests: true), parameters: parameters)
        guard built.succeeded else {
            print(built.logText)
            return Diagnostics.error("the tests were not run: the package does not build")
        }
        // The tests' build has left it out where the package only depends on the runner's.
        let made = try packageManager.build(.product("runner"), parameters: parameters)
        guard made.succeeded, let runner = made.builtArtifacts.first(where: { $0.url.lastPathComponent == "runner" })
        else {
            print(made.logText)
            return Diagnostics.error("the tests were not run: the runner does not build")
        }
        let products = Self.products(of: built, context, isRelease ? "release" : "debug")
        let process = Process()
        process.executableURL = runner.url
        process.arguments = [products] + words
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit else {
            return Diagnostics.error("the runner was ended by signal \(process.terminationStatus)")
        }
        if process.terminationStatus != 0 { Diagnostics.error(Self.reason(process.terminationStatus)) }
    }

    /// Takes the build's configuration from the front of the arguments.
    private static func takeConfiguration(from words: inout [String]) throws -> String {
        guard let first = words.first, first == "-c" || first == "--configuration" else { return "debug" }
        guard words.count > 1, ["debug", "release"].contains(words[1]) else { throw ConfigurationFault() }
        defer { words.removeFirst(2) }
        return words[1]
    }

    /// A configuration that is neither of the two.
    private struct ConfigurationFault: Error, CustomStringConvertible {
        let description = "-c takes the configuration of the build: 'debug' or 'release'"
    }

    /// The directory of the products.
    ///
    /// SwiftPM gives the places of executables and libraries, but not of test executables. A package without the former has
    /// them where the native build system puts them, next to this plug-in's own directory.
    private static func products(
        of built: PackageManager.BuildResult, _ context: PluginContext, _ configuration: String
    ) -> String {
        // <scratch>/plugins/RunSuites/outputs
        var scratch: URL = context.pluginWorkDirectoryURL
        for _ in 0..<3 { scratch.deleteLastPathComponent() }
        let usual: URL = scratch.appending(component: configuration)
        if FileManager.default.fileExists(atPath: usual.path) { return usual.path }
        let artifact = built.builtArtifacts.first { $0.kind != .staticLibrary }
        return artifact?.url.deletingLastPathComponent().path ?? usual.path
    }

    /// The meaning of the runner's exit code, which SwiftPM does not pass on.
    private static func reason(_ status: Int32) -> String {
        let meaning: String =
            switch status {
            case 1: "tests failed"
            case 2: "wrong usage"
            case 3: "nothing ran"
            case 4: "a file could not be loaded"
            case 5: "the run was cut short"
            case 6: "the run was focused"
            case 7: "too few lines ran"
            case 8: "something looks like a test and is not registered"
            case 9: "the package does not build"
            default: "the runner failed"
            }
        return "\(meaning) (the runner's exit code is \(status))"
    }
}
