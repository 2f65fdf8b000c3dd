// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The set-ups of a run, in order before anything is loaded or before the first test, and their tear-downs, in the opposite order after everything.
///
/// Each has a process of its own. Variables that it writes to the file that `TESTKIT_ENV` names, a `NAME=VALUE` in each line, are in the
/// environment of all workers, or of those of its bundles. Its output goes to standard error, second by second. The later output of
/// its processes in the background follows when it is torn down.
public final class SetUpRun {
    /// The reason why the set-ups were not completed.
    public enum Stop: Error {
        /// A set-up failed.
        case fault(SystemFault)
        /// A signal came that ends the run.
        case interrupted(Interruption)
    }

    /// The output of a command: a separate file.
    private struct Output {
        /// The file; standard error where there is none.
        var file: Int32 = -1
        /// The number of bytes of it that were shown.
        var shown = 0
    }

    /// The amount that is kept of a command's output, and shown of output after its end: the last of it, in bytes.
    private static let outputLimit = 1 << 16
    /// The largest list of variables that is read, in bytes.
    private static let listLimit = 1 << 20

    /// The set-ups that are in place.
    private var done: [(script: SetUpScript, output: Output)] = []
    /// The output of the last command.
    private var last = Output()
    /// The end of what was shown last of one command.
    private var printed: [UInt8] = []
    /// The variables that they exported for single bundles.
    private(set) var ofBundles: [String: [String: String]] = [:]

    /// Starts with the defaults.
    public init() {}

    /// Runs those set-ups that are for the whole run, or for a bundle that is there.
    ///
    /// The first that fails, or that an interrupt ends, is the last; those before it are torn down.
    ///
    /// - Parameter interrupts: Becomes readable at an interrupt; nil if none is handled here.
    public func start(_ scripts: [SetUpScript], bundles: [String], interrupts: Int32? = nil) throws(Stop) {
        do throws(Stop) {
            for script in scripts where script.tests == nil {
                let wanted = script.bundles.map { names in bundles.filter { names.contains($0) } }
                if wanted?.isEmpty == true { continue }
                let variables = try run(script, interrupts)
                guard let wanted else {
                    for (name, value) in variables { setenv(name, value, 1) }
                    continue
                }
                for bundle in wanted { ofBundles[bundle, default: [:]].merge(variables) { $1 } }
            }
        } catch {
            for fault in end() { StandardError.say(fault.description) }
            throw error
        }
    }

    /// Runs a set-up for tests of which none has begun; its variables are in the environment of all workers that start from now on.
    public func start(_ script: SetUpScript, interrupts: Int32) throws(Stop) {
        for (name, value) in try run(script, interrupts) { setenv(name, value, 1) }
    }

    /// The settings of a bundle with the variables that set-ups exported for it; those of the configuration are stronger.
    public func adding(to settings: BundleSettings?, of file: BundleFile) -> BundleSettings? {
        guard let exported = ofBundles[file.name] else { return settings }
        var result = settings ?? BundleSettings(name: file.name, place: "")
        for (name, value) in exported where result.environment[name] == nil {
            result.environment[name] = .init(value: value, origin: .environment(WorkerVariables.exports))
        }
        return result
    }

    /// The lines that the last set-up has printed; nil if there are none.
    public var output: String? {
        let text = String(decoding: printed.suffix(Self.outputLimit), as: UTF8.self)
        let end = text.lastIndex { !$0.isNewline }
        return end.map { String(text[...$0]) }
    }

    /// Runs the tear-downs of what was set up; returns why some failed.
    ///
    /// An interrupt does not end them; a second one ends the runner.
    public func end() -> [SystemFault] {
        var faults: [SystemFault] = []
        while let (script, kept) = done.popLast() {
            var output = kept
            showRest(&output)
            if let command = script.tearDown, let reason = tearDown(command, limit: script.timeout) {
                let what = "the tear-down '\(command)' (\(script.origin.place)) failed"
                faults.append(SystemFault(what, because: reason))
            }
            showRest(&output)
            close(output.file)
        }
        return faults
    }

