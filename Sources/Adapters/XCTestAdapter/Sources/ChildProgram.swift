// SPDX-License-Identifier: MIT

import Foundation

/// A program that the adapter waits for.
enum ChildProgram {
    /// Runs a program to its end, its output in a file; whether it ended with exit code 0.
    ///
    /// Foundation's `Process` would start threads, and this process is to be forked.
    static func run(_ words: [String], input: String = "/dev/null", output: String) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
        return status == 0
    }
}
