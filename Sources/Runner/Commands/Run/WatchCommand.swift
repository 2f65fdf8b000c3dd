// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// `--watch`: runs everything, and then reruns each bundle that is added or rebuilt, until an interrupt.
///
///     run
///       RunnerCommand.run     everything, once
///       BundleWatch.wait      sleeps until something has changed and is whole
///       RunnerCommand.run     what has changed, the classes with failures first; and so on
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

    /// Builds the package in the working directory, runs everything, and after each change builds again and runs what that has
    /// changed; the exit code is that of the last run, or of the last build if that failed.
    func runPackage() throws -> ExitCode {
        let interrupts = try Interrupts.watch()
        // Starts before the first build, so that a change during the run is noticed.
        var watch = try SourceWatch(".")
        defer { watch.end() }
        var build = PackageBuild(configuration.options)
        var code: ExitCode
        var lastRun = ExitCode.success
        var built: BundleFiles?
        repeat {
            switch try build.run() {
            case .interrupted: return .cutShort
            case .failed: code = .notBuilt
            case .built(let products):
                let files = BundleFiles(paths: [products], recursive: configuration.options.recursive)
                let command = WatchCommand(configuration.running(products), arguments)
                if let built {
                    let changed = files.stamps.filter { built.stamps[$0.key] != $0.value }.keys.sorted()
                    if !changed.isEmpty { lastRun = command.again(changed) }
                } else {
                    lastRun = command.again(nil)
                }
                (code, built) = (lastRun, files)
            }
            if worker_is_interrupted() != 0 { break }
            say("waiting for changes in this package; press Control-C to end")
        } while try watch.wait(interrupts: interrupts)
        return code
    }

    /// Runs the changed bundles, or all.
    ///
    /// An error, such as a named test that no longer exists, is reported; the next change may fix it.
    private func again(_ changed: [String]?) -> ExitCode {
        do {
            return try RunnerCommand(configuration, arguments, changed: changed.map(Set.init)).run()
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
