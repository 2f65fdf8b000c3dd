// SPDX-License-Identifier: MIT

import Foundation

/// The inputs that once broke something, in Tests/RunnerTests/Fuzz/Corpus.
///
/// A file with the extension `made` describes a large input, in lines: `text …`, `hex …`, `repeat N …`, where a
/// backslash and `n`, `0` or `\` stand for a line feed, a zero byte and a backslash.
enum FuzzCorpus {
    /// The directory.
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    /// The inputs for a target, by their files' names; the described ones, which are large, only where all are asked for.
    static func inputs(for target: FuzzTarget, isWhole: Bool) throws -> [(name: String, bytes: [UInt8])] {
        let place = directory.appending(path: target.name)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place.path) else { return [] }
        return try names.filter { isWhole || !$0.hasSuffix(".made") }.sorted().map { name in
            let bytes = Array(try Data(contentsOf: place.appending(path: name)))
            return (name, name.hasSuffix(".made") ? try made(String(decoding: bytes, as: UTF8.self)) : bytes)
        }
    }

    /// A description that cannot be followed.
    struct Fault: Error {
        /// The line.
        let line: String
    }

    /// Returns the input that a description stands for.
    static func made(_ text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            let rest = parts.count > 1 ? String(parts[1]) : ""
            switch parts[0] {
            case "#": continue
            case "text": bytes += plain(rest)
            case "hex":
                for pair in rest.split(separator: " ") {
                    guard let byte = UInt8(pair, radix: 16) else { throw Fault(line: String(line)) }
                    bytes.append(byte)
                }
            case "repeat":
                let words = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                guard words.count == 2, let count = Int(words[0]) else { throw Fault(line: String(line)) }
                bytes += Array(repeatElement(plain(String(words[1])), count: count).joined())
            default: throw Fault(line: String(line))
            }
        }
        return bytes
    }

    /// A text with its escapes as they are meant.
    private static func plain(_ text: String) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let meant = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes.append(meant == UInt8(ascii: "n") ? 10 : meant == UInt8(ascii: "0") ? 0 : meant)
        }
        return bytes
    }

    /// Keeps an input beside those that broke something before; returns its path.
    static func keep(_ bytes: [UInt8], for target: FuzzTarget, _ name: String) -> String {
        let place = directory.appending(path: target.name)
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = place.appending(path: name)
        try? Data(bytes).write(to: file)
        return file.path
    }
}
