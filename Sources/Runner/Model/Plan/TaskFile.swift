// SPDX-License-Identifier: MIT

import RunnerSupport

/// A file that says which task of a test runs next (`--chance tasks=FILE`, docs/Interleavings.md).
public struct TaskFile: Equatable, Sendable {
    /// A test and the way in which its tasks are picked.
    public struct Entry: Equatable, Sendable {
        /// The test, with its example.
        public let identity: String
        /// The number of the line that names it, from 1.
        let line: Int
        /// The way.
        public var strategy: TaskStrategy
    }

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 16 << 20
    /// The forms of its lines.
    private static let expected =
        "'test NAME', 'preempt', 'after TASK TURN run TASK', 'random N' or 'priorities N among TURNS'"

    /// The file's path.
    public let path: String
    /// The tests.
    public private(set) var entries: [Entry] = []

    /// Reads a file; `-` is standard input.
    public static func read(_ path: String) throws -> TaskFile {
        let what = "failed to read the choices of tasks '\(path)'"
        return try TaskFile(
            InputFile.bytes(of: path, .regularOrPipe, limit: sizeLimit, otherwise: what), path: path)
    }

    /// Reads the bytes of a file.
    init(_ bytes: [UInt8], path: String) throws(OrderFile.Fault) {
        self.path = path
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var known: [TaskChoice: Int] = [:]
        for (index, line) in lines.enumerated() {
            let text = String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
            let words = text.split(separator: " ")
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            if first == "test", words.count > 1 {
                let start = words[1].startIndex
                let end = words[words.count - 1].endIndex
                entries.append(
                    Entry(identity: String(text[start..<end]), line: index + 1, strategy: TaskStrategy(.choices([]))))
                known = [:]
                continue
            }
            guard !entries.isEmpty else {
                throw OrderFile.Fault(path, line: index + 1, "expected 'test NAME' first, got '\(text)'")
            }
            try take(words, text, index + 1, &known)
        }
        guard !entries.isEmpty else { throw OrderFile.Fault(path, line: 1, "expected 'test NAME', got nothing") }
    }

    /// Takes a line about the last test.
    private mutating func take(
        _ words: [Substring], _ text: String, _ line: Int, _ known: inout [TaskChoice: Int]
    ) throws(OrderFile.Fault) {
        var strategy = entries[entries.count - 1].strategy
        switch words[0] {
        case "preempt" where words.count == 1: strategy.preempts = true
        case "random" where words.count == 2:
            guard let number = UInt64(words[1]) else { throw fault(line, text) }
            (strategy.kind, strategy.variation) = (.random, number)
        case "priorities" where words.count == 4 && words[2] == "among":
            guard let number = UInt64(words[1]), let turns = UInt64(words[3]), turns > 0 else {
                throw fault(line, text)
            }
            (strategy.kind, strategy.variation) = (.priorities(turns: turns), number)
        case "after" where words.count == 5 && words[3] == "run":
            guard case .choices(var choices) = strategy.kind, let last = TaskPath(words[1]),
                let turn = UInt64(words[2]), let next = TaskPath(words[4])
            else { throw fault(line, text) }
            if let other = choices.firstIndex(where: { $0.last == last && $0.turn == turn }) {
                let former = known[choices[other]] ?? line
                let reason = "line \(former) already says which task runs after \(words[1]) \(turn)"
                throw OrderFile.Fault(path, line: line, reason)
            }
            let choice = TaskChoice(after: last, turn: turn, run: next)
            known[choice] = line
            choices.append(choice)
            strategy.kind = .choices(choices)
        default: throw fault(line, text)
        }
        entries[entries.count - 1].strategy = strategy
    }

    /// A line that is none of the forms.
    private func fault(_ line: Int, _ text: String) -> OrderFile.Fault {
        OrderFile.Fault(path, line: line, "expected \(Self.expected), got '\(text)'")
    }

    /// Returns the cases that the file names, each with its way; the first line that names none is a fault.
    public func strategies(in registry: Registry) throws(OrderFile.Fault) -> [Plan.Slot: TaskStrategy] {
        let resolver = IdentityResolver(registry)
        var strategies: [Plan.Slot: TaskStrategy] = [:]
        for entry in entries {
            let found = resolver.slots(named: entry.identity)
            guard !found.isEmpty else {
                throw OrderFile.Fault(path, line: entry.line, "no test is named '\(entry.identity)'")
            }
            for slot in found { strategies[slot] = entry.strategy }
        }
        return strategies
    }

    /// The lines of a file for one test.
    public static func lines(of identity: String, _ strategy: TaskStrategy) -> [String] {
        var lines = ["test \(identity)"]
        if strategy.preempts { lines.append("preempt") }
        switch strategy.kind {
        case .random: lines.append("random \(strategy.variation)")
        case .priorities(let turns): lines.append("priorities \(strategy.variation) among \(turns)")
        case .choices(let choices):
            lines += choices.map { "after \($0.last.text) \($0.turn) run \($0.next.text)" }
        }
        return lines
    }
}
