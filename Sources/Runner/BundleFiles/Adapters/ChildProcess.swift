// SPDX-License-Identifier: MIT

import Glibc

/// A program that the host waits for.
enum ChildProcess {
    /// Runs a program to its end, its output in a file; whether it ended with exit code 0.
    static func run(_ words: [String], log: String) -> Bool { status(words, log: log) == 0 }

    /// Runs a program to its end, its output in a file; its exit code, or nil if it was not started or was ended by a signal.
    static func status(_ words: [String], log: String) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else { return nil }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    /// The last line of a file that says something of an error, or just the last; nil if it is empty.
    static func lastLine(of path: String) -> String? {
        guard let bytes = try? FileBytes(path: path), let text = try? bytes.prefix(1 << 16) else { return nil }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.last { $0.contains("error:") } ?? lines.last
    }
}
