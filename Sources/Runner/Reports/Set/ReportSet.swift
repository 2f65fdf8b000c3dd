// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// All reports of a run.
///
/// They are opened before anything runs, receive every event, and are put in place at the end.
public struct ReportSet: EventHandler {
    /// The function that makes the reporter of an open report.
    private typealias Maker = (ReportContext, TextOutput) -> any Reporter

    /// The open reports and how to make their reporters.
    private var files: [(file: ReportFile, make: Maker)] = []
    /// The commands that read the event stream.
    private var commands: [ReporterCommand] = []
    /// The settings for GitHub Actions, if it gets a report.
    private let gitHub: GitHubReporter.Settings?
    /// The reporters; the terminal's is the first.
    private var reporters: [any Reporter] = []
    /// Where the terminal's writes to.
    private var terminal = STDOUT_FILENO

    /// Opens the reports of the command line; fails with file and reason if one cannot be written.
    ///
    /// - Parameter isLive: Whether a program may want to follow a stream while it grows; else it is also whole or not there.
    public init(_ choice: ReportChoice, gitHub: GitHubReporter.Settings?, isLive: Bool = true) throws(SystemFault) {
        self.gitHub = gitHub
        for (kind, target) in choice.all {
            let manner: ReportFile.Manner = kind.isStream && isLive ? .stream : .whole
            let file = try ReportFile(target, manner)
            files.append((file, Self.maker(of: kind, for: target, choice)))
        }
        if let call = choice.ofCall {
            if let target = call.session {
                files.append((try ReportFile(target, .stream), { EventStreamReporter(context: $0, output: $1) }))
            }
            if let target = call.events {
                let format = call.format
                files.append(
                    (try ReportFile(target, .stream), { EventStreamReporter(context: $0, output: $1, format: format) }))
            }
            if let target = call.xml {
                files.append((try ReportFile(target, .whole), Self.maker(of: .junit, for: target, choice)))
            }
        }
        for text in choice.commands {
            let command = try ReporterCommand(text)
            commands.append(command)
            let file = try ReportFile(.descriptor(command.descriptor), .stream)
            files.append((file, Self.events(choice)))
        }
        // Not what the user asked for by name: where it cannot be written, the run goes on without.
        if let path = gitHub?.summary, let file = try? ReportFile(.file(path), .append, patience: 0) {
            files.append((file, { JobSummaryReporter(context: $0, output: $1) }))
        }
    }

    /// Returns the function that makes the reporter of a kind.
    private static func maker(of kind: ReportKind, for target: ReportTarget, _ choice: ReportChoice) -> Maker {
        let version = choice.tapVersion
        return switch kind {
        case .events: events(choice)
        case .tap: { TAPReporter(context: $0, output: $1, version: version) }
        case .junit: { JUnitReporter(context: $0, output: $1) }
        case .html: { HTMLReporter(context: $0, output: $1, directory: target.directory) }
        case .trace: { TraceReporter(context: $0, output: $1) }
        case .codeQuality: { CodeQualityReporter(context: $0, output: $1) }
        }
    }

    /// Returns the function that makes the event stream of the version that is asked for.
    private static func events(_ choice: ReportChoice) -> Maker {
        let format = EventFormat(version: choice.eventVersion)
        return { EventStreamReporter(context: $0, output: $1, format: format) }
    }

    /// Makes the reporters, once the plan is known.
    public mutating func begin(_ context: ReportContext, terminal: any Reporter, descriptor: Int32) {
        self.terminal = descriptor
        reporters = [terminal] + files.map { $0.make(context, TextOutput($0.file.descriptor)) }
        if let gitHub {
            reporters.append(GitHubReporter(context: context, settings: gitHub, output: TextOutput(descriptor)))
        }
    }

    /// Ends the commands that read the event stream; why some failed.
    ///
    /// For when the workers are gone, which may keep the stream open.
    public func endCommands() -> [SystemFault] { commands.compactMap { $0.finish() } }

    /// Passes an event to all of them.
    public mutating func handle(_ event: Event, at instant: UInt64) {
        for index in reporters.indices { reporters[index].handle(event, at: instant) }
    }

    /// Puts the reports in their places, and returns the faults of those that could not be written whole.
    ///
    /// A stream whose reader has gone away is no fault.
    public func finish() -> [SystemFault] {
        var faults = reporters.first.flatMap { $0.output.fault(terminal) }.map { [$0] } ?? []
        for (entry, reporter) in zip(files, reporters.dropFirst()) {
            if let code = reporter.output.failure {
                if code != EPIPE { faults.append(entry.file.fault(code)) }
                continue
            }
            do throws(SystemFault) { try entry.file.commit() } catch { faults.append(error) }
        }
        return faults
    }
}

extension ReportKind {
    /// Whether it is written while the run lasts.
    fileprivate var isStream: Bool { self == .events || self == .tap }
}