    /// Runs a set-up; returns what it exports.
    private func run(_ script: SetUpScript, _ interrupts: Int32?) throws(Stop) -> [String: String] {
        let what = "the set-up '\(script.title)' (\(script.origin.place)) failed"
        let path = "\(FilePath.temporary)/testkit-env-\(FileDraft.randomName())"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .fault(SystemFault(what)) }
        close(file)
        defer { unlink(path) }
        setenv(WorkerVariables.exports, path, 1)
        defer { unsetenv(WorkerVariables.exports) }
        var isDone = false
        defer { if !isDone { close(last.file) } }
        switch event(of: script.command, limit: script.timeout, interrupts) {
        case .success(.ended(let exit)):
            if let failure = exit.failure { throw .fault(SystemFault(what, because: failure)) }
        case .success(.overran): throw .fault(SystemFault(what, because: Self.overran(script.timeout)))
        case .success(.interrupted(let signal)): throw .interrupted(.signal(signal))
        case .failure(let error): throw .fault(SystemFault(what, because: error.reason))
        }
        do throws(InputFile.Fault) {
            let variables = try Self.variables(try InputFile(path: path).readAll(limit: Self.listLimit), what)
            done.append((script, last))
            isDone = true
            return variables
        } catch { throw .fault(SystemFault(what, because: error.description)) }
    }

    /// Runs a tear-down; returns why it failed, if it did.
    private func tearDown(_ command: String, limit: Double) -> String? {
        defer { close(last.file) }
        return switch event(of: command, limit: limit, nil) {
        case .success(.ended(let exit)): exit.failure
        case .success: Self.overran(limit)
        case .failure(let error): error.reason
        }
    }

    /// Runs a command until it has ended, has taken longer than its limit in seconds, or a signal comes that ends the run; no process of it
    /// is left then.
    private func event(
        of command: String, limit: Double, _ interrupts: Int32?
    ) -> Result<ChildProcess.Event, ChildProcess.NotStarted> {
        (printed, last) = ([], Output(file: worker_capture_file(FilePath.temporary)))
        do throws(ChildProcess.NotStarted) {
            // Standard output may be a report's.
            let place = Launch.Output.both(last.file >= 0 ? last.file : STDERR_FILENO)
            var process = try ChildProcess(Launch(shell: command, output: place))
            let event = process.wait(limit: UInt64(limit * 1e9), interrupts: interrupts) { self.show(&self.last) }
            if case .ended = event {} else { process.end() }
            show(&last)
            return .success(event)
        } catch { return .failure(error) }
    }

    /// Writes a command's output since the last time to standard error, and keeps it.
    private func show(_ output: inout Output) {
        var part = [UInt8](repeating: 0, count: Self.outputLimit)
        while true {
            // The command shares the file's offset.
            let count = part.withUnsafeMutableBytes { pread(output.file, $0.baseAddress, $0.count, output.shown) }
            guard count > 0 else { return }
            output.shown += count
            _ = part[..<count].withUnsafeBytes { $0.writeAll(to: STDERR_FILENO) }
            printed = printed.suffix(Self.outputLimit) + part[..<count]
        }
    }

    /// Writes the last of the output that the processes of a set-up have made after its end.
    private func showRest(_ output: inout Output) {
        guard let information = stat(descriptor: output.file) else { return }
        output.shown = max(output.shown, Int(information.st_size) - Self.outputLimit)
        show(&output)
    }

    /// The reason why a command that took too long failed.
    private static func overran(_ limit: Double) -> String { "it took longer than its limit of \(limit) s" }

    /// Reads `NAME=VALUE` lines; if a name comes twice, the last line counts.
    static func variables(_ bytes: [UInt8], _ what: String) throws(InputFile.Fault) -> [String: String] {
        var variables: [String: String] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex, !text.contains("\0") else {
                throw InputFile.Fault("expected NAME=VALUE in $TESTKIT_ENV, got '\(text)'")
            }
            variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return variables
    }
}
