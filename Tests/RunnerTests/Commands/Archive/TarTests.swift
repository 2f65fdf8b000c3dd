// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import Runner

/// Tar archives: as they are written, as others write them, and as nobody should.
struct TarTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()

    /// Returns the entries that a reader finds in an archive's bytes.
    private func entries(_ bytes: [UInt8]) throws -> [(TarEntry, [UInt8])] {
        let path = scratch.path("archive.tar")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        var reader = TarReader(try InputFile(path: path), name: path)
        var result: [(TarEntry, [UInt8])] = []
        while let entry = try reader.next() { result.append((entry, try reader.readAll(limit: 1 << 20))) }
        return result
    }

    /// The reason for which a reader refuses an archive's bytes; nil if it reads them.
    private func refusal(_ bytes: [UInt8]) throws -> String? {
        do { _ = try entries(bytes) } catch let fault as ArchiveFault { return fault.reason }
        return nil
    }

    /// The bytes of an archive of some files.
    private func written(_ files: [(String, [UInt8])], flags: Bool = false) throws -> [UInt8] {
        let path = scratch.path("written.tar")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        var tar = TarWriter(descriptor)
        for (name, bytes) in files {
            tar.add(TarEntry(path: name, size: UInt64(bytes.count), isExecutable: flags), bytes)
        }
        try #require(tar.end() == nil)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("files come back as they were")
    func roundTrip() throws {
        let long = (0..<60).map { "directory-\($0)" }.joined(separator: "/") + "/file"
        let middle = String(repeating: "d", count: 90) + "/" + String(repeating: "f", count: 90)
        let files: [(String, [UInt8])] = [
            ("a", []), ("b/c", Array("text".utf8)), (middle, [1, 2, 3]), (long, [UInt8](repeating: 7, count: 70_000)),
            ("ümläut", [UInt8](repeating: 1, count: 512)),
        ]
        let read = try entries(try written(files, flags: true))
        #expect(read.map(\.0.path) == files.map(\.0))
        #expect(read.map(\.1) == files.map(\.1))
        #expect(read.allSatisfy { $0.0.isExecutable && !$0.0.isDirectory })
    }

    @Test("others and ours read each other", arguments: ["--format=ustar", "--format=gnu", "--format=pax"])
    func otherPrograms(format: String) throws {
        let long = String(repeating: "x", count: 80)
        try scratch.makeDirectory("in/\(long)/\(format == "--format=ustar" ? "y" : long + "/" + long)")
        let name = format == "--format=ustar" ? "\(long)/y/file" : "\(long)/\(long)/\(long)/file"
        try Data("hello".utf8).write(to: URL(fileURLWithPath: scratch.path("in/" + name)))
        let tar = Process()
        tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tar.arguments = ["tar", format, "-cf", scratch.path("other.tar"), "-C", scratch.path("in"), long]
        try tar.run()
        tar.waitUntilExit()
        try #require(tar.terminationStatus == 0)
        let read = try entries(Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path("other.tar")))))
        #expect(read.last?.0.path == name)
        #expect(read.last?.1 == Array("hello".utf8))
        #expect(read.first?.0.isDirectory == true)
        // The other way round.
        _ = try written([(name, Array("again".utf8))])
        let list = Process()
        list.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        list.arguments = ["tar", "-xf", scratch.path("written.tar"), "-C", scratch.path("in")]
        try list.run()
        list.waitUntilExit()
        #expect(list.terminationStatus == 0)
        #expect(try String(contentsOfFile: scratch.path("in/" + name), encoding: .utf8) == "again")
    }

    /// A header with a field replaced, and its checksum made to fit.
    private func patched(_ bytes: [UInt8], _ field: Range<Int>, _ value: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(field.lowerBound..<field.lowerBound + value.count, with: value)
        let sum = TarHeader.checksum(of: Array(bytes[0..<512]))
        let digits = String(sum, radix: 8)
        let text = Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8) + [0, 0x20]
        bytes.replaceSubrange(TarHeader.Field.checksum, with: text)
        return bytes
    }

    @Test("kinds that are no files are refused")
    func otherKinds() throws {
        let plain = try written([("a", [])])
        let kinds = [
            "1": "hard link", "2": "symbolic link", "3": "device", "4": "device", "6": "pipe", "S": "sparse",
            "Z": "unknown",
        ]
        for (kind, words) in kinds {
            let refused = try refusal(patched(plain, 156..<157, Array(kind.utf8)))
            #expect(refused?.contains(words) == true, "\(kind): \(refused ?? "read")")
        }
    }

    @Test("numbers that cannot be are refused")
    func badNumbers() throws {
        let plain = try written([("a", [1, 2, 3])])
        let size = TarHeader.Field.size
        let wrong: [(String, [UInt8])] = [
            ("negative octal", Array("-0000000003\0".utf8)),
            ("no octal", Array("00000000008\0".utf8)),
            ("negative, base 256", [UInt8](repeating: 0xFF, count: 12)),
            ("more than 63 bits", [0x80, 1] + [UInt8](repeating: 0, count: 10)),
            ("two numbers", Array("1 2 3      \0".utf8)),
        ]
        for (what, value) in wrong {
            #expect(try refusal(patched(plain, size, value))?.contains("size") == true, "\(what)")
        }
        // A number of base 256 that is right.
        #expect(
            try entries(patched(plain, size, [0x80] + [UInt8](repeating: 0, count: 10) + [3])).first?.1 == [1, 2, 3])
    }

    @Test("sizes are not believed before they are there")
    func claimedSizes() throws {
        let plain = try written([("a", [1, 2, 3])])
        // 8 GB in octal, and 2^62 in base 256: the reader refuses to keep it, and another finds it cut off.
        for value in [Array("77777777777\0".utf8), [0x80, 0, 0, 0, 0x40] + [UInt8](repeating: 0, count: 7)] {
            let bytes = patched(plain, TarHeader.Field.size, value)
            #expect(try refusal(bytes)?.contains("at most") == true)
            let path = scratch.path("huge.tar")
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            var reader = TarReader(try InputFile(path: path), name: path)
            _ = try reader.next()
            #expect(throws: ArchiveFault.self) { while try !reader.read(limit: .max).isEmpty {} }
        }
    }

    @Test("what is cut off is refused wherever that is")
    func cutOff() throws {
        let whole = try written([("a/b", [UInt8](repeating: 5, count: 700)), ("c", [1])])
        // The end mark has two blocks, of which the first is enough.
        for length in stride(from: 0, through: whole.count - 1024, by: 64) {
            #expect(try refusal(Array(whole.prefix(length))) != nil, "\(length) bytes")
        }
        #expect(try refusal(whole) == nil)
    }

    @Test("pax headers are checked")
    func paxHeaders() throws {
        func archive(_ records: String) throws -> [UInt8] {
            let first = try written([("pax", Array(records.utf8))]).dropLast(1024)
            return patched(Array(first), 156..<157, Array("x".utf8)) + (try written([("a", [1])]))
        }
        #expect(try entries(archive("10 path=b\n")).map(\.0.path) == ["b"])
        for records in [
            "8 path=b\n", "path=b\n", "99 path=b\n", "0 path=b\n", "-1 path=b\n", "10 path:b\n", "10 size=x\n",
            "11 size=-1\n", "27 size=99999999999999999999\n", "26 GNU.sparse.realsize=512\n", "1 \n",
        ] {
            #expect(try refusal(archive(records)) != nil, "\(records)")
        }
    }

    @Test("a compressed archive is named as such")
    func compressed() throws {
        let bytes = [0x1F, 0x8B] + [UInt8](repeating: 9, count: 600)
        #expect(try refusal(bytes)?.contains("gzip -dc FILE | runner -") == true)
        #expect(try refusal([UInt8](repeating: 9, count: 600)) != nil)
    }

    @Test("the checksum counts")
    func checksum() throws {
        var bytes = try written([("a", [])])
        bytes[0] ^= 1
        #expect(try refusal(bytes)?.contains("checksum") == true)
    }

    @Test(
        "paths that lead elsewhere are none",
        arguments: [
            "", ".", "..", "/", "/etc/passwd", "../a", "a/../../b", "a//b", "a/./b", "a/..", "a\0b",
            String(repeating: "n", count: 256), String(repeating: "n/", count: 2048) + "n",
        ])
    func outsidePaths(path: String) { #expect(TarEntry.components(of: path) == nil) }

    @Test("paths within are")
    func insidePaths() {
        #expect(TarEntry.components(of: "./a/b c/..d/") == ["a", "b c", "..d"])
    }
}
