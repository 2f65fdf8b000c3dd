// SPDX-License-Identifier: MIT

import RunnerSupport
import Testing

@testable import RunnerModel

/// What tests used, as bytes; and which of them must run (rule 73).
struct ReachRecordTests {
    private static let context = ReachRecord.Context(bundle: 1, libraries: 2, environment: 3, settings: 4)
    private static let functions = [
        ReachRecord.Function(key: 10, name: "one", source: SourceLines(file: "/a/One.swift", first: 3, last: 9)),
        ReachRecord.Function(key: 20, name: "two"),
    ]
    private static let files = [ReachRecord.File(path: "/data.txt", use: 0, state: 5)]

    /// A record of two tests.
    private static var sample: ReachRecord {
        var record = ReachRecord()
        record.add("S/A.B/first", passed: 1_700_000_000, unseen: [], context, functions, files)
        record.add("S/A.B/second", passed: 1_700_000_001, unseen: [.program], context, [functions[1]], [])
        return record
    }

    @Test("is read as it was written")
    func isReadAsItWasWritten() throws {
        #expect(try ReachRecord(Self.sample.bytes) == Self.sample)
        #expect(try ReachRecord(ReachRecord().bytes) == ReachRecord())
        #expect(try ReachRecord(Self.sample.bytes).functions.map(\.source) == Self.functions.map(\.source))
    }

    @Test("of several, takes what each test did last, be it that it did not pass")
    func takesWhatEachTestDidLast() {
        var other = ReachRecord()
        other.add("S/A.B/first", passed: 1_600_000_000, unseen: [.program], Self.context, [], [])
        other.add(failed: "S/A.B/second", at: 1_700_000_001)
        other.add("S/A.B/third", passed: 1, unseen: [], Self.context, [Self.functions[0]], [])
        for records in [[Self.sample, other], [other, Self.sample]] {
            var merged = ReachRecord()
            for record in records { merged.take(record) }
            #expect(merged.tests["S/A.B/first"]?.unseen == [])
            #expect(merged.tests["S/A.B/third"]?.passed == 1)
            let cause = merged.cause(
                ofRunning: "S/A.B/second", in: Self.context, isPresent: { _ in true }, isUnchanged: { _ in true })
            #expect(cause == .unrecorded)
        }
    }

    @Test("names all functions that changed, those that the fewest tests enter first, and where they are now")
    func namesAllFunctionsThatChanged() {
        var record = Self.sample
        let found = record.changedFunctions(of: "S/A.B/first") { _ in false }
        #expect(found.map(\.0.name) == ["one", "two"])
        #expect(found.map(\.entries) == [1, 2])
        #expect(record.changedFunctions(of: "S/A.B/first") { $0.name == "two" }.map(\.0.name) == ["one"])
        let moved = SourceLines(file: "/a/One.swift", first: 5, last: 11)
        record.update([10: moved])
        #expect(record.functions.map(\.source) == [moved, nil])
    }

    @Test("is refused where a byte is another, or missing")
    func isRefusedWhereDamaged() {
        let bytes = Self.sample.bytes
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x40
            #expect(throws: ReachRecord.Fault.self) { try ReachRecord(changed) }
        }
        for count in 0..<bytes.count {
            #expect(throws: ReachRecord.Fault.self) { try ReachRecord(Array(bytes[..<count])) }
        }
        #expect(throws: ReachRecord.Fault.version) { try ReachRecord(Array("testkit affected 99\n".utf8)) }
    }

    @Test("is refused where steps between numbers have no sum", .long)
    func isRefusedWhereStepsHaveNoSum() {
        let header = Array("testkit affected 3\n".utf8)
        // No contexts, sources, functions or files; one test "a", with its time, its uses and its context; the functions' number, 2^23 + 1.
        var bytes: [UInt8] = [0, 0, 0, 0, 1, 1, 0x61] + [UInt8](repeating: 0, count: 10) + [0x81, 0x80, 0x80, 0x04]
        // 2^40 each.
        let step: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20]
        bytes.reserveCapacity(bytes.count + (1 << 23 + 1) * step.count + 9)
        for _ in 0...1 << 23 { bytes += step }
        bytes.append(0)
        let sum = Fingerprint.of(bytes)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
        #expect(throws: ReachRecord.Fault.damaged) { try ReachRecord(header + bytes) }
    }

    @Test("keeps each test by itself")
    func keepsEachTestByItself() throws {
        var other = ReachRecord()
        other.add(["S/A.B/second"], of: Self.sample)
        other.add(["S/A.B/missing"], of: Self.sample)
        #expect(Array(other.tests.keys) == ["S/A.B/second"])
        #expect(other.functions == [Self.functions[1]])
        #expect(other.files.isEmpty)
    }

    /// Why a test runs, with some things changed.
    private func cause(
        of identity: String = "S/A.B/first", _ context: ReachRecord.Context = context, gone: String? = nil,
        changed: String? = nil
    ) -> RunCause? {
        Self.sample.cause(
            ofRunning: identity, in: context, isPresent: { $0.name != gone }, isUnchanged: { $0.path != changed })
    }

    @Test("says why a test must run")
    func saysWhyATestMustRun() {
        #expect(cause() == nil)
        #expect(cause(of: "S/A.B/new") == .unrecorded)
        #expect(cause(of: "S/A.B/second") == .unseen(.program))
        #expect(cause(gone: "two") == .function("two"))
        #expect(cause(changed: "/data.txt") == .file("/data.txt"))
        var other = Self.context
        other.environment = 9
        #expect(cause(other) == .environment)
        other.settings = 9
        #expect(cause(other) == .settings)
        other.libraries = 9
        #expect(cause(other) == .libraries)
        other.names = 9
        #expect(cause(other) == .libraries)
        other.bundle = 9
        #expect(cause(other) == .bundle)
        #expect(cause(other, gone: "one") == .function("one"))
    }

    @Test("names count only for a test that has types found by them")
    func names() {
        var record = ReachRecord()
        var context = Self.context
        context.names = 6
        record.add("S/A.B/first", passed: 1, unseen: [], context, [], [])
        let causes = [UInt64(6), 7].map { names in
            context.names = names
            return record.cause(
                ofRunning: "S/A.B/first", in: context, isPresent: { _ in true }, isUnchanged: { _ in true })
        }
        #expect(causes == [nil, .names])
    }

    @Test("has words for each use that is not seen")
    func hasWordsForEachUse() {
        let uses: [UnseenUse] = [.program, .network, .library, .shared, .kernel, .files, .blind, .changing, .flaky]
        #expect(Set(uses.map(\.words)).count == uses.count)
        #expect(!uses.contains { $0.words.isEmpty })
    }

    @Test("is small for many tests")
    func isSmallForManyTests() throws {
        var record = ReachRecord()
        var random = SystemRandomNumberGenerator()
        let all = (0..<10_000).map { ReachRecord.Function(key: random.next(), name: "$s7Package4TypeV6method\($0)yyF") }
        // As many as in the trial with argument-parser: 667 functions each, of 10,000.
        for test in 0..<300 {
            let entered = (0..<667).map { all[(test * 31 + $0 * 7) % all.count] }
            record.add("Suites/Package.Tests/test\(test)", passed: 1, unseen: [], Self.context, entered, Self.files)
        }
        let bytes = record.bytes
        // 20 MB for 2,656 tests: those of 300, less what they share.
        #expect(bytes.count < 2_000_000)
        #expect(try ReachRecord(bytes) == record)
    }
}
