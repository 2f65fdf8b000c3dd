// SPDX-License-Identifier: MIT

import RunnerSupport

/// A file that lists the tests to run, their order and their processes (`--order`, docs/ORDER.md).
///
/// Rule 66.
public struct OrderFile: Equatable, Sendable {
    /// A line that names tests.
    public struct Entry: Equatable, Sendable {
        /// A test: a case, a class or a bundle.
        let identity: String
        /// The number of the line, from 1.
        let line: Int
    }

    /// A line that cannot be used.
    public struct Fault: Error, Equatable, CustomStringConvertible {
        /// The message for the user: `FILE:LINE: reason`.
        public let description: String

        /// Names the place and the reason.
        public init(_ path: String, line: Int, _ reason: String) { description = "\(path):\(line): \(reason)" }
    }

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 30

    /// The file's path.
    public let path: String
    /// The tests, by worker and process.
    public private(set) var workers: [[[Entry]]] = [[[]]]
    /// The seed, for the order in classes and for what else it decides.
    public private(set) var seed: UInt64?
    /// The choices of the seed besides the order.
    public private(set) var chance: Chance?
    /// Whether classes that are listed as a whole have the order of the seed.
    private(set) var isShuffled = true
    /// The files of bundles when this was written, by the bundle's name.
    public private(set) var builds: [String: String] = [:]
    /// The tests that failed.
    private(set) var failed: [Entry] = []
    /// The cases among them that took longer than their limit, by line.
    private(set) var timedOutLines: Set<Int> = []

    /// Reads a file; `-` is standard input.
    public static func read(_ path: String) throws -> OrderFile { try OrderFile(bytes(of: path), path: path) }

    /// Reads the record of a run, which must be whole.
    public static func record(_ path: String) throws -> OrderFile {
        let bytes = try bytes(of: path)
        // Before anything else: a line that was cut off would be reported as a typing error.
        guard isWhole(bytes) else {
            throw SystemFault("failed to read the order '\(path)'", because: "it is not a complete record of a run")
        }
        return try OrderFile(bytes, path: path)
    }

    /// Returns the content of a file.
    private static func bytes(of path: String) throws(SystemFault) -> [UInt8] {
        try InputFile.bytes(
            of: path, .regularOrPipe, limit: sizeLimit, otherwise: "failed to read the order '\(path)'")
    }

    /// Whether the last line of a record states the number of lines before it.
    public static func isWhole(_ bytes: [UInt8]) -> Bool {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.popLast()?.isEmpty == true, let last = lines.popLast() else { return false }
        return String(decoding: last, as: UTF8.self) == "%end \(lines.count)"
    }

    /// Reads the bytes of a file.
    init(_ bytes: [UInt8], path: String) throws(Fault) {
        self.path = path
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = Self.trimmed(String(decoding: line, as: UTF8.self))
            if text.isEmpty || text.hasPrefix("#") { continue }
            let entry = Entry(identity: text, line: index + 1)
            if text.hasPrefix("%") { try obey(entry) } else { append(entry) }
        }
    }

    /// The tests of one worker alone; nil if there is none of that number.
    public func only(worker: Int) -> OrderFile? {
        guard workers.indices.contains(worker) else { return nil }
        var file = self
        file.workers = [workers[worker]]
        return file
    }

    /// A line without blanks at its ends.
    private static func trimmed(_ line: String) -> String {
        var text = line.drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    /// Takes a test for the process at hand.
    private mutating func append(_ entry: Entry) {
        let worker = workers.count - 1
        workers[worker][workers[worker].count - 1].append(entry)
    }

    /// Does what a line with a word of the format says.
    private mutating func obey(_ entry: Entry) throws(Fault) {
        let words = entry.identity.split(separator: " ", maxSplits: 1).map(String.init)
        let value = words.count > 1 ? words[1] : ""
        let worker = workers.count - 1
        switch words[0] {
        case "%worker": if workers != [[[]]] { workers.append([[]]) }
        case "%process": if workers[worker].last != [] { workers[worker].append([]) }
        case "%failed", "%timed-out":
            failed.append(Entry(identity: value, line: entry.line))
            if words[0] == "%timed-out" { timedOutLines.insert(entry.line) }
        case "%bundle":
            let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Fault(path, line: entry.line, "expected %bundle BUILD NAME") }
            builds[parts[1]] = parts[0]
        case "%seed", "%chance", "%shuffle", "%end": try set(words[0], value, entry.line)
        default:
            let expected = "%worker, %process, %seed, %chance or %shuffle"
            throw Fault(path, line: entry.line, "expected a test or \(expected), got '\(words[0])'")
        }
    }

    /// Takes a setting.
    private mutating func set(_ name: String, _ value: String, _ line: Int) throws(Fault) {
        do throws(UsageError) {
            switch name {
            case "%seed": seed = try OptionValue.seed(value, name)
            case "%chance": chance = try Chance(value, name)
            case "%end": _ = try OptionValue.count(value, name)
            default:
                let when: Shuffle = try OptionValue.choice(value, name)
                isShuffled = when == .on
            }
        } catch {
            throw Fault(path, line: line, error.description)
        }
    }
}
