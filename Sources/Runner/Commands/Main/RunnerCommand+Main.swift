// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The program's start: which command it is, and what comes of it.
extension RunnerCommand {
    /// Runs the command and returns the process's exit status.
    static func main(_ given: [String]) -> Int32 {
        do {
            var arguments = given
            if let option = Subcommand.named(by: arguments)?.asRun, !arguments.contains("--help") {
                arguments[0] = option
            }
            if let command = Subcommand.named(by: arguments) {
                return try command.main(Array(arguments.dropFirst())).rawValue
            }
            let words = try CommandLineWords(arguments)
            if let text = text(try words.options()) {
                try StandardOutput.print { $0.write(text) }
                return ExitCode.success.rawValue
            }
            let archive = try UnpackedArchive.open(words, arguments)
            defer { archive?.remove() }
            let known = archive.map { words.with(operands: $0.operands(words)) } ?? words
            let configuration = try Configuration(known, variables: ProcessEnvironment.variables)
            let options = configuration.options
            if let debugger = options.debugger, !configuration.buildsPackage {
                archive?.remove()
                throw debugger.replaceProcess(arguments)
            }
            try configuration.bazel?.begin()
            defer { configuration.bazel?.end() }
            if configuration.buildsPackage, !options.showConfiguration {
                return try PackageCommand(configuration: configuration, arguments: arguments).run().rawValue
            }
            if options.watch, !options.showConfiguration {
                return try WatchCommand(configuration, arguments).run().rawValue
            }
            return try RunnerCommand(configuration, arguments, archive: archive).run().rawValue
        } catch is Unpacker.Interrupted {
            StandardError.say("cut short while the archive was unpacked; nothing ran")
            return ExitCode.cutShort.rawValue
        } catch let error as UsageError {
            return fail(error.hinted.description)
        } catch let fault as SystemFault {
            return fail(fault.description)
        } catch {
            return fail("\(error)")
        }
    }

    /// Returns the text to print instead of a run, if an option asks for one.
    private static func text(_ options: Options) -> String? {
        if options.help { return Options.helpText }
        if options.version { return Version.text }
        switch (options.manual, options.completions) {
        case (.roff, _): return ManualPage.text
        case (.markdown, _): return CommandLinePage.text
        case (nil, .bash): return BashCompletions.script
        case (nil, .zsh): return ZshCompletions.script
        case (nil, .fish): return FishCompletions.script
        case (nil, nil): return nil
        }
    }

    /// Says why nothing was done; an interrupt, if there was one, has precedence over every other reason.
    static func fail(_ reason: String) -> Int32 {
        StandardError.say(reason)
        return (worker_is_interrupted() != 0 ? ExitCode.cutShort : .usage).rawValue
    }
}
