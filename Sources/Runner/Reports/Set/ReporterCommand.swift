// SPDX-License-Identifier: MIT

import Glibc

/// A reporter of the user's own: a command that reads the event stream on its standard input (`--reporter`).
///
/// It has standard output and standard error to itself, so the report for people goes to standard error. It is in a process
/// group of its own: an interrupt at the terminal ends the run, and the command hears of that by the stream's end.
final class ReporterCommand {
    /// How long it may take after the end of the stream, in milliseconds.
    private static let patience = 10_000

    /// The command, as a shell reads it.
    private let command: String
    /// Its process.
    private var process: pid_t = 0
    /// The output of the stream.
    private(set) var descriptor: Int32 = -1

    /// Starts a command.
    init(_ command: String) throws(SystemFault) {
        self.command = command
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFault("failed to start the reporter '\(command)'") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        descriptor = ends[1]
        let code = spawn(reading: ends[0])
        guard code == 0 else {
            errno = code
            throw SystemFault("failed to start the reporter '\(command)'")
        }
    }

    /// Starts the shell; an error number, or 0.
    private func spawn(reading end: Int32) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The command begins with no signal ignored or blocked, unlike the runner.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words: [String] = ["/bin/sh", "-c", command]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    }

    /// Ends the stream and waits for the command; why it failed, if it did.
    func finish() -> SystemFault? {
        close(descriptor)
        descriptor = -1
        var status: Int32 = 0
        for _ in 0..<Self.patience {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return fault(status) }
            if ended < 0, errno != EINTR { return nil }
            usleep(1000)
        }
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return SystemFault("the reporter '\(command)' failed", because: "it went on for 10 s after the end of the run")
    }

    /// Why a command that ended has failed; nil if it has not.
    private func fault(_ status: Int32) -> SystemFault? {
        if status == 0 { return nil }
        let (code, signal) = (status >> 8 & 0xFF, status & 0x7F)
        let reason = signal == 0 ? "it ended with exit status \(code)" : "it was ended by signal \(signal)"
        return SystemFault("the reporter '\(command)' failed", because: reason)
    }
}
