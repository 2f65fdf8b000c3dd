// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// A running `swift …`.
struct PackageTool: ~Copyable {
    /// The exit status where there is no such program.
    static let notFound: Int32 = 127
    /// The exit status of a process that a signal ended.
    private static let ended: Int32 = 128

    /// Its process; 0 where there is none any more.
    private var process: pid_t
    /// The pipe with its standard output; -1 if that is shown.
    private let pipe: Int32
    /// Whether there is no such program.
    private let isMissing: Bool

    /// Starts it with arguments: what it prints is shown on standard error, or kept.
    init(_ arguments: [String], isShown: Bool) throws(SystemFault) {
        var ends: [Int32] = [-1, -1]
        guard isShown || worker_pipe(&ends) == 0 else { throw SystemFault("failed to make a pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, isShown ? STDERR_FILENO : ends[1], STDOUT_FILENO)
        if !isShown { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        // Signals as they are by default: the runner handles some and ignores others.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = (["swift"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var started: pid_t = 0
        let code = posix_spawnp(&started, "swift", &actions, &attributes, &words, environ)
        if ends[1] >= 0 { close(ends[1]) }
        if code != 0, code != ENOENT {
            if ends[0] >= 0 { close(ends[0]) }
            throw SystemFault("failed to start 'swift'", because: SystemFault.reason(code))
        }
        (process, pipe, isMissing) = (code == 0 ? started : 0, ends[0], code != 0)
    }

    deinit { if pipe >= 0 { close(pipe) } }

    /// Waits for its end, and hands on signals that are to end the runner; its exit status.
    mutating func wait(interrupts: Int32) -> Int32 {
        if isMissing { return Self.notFound }
        let end = worker_pidfd(process)
        defer { if end >= 0 { close(end) } }
        while end >= 0 {
            var entries = [
                pollfd(fd: interrupts, events: Int16(POLLIN), revents: 0),
                pollfd(fd: end, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&entries, 2, -1)
            if entries[0].revents != 0 {
                switch worker_next_interrupt(interrupts) {
                case 0: break
                case SIGTSTP: worker_stop()
                case let signal: kill(process, signal)
                }
            }
            if entries[1].revents != 0 { break }
        }
        return finish()
    }

    /// The text that it printed, less the line's end, once it has ended; nil if it failed.
    mutating func output() -> String? {
        guard !isMissing else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(pipe, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            bytes += chunk.prefix(count)
        }
        guard finish() == 0 else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init)
        return line
    }

    /// Ends it.
    mutating func end() {
        if process > 0 { kill(process, SIGTERM) }
        _ = finish()
    }

    /// Waits for its end; its exit status.
    private mutating func finish() -> Int32 {
        guard process > 0 else { return Self.notFound }
        var end = worker_end()
        let result = worker_wait(process, &end)
        process = 0
        return result == 0 && end.exited != 0 ? end.value : Self.ended
    }
}
