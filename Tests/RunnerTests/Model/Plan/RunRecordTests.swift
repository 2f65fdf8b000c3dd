// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// The record of runs, as text and as a value.
struct RunRecordTests {
    /// A record with something of everything in it.
    static let sample = RunRecord(
        run: RunRecord.Run(
            number: 17, time: "2026-11-21T08:00:00Z", seed: .max, ending: .cutShort, executed: 12, failed: 2,
            command: "runner --seed 1 'a\tb\\'"),
        classes: [
            RunRecord.Class(
                identity: "Shop/M.Cart", run: 17, count: 12, duration: 1234,
                cases: [
                    RunRecord.Case(name: "testPay", outcome: .failed, duration: 5),
                    RunRecord.Case(name: "outlineTestX[a\nb\u{1B}[2J\\09 ü]", outcome: .timedOut, duration: 1 << 53),
                ]),
            RunRecord.Class(identity: "Search/N.Index", run: 3, isAbnormal: true),
        ])

    /// Returns the fault of a text.
    private func fault(_ text: String) -> RunRecord.Fault? {
        do {
            _ = try RunRecord(Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test("is read back as it was written")
    func roundTrip() throws {
        #expect(try RunRecord(Self.sample.text()) == Self.sample)
    }

    @Test("is text on lines without controls")
    func plainLines() {
        let bytes = Self.sample.text()
        #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 || $0 == 10 })
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 8 && lines.last == "")
        #expect(lines[0] == "testkit-record 2")
        #expect(lines[2] == "class\t17\tok\t12\t1234\tShop/M.Cart")
        #expect(lines[3] == "case\tfailed\t5\ttestPay")
        #expect(lines[6] == "end\t5")
    }

    @Test("what is no record is distinguished")
    func foreignFiles() {
        #expect(fault("") == .foreign)
        #expect(fault("hello\n") == .foreign)
        #expect(fault("testkit-record 3\nwhatever\n") == .newer("3"))
        #expect(fault("testkit-record 1\nwhatever\n") == .older)
    }

    @Test(
        "damage is named with its line",
        arguments: [
            (2, "run\t", "run\tx", "a run"), (2, "cut-short", "lost", "a run"), (3, "\tok\t", "\tfine\t", "a class"),
            (3, "class\t17", "class\t-1", "a class"), (4, "failed", "fallen", "a case"), (4, "\t5\t", "\t\t", "a case"),
            (4, "case\tfailed", "kase\tfailed", "a class"), (6, "Search/N.Index", "", "a class"),
            (7, "end\t5", "end\t4", "the end, after 5 lines"),
            (5, "9007199254740992\toutline", "9007199254740993\toutline", "a case"),
        ])
    func damagedLine(line: Int, good: String, bad: String, expected: String) throws {
        var lines = String(decoding: Self.sample.text(), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        let changed = lines[line - 1].replacing(good, with: bad, maxReplacements: 1)
        try #require(changed != lines[line - 1])
        lines[line - 1] = changed
        #expect(fault(lines.joined(separator: "\n")) == .damaged(line: line, expected: expected))
    }

    @Test("wherever it is cut off that is damage")
    func cutOff() {
        let bytes = Self.sample.text()
        for count in 0..<bytes.count - 1 {
            #expect(throws: RunRecord.Fault.self, "\(count)") { try RunRecord(Array(bytes[..<count])) }
        }
    }

    @Test("of too much no failure goes")
    func failuresStay() {
        var record = RunRecord(run: Self.sample.run)
        let count = RunRecord.lineLimit + 1000
        let cases = (0..<count).map { RunRecord.Case(name: "test\($0)", outcome: .failed, duration: 1) }
        record.classes = [
            RunRecord.Class(identity: "B/M.C", run: 1, cases: cases),
            RunRecord.Class(identity: "B/M.Abnormal", run: 1, isAbnormal: true),
        ]
        let whole = record
        record.trim()
        #expect(record == whole)
    }

    @Test("of too much the oldest goes first and failures last")
    func oldestFirst() {
        var record = RunRecord(run: Self.sample.run)
        let slow = RunRecord.Case(name: "testSlow", outcome: .passed, duration: 20_000)
        let failed = RunRecord.Case(name: "testBad", outcome: .failed, duration: 1)
        for run in [3, 9, 5] as [UInt64] {
            record.classes.append(RunRecord.Class(identity: "B/M.C\(run)", run: run, cases: [slow, failed]))
        }
        var whole = record
        whole.trim(to: 9)
        #expect(whole == record)
        let good = RunRecord.Class(identity: "B/M.Good", run: 4, cases: [slow])
        record.classes.append(good)
        record.trim(to: 3)
        #expect(record.classes.map(\.identity) == ["B/M.C3", "B/M.C9", "B/M.C5"])
        #expect(record.classes.map(\.cases) == [[failed], [slow, failed], [failed]])
    }
}
