// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// Numbers that files state.
struct FileNumberTests {
    @Test(
        "whole",
        arguments: [
            (.worker, "0", 0), (.worker, "65535", 65_535), (.worker, "65536", nil),
            (.worker, "9223372036854775807", nil), (.ordinal, "0", nil), (.ordinal, "1", 1),
            (.ordinal, "18446744073709551615", nil), (.duration, "9007199254740992", 1 << 53),
            (.duration, "9007199254740993", nil), (.seed, "18446744073709551615", .max),
            (.seed, "18446744073709551616", nil), (.count, "", nil), (.count, "-1", nil), (.count, "+1", nil),
            (.count, "1 ", nil), (.signal, "64", 64), (.signal, "65", nil), (.line, "4294967295", 4_294_967_295),
        ] as [(FileNumber, String, UInt64?)])
    func whole(kind: FileNumber, digits: String, expected: UInt64?) {
        #expect(kind.read(digits.utf8) == expected)
    }

    @Test(
        "seconds",
        arguments: [
            ("1.5", 1_500_000_000), ("0.000000001", 1), ("0.0000000019", 1), ("7", 7_000_000_000), ("1e3", nil),
            ("-1", nil), (".5", nil), ("1.", nil), ("9007199.254740992", 1 << 53), ("9007199.254740993", nil),
            ("99999999999999999999", nil), ("18446744073.709551615", nil),
        ] as [(String, UInt64?)])
    func seconds(digits: String, expected: UInt64?) {
        #expect(FileNumber.duration.readSeconds(Array(digits.utf8)[...]) == expected)
    }

    @Test("sums stop at the largest")
    func sums() {
        var sum: UInt64 = .max - 1
        sum.add(clamping: 1)
        #expect(sum == .max)
        sum.add(clamping: 1)
        #expect(sum == .max)
    }

    @Test("an estimate of durations that nobody could take does not trap")
    func durations() throws {
        let names = (0..<40).map { "test\($0)" }
        let registry = try Registry.of([FakeClass("M.A", names.map { FakeCase($0) })])
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let longest = FileNumber.duration.range.upperBound
        let entry = RunRecord.Class(
            identity: "B/M.A", run: 1, count: 40, duration: longest,
            cases: names.map { RunRecord.Case(name: $0, outcome: .passed, duration: longest) })
        let record = RunRecord(run: RunRecordTests.sample.run, classes: [entry])
        var estimate = try #require(TimeEstimate(record, plan: plan, registry: registry, jobs: 1))
        #expect(estimate.whole == UInt64.max)
        var result = CaseResult(slot: plan.slots[0], outcome: .passed)
        result.duration = longest
        estimate.take(result)
        result.slot = plan.slots[1]
        result.duration = .max
        estimate.take(result)
        #expect(estimate.left([], at: 0) > 0)
    }

    @Test(
        "the record takes no number that cannot be",
        arguments: ["run\t", "class\t", "class\t17\tok\t", "class\t17\tok\t12\t", "case\tfailed\t"])
    func recordNumbers(before field: String) throws {
        var lines = String(decoding: RunRecordTests.sample.text(), as: UTF8.self).split(separator: "\n").map(
            String.init)
        let index = try #require(lines.firstIndex { $0.hasPrefix(field) })
        let rest = lines[index].dropFirst(field.count)
        lines[index] = field + "18446744073709551615" + rest.drop { $0 != "\t" }
        let text = lines.joined(separator: "\n") + "\n"
        #expect(throws: RunRecord.Fault.self) { try RunRecord(Array(text.utf8)) }
    }
}
