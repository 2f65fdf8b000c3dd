// SPDX-License-Identifier: MIT

import Testing
import WorkerShims

@testable import RunnerModel
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
    func documentation() { #expect(Self.rows.count == 7) }

    /// The key of a stream by the page's words, word by word: that of a class, and the names below it.
    static func key(seed: UInt64, ofClass identity: String, _ names: [String], attempt: UInt32) -> UInt64 {
        func mix(_ word: UInt64) -> UInt64 { Chance.streamState(key: word, phase: 0) }
        var key = Chance.streamKey(seed: seed, ofClass: identity)
        for name in names.map({ Array($0.utf8) }) {
            for start in stride(from: 0, to: name.count, by: 8) {
                let word = name[start...].prefix(8).enumerated().map { UInt64($0.element) << (8 * $0.offset) }
                key = mix(key ^ word.reduce(0, |))
            }
            key = mix(key ^ UInt64(name.count))
        }
        return key &+ UInt64(attempt)
    }

    /// The key of a stream by an identity without escapes.
    static func key(seed: UInt64, identity: String, attempt: UInt32) -> UInt64 {
        let parts = identity.split(separator: "/", maxSplits: 2).map(String.init)
        let names = parts.dropFirst(2).flatMap { $0.replacing("]", with: "").split(separator: "[").map(String.init) }
        return key(seed: seed, ofClass: parts.prefix(2).joined(separator: "/"), names, attempt: attempt)
    }

    @Test("a name of any length gives a key of its own, which is the page's")
    func namesOfAnyLength() {
        let text = "testZähltAlleWörter"
        var keys: Set<UInt64> = []
        for length in 0...text.utf8.count {
            let name = Array(text.utf8.prefix(length))
            let found = name.withUnsafeBytes { Chance.streamKey(below: 5, name: $0) }
            keys.insert(found)
            guard let whole = String(bytes: name, encoding: .utf8) else { continue }
            let owner = Self.key(seed: 1, ofClass: "A/M.A", [], attempt: 0)
            let own = name.withUnsafeBytes { Chance.streamKey(below: owner, name: $0) }
            #expect(own == Self.key(seed: 1, ofClass: "A/M.A", [whole], attempt: 0))
        }
        #expect(keys.count == text.utf8.count + 1)
    }

    @Test("published stream", arguments: rows)
    func publishedStream(row: Row) {
        let key = Self.key(seed: row.seed, identity: row.identity, attempt: row.attempt)
        worker_set_random_stream(Chance.streamState(key: key, phase: row.phase))
        defer { worker_end_random_stream() }
        var numbers: [UInt64] = [0, 0]
        worker_random_bytes(&numbers, 16)
        #expect(numbers == row.numbers)
    }

    @Test("a short draw takes the lowest bytes")
    func shortDraw() {
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
    func partNames() throws {
        #expect(try Options.parse(["."]).chance == Chance())
        var chance = Chance()
        chance.random = .seeded
        #expect(try Options.parse(["--chance", "random=seeded", "."]).chance == chance)
        chance.hashing = .system
        #expect(try Options.parse(["--chance", "random=seeded,hashing=system", "."]).chance == chance)
        chance.tasks = .seeded
        #expect(try Options.parse(["--chance", "tasks=seeded,random=seeded,hashing=system", "."]).chance == chance)
    }

    @Test(
        "other words are refused",
        arguments: [
            "", "hashing", "hashing=", "hashing=on", "order=seeded", "random=seeded,", "Random=seeded", "tasks=random",
        ])
    func otherWords(text: String) {
        #expect(throws: UsageError.self) { try Options.parse(["--chance", text, "."]) }
    }
}
