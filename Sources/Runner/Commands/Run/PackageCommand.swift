// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel

/// `runner` without a path: builds the package in the working directory, and runs its tests.
///
///     run
///       PackageBuild.run      swift build --build-tests
///       RunnerCommand.run     what it built
///       WatchCommand.run      with --watch, both again and again
struct PackageCommand {
    /// The settings in force, with their origins.
    let configuration: Configuration
    /// The arguments as the user wrote them.
    let arguments: [String]

    /// Builds and runs; the exit code.
    func run() throws -> ExitCode {
        let options = configuration.options
        if options.watch { return try WatchCommand(configuration, arguments).runPackage() }
        var build = PackageBuild(options)
        switch try build.run() {
        case .failed: return .notBuilt
        case .interrupted: return .cutShort
        case .built(let products):
            if let debugger = options.debugger {
                throw debugger.replaceProcess(CommandLineWords.parts(arguments).own + [products])
            }
            return try RunnerCommand(configuration.running(products), arguments).run()
        }
    }
}
