// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// A build's executable or library, linked once more with its relocations.
///
/// They say which bytes are distances to something else, which nothing else in a linked file does. SwiftPM's native build system keeps
/// the command that linked a file in a manifest next to the directory of the products; nothing is compiled.
public struct RelocatedLink: Equatable, Sendable {
    /// The most bytes of a manifest that are read.
    private static let sizeLimit = 1 << 28

    /// The number of the build's command and of its list of objects.
    var command: UInt64 = 0
    /// The linker's own command, without the path of its output, which is quicker than the compiler's; empty where it is unknown.
    var words: [String] = []
    /// The place of that path among the words.
    var place = 0

    /// Links a file again, to a path; returns the command, or nil where it was not possible.
    ///
    /// - Parameter known: The command of the last time.
    public static func make(of path: String, at target: String, known: RelocatedLink? = nil) -> RelocatedLink? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard var words = command(for: path), let place = words.lastIndex(of: path) else { return nil }
        let number = number(of: words)
        let log = target + ".log"
        defer { unlink(log) }
        if let known, known.command == number, known.words.indices.contains(known.place) {
            var words = known.words
            words[known.place] = target
            if run(words, log) { return known }
        }
        words[place] = target
        words += ["-Xlinker", "--emit-relocs", "-Xlinker", "--strip-debug", "-v"]
        guard run(words, log) else { return nil }
        let text = (try? InputFile(path: log).readAll(limit: sizeLimit)) ?? []
        return linker(in: text, target: target, command: number)
            ?? RelocatedLink(command: number)
    }

    /// Runs a command; whether it did what it should.
    private static func run(_ words: [String], _ log: String) -> Bool {
        guard var process = try? ChildProcess(Launch(words, output: .file(log))) else { return false }
        return process.wait() == .exited(0)
    }

    /// The number of a command, and of the lists of objects that it names.
    private static func number(of words: [String]) -> UInt64 {
        var result = Fingerprint()
        for word in words {
            result.add(word)
            if word.hasPrefix("@"), let list = try? InputFile(path: String(word.dropFirst())).readAll(limit: sizeLimit)
            {
                result.add(list)
            }
        }
        return result.value
    }

    /// The linker's command among the lines that the compiler writes with `-v`.
    static func linker(in log: [UInt8], target: String, command: UInt64) -> RelocatedLink? {
        for line in log.split(separator: UInt8(ascii: "\n")).reversed() {
            var words = words(in: line)
            guard let output = words.lastIndex(of: "-o"), output + 1 < words.count, words[output + 1] == target,
                let program = words.first, FilePath.name(of: program).contains("ld"),
                // Lists that the compiler has removed since.
                !words.contains(where: { $0.hasPrefix("@") })
            else { continue }
            words[output + 1] = ""
            return RelocatedLink(command: command, words: words, place: output + 1)
        }
        return nil
    }

    /// The words of a line, of which some are in quotes.
    private static func words(in line: ArraySlice<UInt8>) -> [String] {
        var (words, word, isQuoted, isEscaped): ([String], [UInt8]?, Bool, Bool) = ([], nil, false, false)
        for byte in line {
            switch byte {
            case _ where isEscaped:
                word = (word ?? []) + [byte]
                isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                word = word ?? []
            case UInt8(ascii: " ") where !isQuoted:
                if let word { words.append(String(decoding: word, as: UTF8.self)) }
                word = nil
            default: word = (word ?? []) + [byte]
            }
        }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    /// The command that linked a file; nil where none is known.
    static func command(for path: String) -> [String]? {
        let parts = path.split(separator: "/")
        // …/SCRATCH/TRIPLE/CONFIGURATION/NAME
        guard parts.count > 3 else { return nil }
        let manifest = "/" + parts.dropLast(3).joined(separator: "/") + "/\(parts[parts.count - 2]).yaml"
        guard let text = try? InputFile(path: manifest).readAll(limit: sizeLimit) else { return nil }
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "    args: [".utf8) {
            guard line.count > path.utf8.count, String(decoding: line, as: UTF8.self).contains("\"\(path)\"") else {
                continue
            }
            guard let json = try? JSONValue(parsing: Array(line.drop { $0 != UInt8(ascii: "[") })) else { continue }
            let words = json.elements.compactMap(\.string)
            if let place = words.lastIndex(of: path), place > 0, words[place - 1] == "-o" { return words }
        }
        return nil
    }
}
