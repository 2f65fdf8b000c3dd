// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

@testable import Runner

/// The choices of the seed besides the order, as docs/ORDER.md publishes them.
@Suite(.serialized) struct ChanceTests {
    /// A row of the published table of streams.
    struct Row: Sendable {
        let (seed, identity, phase, attempt): (UInt64, String, UInt32, UInt32)
        let numbers: [UInt64]
    }

    /// A column's number, without the marks of code around it.
    private static func number(_ column: Substring) -> UInt64? {
        let text = column.filter { $0 != " " && $0 != "`" }
        return text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    /// The rows of that table.
    static let rows: [Row] = OrderKeyTests.page.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: "|")
        guard columns.count == 6, let seed = number(columns[0]), let phase = number(columns[2]),
            let attempt = number(columns[3]), let first = number(columns[4]), let second = number(columns[5])
        else { return nil }
        let identity = String(columns[1].filter { $0 != " " && $0 != "`" })
        return Row(
            seed: seed, identity: identity, phase: UInt32(phase), attempt: UInt32(attempt), numbers: [first, second])
    }

    @Test("page has its table")
    func pageHasItsTable() { #expect(Self.rows.count == 5) }

    @Test("published stream", arguments: rows)
    func publishedStream(row: Row) {
        let key = Chance.streamKey(seed: row.seed, identity: row.identity, attempt: row.attempt)
        worker_set_random_stream(Chance.streamState(key: key, phase: row.phase))
        defer { worker_end_random_stream() }
        var numbers: [UInt64] = [0, 0]
        worker_random_bytes(&numbers, 16)
        #expect(numbers == row.numbers)
    }

    @Test("a short draw takes the lowest bytes")
    func aShortDrawTakesTheLowestBytes() {
        var (whole, part): (UInt64, UInt64) = (0, 0)
        worker_set_random_stream(1)
        worker_random_bytes(&whole, 8)
        worker_set_random_stream(1)
        worker_random_bytes(&part, 3)
        worker_end_random_stream()
        #expect(part == whole & 0xff_ffff)
    }

    @Test("published hashing key")
    func publishedHashingKey() {
        #expect(Chance.hashingKey(seed: 0) == (0xfc2a_f7f9_19ea_7c64, 0xe42e_1e0a_4edb_383f))
        #expect(Chance.hashingKey(seed: 42) == (0xcebc_c87c_4e49_1d8c, 0x6ba3_30f9_96b8_345f))
    }

    @Test("parts are named")
    func partsAreNamed() throws {
        #expect(try Options.parse(["."]).chance == Chance())
        var chance = Chance()
        chance.random = .seeded
        #expect(try Options.parse(["--chance", "random=seeded", "."]).chance == chance)
        chance.hashing = .system
        #expect(try Options.parse(["--chance", "random=seeded,hashing=system", "."]).chance == chance)
    }

    @Test(
        "other words are refused",
        arguments: ["", "hashing", "hashing=", "hashing=on", "order=seeded", "random=seeded,", "Random=seeded"])
    func otherWordsAreRefused(text: String) {
        #expect(throws: UsageError.self) { try Options.parse(["--chance", text, "."]) }
    }
}
