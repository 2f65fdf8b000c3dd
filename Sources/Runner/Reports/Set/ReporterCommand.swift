// SPDX-License-Identifier: MIT

import RunnerSupport

/// A reporter of the user's own: a command that reads the event stream on its standard input (`--reporter`).
///
/// It has standard output and standard error to itself, so the report for people goes to standard error. It is in a process
/// group of its own: an interrupt at the terminal ends the run, and the command hears of that by the stream's end.
final class ReporterCommand {
    /// The time limit after the end of the stream, in nanoseconds.
    private static let patience: UInt64 = 10_000_000_000

    /// The command, as a shell reads it.
    private let command: String
    /// Its process.
    private var process: ChildProcess
    /// The end of the stream that is written to; nil once the stream has ended.
    private var stream: FileDescriptor?

    /// The output of the stream; -1 once it has ended.
    var descriptor: Int32 { stream.number ?? -1 }

    /// Starts a command.
    init(_ command: String) throws(SystemFault) {
        self.command = command
        let pipe = try PipeEnds()
        do throws(ChildProcess.NotStarted) {
            process = try ChildProcess(Launch(shell: command, input: pipe.reading.number))
        } catch {
            throw SystemFault("failed to start the reporter '\(command)'", because: error.reason)
        }
        stream = pipe.writing.take()
    }

    /// Ends the stream and waits for the command; why it failed, if it did.
    func finish() -> SystemFault? {
        stream = nil
        let event = process.wait(limit: Self.patience)
        var reason: String?
        if case .ended(let exit) = event {
            reason = exit.failure
        } else {
            process.end()
            reason = "it was still running 10 s after the end of the run"
        }
        return reason.map { SystemFault("the reporter '\(command)' failed", because: $0) }
    }
}
