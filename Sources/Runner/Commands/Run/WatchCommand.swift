// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// `--watch`: runs everything, and then each bundle again that is added or rebuilt, until an interrupt.
///
///     run
///       RunnerCommand.run     everything, once
///       BundleWatch.wait      sleeps until something has changed and is whole
///       RunnerCommand.run     what has changed, classes first of which something failed; and so on
struct WatchCommand {
    /// The settings in force, with their origins.
    private let configuration: Configuration
    /// The arguments as the user wrote them.
    private let arguments: [String]

    /// Prepares the command.
    init(_ configuration: Configuration, _ arguments: [String]) {
        self.configuration = configuration
        self.arguments = arguments
    }

    /// Runs until an interrupt; the exit code is that of the last run.
    func run() throws -> ExitCode {
        let interrupts = try Interrupts.watch()
        let options = configuration.options
        // Starts before the first run, so that a change during the run is noticed.
        var watch = try BundleWatch(paths: options.paths, recursive: options.recursive)
        defer { watch.end() }
        var code = try RunnerCommand(configuration, arguments).run()
        while worker_is_interrupted() == 0 {
            say("waiting for changes in \(options.paths.joined(separator: ", ")); press Control-C to end")
            guard case .changed(let changed, let gone) = try watch.wait(interrupts: interrupts) else { break }
            for path in gone { say("removed: \(path)") }
            if changed.isEmpty { continue }
            say("changed: \(changed.joined(separator: ", "))")
            code = again(changed)
        }
        return code
    }

    /// Runs the changed bundles.
    ///
    /// An error, such as a named test that no longer exists, is reported; the next change may mend it.
    private func again(_ changed: [String]) -> ExitCode {
        do {
            return try RunnerCommand(configuration, arguments, changed: Set(changed)).run()
        } catch let fault as SystemFault {
            StandardError.say(fault.description)
        } catch {
            StandardError.say("\(error)")
        }
        return .usage
    }

    /// Writes a line to wherever the report for people goes.
    private func say(_ text: String) {
        var output = TextOutput(configuration.options.reports.takesStandardOutput ? STDERR_FILENO : STDOUT_FILENO)
        output.line("\n\(TerminalText.line(text))")
        output.flush()
    }
}
