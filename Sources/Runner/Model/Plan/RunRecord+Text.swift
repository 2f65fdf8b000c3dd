// SPDX-License-Identifier: MIT

import RunnerSupport

extension RunRecord {
    /// The first words of a record, up to the version.
    static let magic = "testkit-record"
    /// The version of the format.
    static let version = 2

    /// The reason why bytes are no record.
    public enum Fault: Error, Equatable, CustomStringConvertible {
        /// It is something else.
        case foreign
        /// It was written by an earlier version.
        case older
        /// It was written by a later version.
        case newer(String)
        /// It is a record, and damaged at a line.
        case damaged(line: Int, expected: String)

        /// The message for the user, to follow the file's name.
        public var description: String {
            switch self {
            case .foreign: "line 1: expected '\(RunRecord.magic) \(RunRecord.version)': this is not a record of runs"
            case .older: "line 1: expected version \(RunRecord.version), got an earlier one"
            case .newer(let version):
                "line 1: expected version \(RunRecord.version), got \(TerminalText.line(version))"
            case .damaged(let line, let expected): "line \(line): expected \(expected)"
            }
        }
    }

    // MARK: Writing

    /// The record as it is in a file.
    public func text() -> [UInt8] {
        var text = Array("\(Self.magic) \(Self.version)\n".utf8)
        Self.append(
            [
                "run", String(run.number), run.time, String(run.seed), run.ending.rawValue, String(run.executed),
                String(run.failed), run.command,
            ], to: &text)
        var count = 1
        for entry in classes {
            let state = entry.isAbnormal ? "abnormal" : "ok"
            Self.append(
                ["class", String(entry.run), state, String(entry.count), String(entry.duration), entry.identity],
                to: &text)
            for item in entry.cases {
                Self.append(["case", item.outcome.rawValue, String(item.duration), item.name], to: &text)
            }
            count += 1 + entry.cases.count
        }
        Self.append(["end", String(count)], to: &text)
        return text
    }

    /// Appends a line of fields with tabs between them.
    private static func append(_ fields: [String], to text: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: "\t")) }
            for byte in field.utf8 {
                // A name must not divide fields or lines, or contain control sequences for a terminal.
                if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
                    text += Array("\\\(byte.hexadecimal)".utf8)
                } else {
                    text.append(byte)
                }
            }
        }
        text.append(UInt8(ascii: "\n"))
    }

    // MARK: Reading

    /// Reads a record.
    public init(_ bytes: [UInt8]) throws(Fault) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst() else { throw .foreign }
        let head = String(decoding: first, as: UTF8.self)
        guard head.hasPrefix(Self.magic + " ") else { throw .foreign }
        let version = String(head.dropFirst(Self.magic.utf8.count + 1))
        guard version == String(Self.version) else { throw version == "1" ? .older : .newer(version) }
        var reader = LineReader(lines)
        guard let run = reader.takeRun() else { throw reader.fault("a run") }
        self.init(run: run)
        while let kind = reader.peek(), kind != "end" {
            if kind == "case", !classes.isEmpty {
                guard let entry = reader.takeCase() else { throw reader.fault("a case") }
                classes[classes.count - 1].cases.append(entry)
            } else {
                guard let entry = reader.takeClass() else { throw reader.fault("a class") }
                classes.append(entry)
            }
        }
        // A file that was cut off has no such line.
        let count = reader.line - 2
        guard reader.takeEnd() == count else { throw reader.fault("the end, after \(count) lines") }
    }

    /// Reads the lines of a record after the first.
    private struct LineReader {
        /// The lines that are left to read.
        private var lines: ArraySlice<ArraySlice<UInt8>>
        /// The number of the next line, from 1.
        private(set) var line = 2

        /// Starts at the second line of a file.
        init(_ lines: ArraySlice<ArraySlice<UInt8>>) { self.lines = lines }

        /// A fault in the next line.
        func fault(_ expected: String) -> Fault { .damaged(line: line, expected: expected) }

        /// The first field of the next line; nil after the last.
        func peek() -> String? {
            guard let next = lines.first, !next.isEmpty else { return nil }
            return String(decoding: next.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)
        }

        /// The fields of the next line, if it is of some kind and has as many as it should.
        private func fields(_ kind: String, _ count: Int) -> [ArraySlice<UInt8>]? {
            guard let next = lines.first else { return nil }
            let fields = next.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            return fields.count == count && fields[0].elementsEqual(kind.utf8) ? fields : nil
        }

        /// Goes on to the next line.
        private mutating func advance<Entry>(_ entry: Entry) -> Entry {
            lines = lines.dropFirst()
            line += 1
            return entry
        }

        /// The line of a run.
        mutating func takeRun() -> Run? {
            guard let fields = fields("run", 8), let number = FileNumber.ordinal.read(fields[1]),
                let seed = FileNumber.seed.read(fields[3]), let ending = Ending(rawValue: Self.text(fields[4])),
                let executed = FileNumber.count.read(fields[5]), let failed = FileNumber.count.read(fields[6])
            else { return nil }
            return advance(
                Run(
                    number: number, time: Self.text(fields[2]), seed: seed, ending: ending,
                    executed: Int(executed), failed: Int(failed), command: Self.text(fields[7])))
        }

        /// The line of a class.
        mutating func takeClass() -> Class? {
            guard let fields = fields("class", 6), let run = FileNumber.ordinal.read(fields[1]),
                let count = FileNumber.count.read(fields[3]), let duration = FileNumber.duration.read(fields[4]),
                !fields[5].isEmpty
            else { return nil }
            let isAbnormal = fields[2].elementsEqual("abnormal".utf8)
            guard isAbnormal || fields[2].elementsEqual("ok".utf8) else { return nil }
            return advance(
                Class(
                    identity: Self.text(fields[5]), run: run, isAbnormal: isAbnormal, count: Int(count),
                    duration: duration))
        }

        /// The line of a case.
        mutating func takeCase() -> Case? {
            guard let fields = fields("case", 4), let outcome = Outcome(rawValue: Self.text(fields[1])),
                outcome != .notRun, let duration = FileNumber.duration.read(fields[2]), !fields[3].isEmpty
            else { return nil }
            return advance(Case(name: Self.text(fields[3]), outcome: outcome, duration: duration))
        }

        /// The number of lines that the last one says.
        func takeEnd() -> Int? { fields("end", 2).flatMap { FileNumber.count.read($0[1]) }.map { Int($0) } }

        /// Returns a field with its escapes decoded; invalid escapes are kept.
        private static func text(_ field: ArraySlice<UInt8>) -> String {
            guard field.contains(UInt8(ascii: "\\")) else { return String(decoding: field, as: UTF8.self) }
            var bytes: [UInt8] = []
            var rest = field
            while let byte = rest.popFirst() {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                if byte == UInt8(ascii: "\\"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
                    bytes.append(code)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
