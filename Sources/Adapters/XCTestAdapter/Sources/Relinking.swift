// SPDX-License-Identifier: MIT

import Foundation

/// The objects of a test executable, linked once more as a library.
///
/// SwiftPM's native build system keeps the command by which it linked the executable: in `debug.yaml` or `release.yaml` next to
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
        // The library uses its own definitions, as an executable does. With relocations, --affected can distinguish its functions.
        for option in ["-Bsymbolic", "-soname", name, "--emit-relocs"] { words += ["-Xlinker", option] }
        let log = target + ".log"
        defer { unlink(log) }
        guard ChildProgram.run(words, output: log) else {
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            let line = said.split(separator: "\n").last { $0.contains("error") }.map(String.init)
            throw fault("linking it again as a library failed: \(line ?? "the linker gave no reason")")
        }
    }

    /// The fault that the executable cannot be opened for a reason.
    private func fault(_ reason: String) -> ELFFile.Fault {
        ELFFile.Fault(reason: "it has \(obstacle) and cannot be opened as a library; \(reason)")
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
}
