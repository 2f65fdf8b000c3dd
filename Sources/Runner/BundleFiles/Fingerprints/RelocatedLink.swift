// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// A build's executable or library, linked once more with its relocations.
///
/// They say which bytes are distances to something else, which nothing else in a linked file does. SwiftPM's native build system keeps
/// the command that linked a file in a manifest beside the directory of the products; nothing is compiled.
package enum RelocatedLink {
    /// The most bytes of a manifest that are read.
    private static let sizeLimit = 1 << 28

    /// Links a file again, to a path; whether that was possible.
    package static func make(of path: String, at target: String) -> Bool {
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard var words = command(for: path), let place = words.lastIndex(of: path) else { return false }
        words[place] = target
        words += ["-Xlinker", "--emit-relocs"]
        let log = target + ".log"
        defer { unlink(log) }
        guard var process = try? ChildProcess(Launch(words, output: .file(log))) else { return false }
        return process.wait() == .exited(0)
    }

    /// The command that linked a file; nil where none is known.
    static func command(for path: String) -> [String]? {
        let parts = path.split(separator: "/")
        // …/SCRATCH/TRIPLE/CONFIGURATION/NAME
        guard parts.count > 3 else { return nil }
        let manifest = "/" + parts.dropLast(3).joined(separator: "/") + "/\(parts[parts.count - 2]).yaml"
        guard let file = try? InputFile(path: manifest), let text = try? file.readAll(limit: sizeLimit) else {
            return nil
        }
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "    args: [".utf8) {
            let json = JSONText(Array(line.drop { $0 != UInt8(ascii: "[") }))
            guard line.count > path.utf8.count, String(decoding: line, as: UTF8.self).contains("\"\(path)\""),
                (try? json.read(0..<json.bytes.count)) != nil
            else { continue }
            let words = json.root.elements.compactMap(\.string)
            if let place = words.lastIndex(of: path), place > 0, words[place - 1] == "-o" { return words }
        }
        return nil
    }
}
