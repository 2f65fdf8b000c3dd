// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The way in which a program is started.
public struct Launch {
    /// Where the standard output and the standard error of a program go.
    public enum Output {
        /// Where those of this process go.
        case inherited
        /// Both to a descriptor.
        case both(Int32)
        /// Both to a file, which is made anew.
        case file(String)
        /// Standard output to a descriptor, and standard error nowhere.
        case descriptor(Int32)
    }

    /// The program, by its path or its name, and its arguments.
    public var words: [String]
    /// The descriptor of its standard input; nil for an empty one.
    public var input: Int32?
    /// Where its output goes.
    public var output = Output.inherited
    /// Whether it leads a process group of its own: an interrupt at the terminal does not reach it then, and it can be ended with
    /// all that it has started.
    public var leadsGroup = false

    /// A program that is found by its path, or in PATH.
    public init(_ words: [String], input: Int32? = nil, output: Output = .inherited, leadsGroup: Bool = false) {
        (self.words, self.input, self.output, self.leadsGroup) = (words, input, output, leadsGroup)
    }

    /// A command that a shell reads.
    public init(shell command: String, input: Int32? = nil, output: Output = .inherited) {
        self.init(["/bin/sh", "-c", command], input: input, output: output, leadsGroup: true)
    }

    /// Starts it; an error number, or 0.
    func spawn(_ process: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        add(to: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setSignals(&attributes)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    }

    /// Adds its input and its output.
    private func add(to actions: inout posix_spawn_file_actions_t) {
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        switch output {
        case .inherited: break
        case .both(let number):
            posix_spawn_file_actions_adddup2(&actions, number, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, number, STDERR_FILENO)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        case .descriptor(let number):
            posix_spawn_file_actions_adddup2(&actions, number, STDOUT_FILENO)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
    }

    /// Has it begin with the signals of a program at a terminal, whatever this process handles or ignores.
    private func setSignals(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigfillset(&signals)
        if worker_ignores(SIGHUP) != 0 { sigdelset(&signals, SIGHUP) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
