// SPDX-License-Identifier: MIT

import Foundation

/// The objects of a test executable, linked once more as a library.
///
/// SwiftPM's native build system keeps the command by which it linked the executable: in `debug.yaml` or `release.yaml` beside
/// the directory of the products.
struct Relinking {
    /// The executable, without links in its path.
    private let path: String
    /// The reason why it cannot be opened as it is.
    private let obstacle: String

    /// Prepares the linking of a file that an obstacle keeps from being opened.
    init(of path: String, because obstacle: String) {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        self.path = resolved.map { String(cString: $0) } ?? path
        self.obstacle = obstacle
    }

    /// Links to a path, as the library of a name.
    func link(to target: String, named name: String) throws {
        guard var words = command, let place = words.lastIndex(of: path),
            let kind = words.firstIndex(of: "-emit-executable")
        else {
            let what = "no command that linked it was found beside it"
            throw fault("\(what): build it with SwiftPM's native build system, and leave it where it was built")
        }
        (words[place], words[kind]) = (target, "-emit-library")
        // The library uses its own definitions, as an executable does.
        for option in ["-Bsymbolic", "-soname", name] { words += ["-Xlinker", option] }
        let log = target + ".log"
        defer { unlink(log) }
        guard Self.run(words, log: log) else {
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            let line = said.split(separator: "\n").last { $0.contains("error") }.map(String.init)
            throw fault("to link it once more as a library failed: \(line ?? "the linker gave no reason")")
        }
    }

    /// Why the executable cannot be opened.
    private func fault(_ reason: String) -> ELFFile.Fault {
        ELFFile.Fault(reason: "it has \(obstacle), and is linked so that no other program can open it; \(reason)")
    }

    /// The command that linked the executable.
    private var command: [String]? {
        let parts = path.split(separator: "/")
        // …/SCRATCH/TRIPLE/CONFIGURATION/NAME
        guard parts.count > 3 else { return nil }
        let manifest = "/" + parts.dropLast(3).joined(separator: "/") + "/\(parts[parts.count - 2]).yaml"
        guard let text = try? String(contentsOfFile: manifest, encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") where line.contains("args: [") && line.contains("\"\(path)\"") {
            guard let start = line.firstIndex(of: "["),
                let words = try? JSONDecoder().decode([String].self, from: Data(line[start...].utf8)),
                let place = words.lastIndex(of: path), place > 0, words[place - 1] == "-o"
            else { continue }
            return words
        }
        return nil
    }

    /// Runs a program to its end; whether that was a good one.
    ///
    /// Foundation's `Process` would start threads, and this one is to be forked.
    private static func run(_ words: [String], log: String) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
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
