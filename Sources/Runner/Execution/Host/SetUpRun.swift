// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The set-ups of a run, in order before anything is loaded, and their tear-downs, in the opposite order after everything.
///
/// Each has a process of its own. What it writes to the file that `TESTKIT_ENV` names, a `NAME=VALUE` in each line, is in the
/// environment of all workers, or of those of its bundles. What it prints goes to standard error.
package final class SetUpRun {
    /// The largest list of variables that is read, in bytes.
    private static let listLimit = 1 << 20

    /// The set-ups that are in place, with what they exported.
    private var done: [SetUpScript] = []
    /// The variables that they exported for single bundles.
    private(set) var ofBundles: [String: [String: String]] = [:]

    /// Starts with the defaults.
    package init() {}

    /// Runs those set-ups that are for the whole run, or for a bundle that is there.
    ///
    /// The first that fails ends it; those before it are torn down.
    package func start(_ scripts: [SetUpScript], bundles: [String]) throws(SystemFault) {
        for script in scripts {
            let wanted = script.bundles.map { names in bundles.filter { names.contains($0) } }
            if wanted?.isEmpty == true { continue }
            do throws(SystemFault) {
                let variables = try run(script)
                done.append(script)
                guard let wanted else {
                    for (name, value) in variables { setenv(name, value, 1) }
                    continue
                }
                for bundle in wanted { ofBundles[bundle, default: [:]].merge(variables) { $1 } }
            } catch {
                _ = end()
                throw error
            }
        }
    }

    /// The settings of a bundle with the variables that set-ups exported for it; those of the configuration are stronger.
    package func adding(to settings: BundleSettings?, of file: BundleFile) -> BundleSettings? {
        guard let exported = ofBundles[file.name] else { return settings }
        var result = settings ?? BundleSettings(name: file.name, place: "")
        for (name, value) in exported where result.environment[name] == nil {
            result.environment[name] = .init(value: value, origin: .environment("TESTKIT_ENV"))
        }
        return result
    }

    /// Runs the tear-downs of what was set up; why some failed.
    package func end() -> [SystemFault] {
        var faults: [SystemFault] = []
        while let script = done.popLast() {
            guard let command = script.tearDown else { continue }
            if let reason = Self.failure(of: command, environment: nil, limit: script.timeout) {
                let what = "the tear-down '\(command)' (\(script.origin.place)) failed"
                faults.append(SystemFault(what, because: reason))
            }
        }
        return faults
    }

    /// Runs a set-up; what it exports.
    private func run(_ script: SetUpScript) throws(SystemFault) -> [String: String] {
        let what = "the set-up '\(script.command)' (\(script.origin.place)) failed"
        let temporary = FilePath.temporary
        var template = Array("\(temporary)/testkit-env-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw SystemFault(what) }
        close(descriptor)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        if let reason = Self.failure(of: script.command, environment: path, limit: script.timeout) {
            throw SystemFault(what, because: reason)
        }
        do throws(InputFile.Fault) {
            return try Self.variables(try InputFile(path: path).readAll(limit: Self.listLimit), what)
        } catch { throw SystemFault(what, because: error.description) }
    }

    /// Reads `NAME=VALUE` lines; of two of one name the last counts.
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

    /// Runs a command to its end; why it failed, if it did.
    private static func failure(of command: String, environment path: String?, limit: Double) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // Standard output may be a report's.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        if let path { setenv("TESTKIT_ENV", path, 1) }
        defer { unsetenv("TESTKIT_ENV") }
        let words: [String] = ["/bin/sh", "-c", command]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
        if code != 0 { return SystemFault.reason(code) }
        var status: Int32 = 0
        var left = limit
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { return nil }
            if left <= 0 {
                kill(process, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return "it took longer than its limit of \(limit) s"
            }
            usleep(2000)
            left -= 0.002
        }
        if status == 0 { return nil }
        let signal = status & 0x7F
        return signal == 0 ? "it ended with exit status \(status >> 8 & 0xFF)" : "it was ended by signal \(signal)"
    }
}
