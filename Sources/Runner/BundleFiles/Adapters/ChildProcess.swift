// SPDX-License-Identifier: MIT

import Glibc

/// A program that the host waits for.
package enum ChildProcess {
    /// Runs a program to its end, its output in a file; whether it ended with exit code 0.
    ///
    /// - Parameter tick: Is called each second until then.
    package static func run(_ words: [String], log: String, tick: (() -> Void)? = nil) -> Bool {
        status(words, log: log, tick: tick) == 0
    }

    /// Runs a program to its end, its output in a file; its exit code, or nil if it was not started or was ended by a signal.
    package static func status(_ words: [String], log: String, tick: (() -> Void)? = nil) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        // The program inherits an end of it, so that the other says when the program and all that it started have ended.
        var life: [Int32] = [-1, -1]
        if tick != nil, pipe(&life) == 0 {
            for end in life { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, life[1], lifeLine)
        }
        defer { if life[0] >= 0 { close(life[0]) } }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        if life[1] >= 0 { close(life[1]) }
        guard code == 0 else { return nil }
        if let tick, life[0] >= 0 {
            var end = pollfd(fd: life[0], events: Int16(POLLIN), revents: 0)
            while poll(&end, 1, 1000) == 0 { tick() }
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    /// The number by which a program that is waited for with ticks knows the end of the pipe.
    private static let lifeLine: Int32 = 9

    /// The last line of a file that says something of an error, or just the last; nil if it is empty.
    package static func lastLine(of path: String) -> String? {
        guard let bytes = try? FileBytes(path: path), let text = try? bytes.prefix(1 << 16) else { return nil }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.last { $0.contains("error:") } ?? lines.last
    }
}
