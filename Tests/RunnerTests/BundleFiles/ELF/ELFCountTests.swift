// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerBundleFiles

/// Counts in a library that its size cannot hold, and libraries of which everything is the most that can be.
struct ELFCountTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()

    /// A library that was changed, at a path.
    private func write(_ library: [UInt8]) throws -> String {
        try scratch.write(library, to: "x.so")
        return scratch.path("x.so")
    }

    /// A little-endian number at a place.
    private func number(_ bytes: [UInt8], _ place: Int, _ width: Int) -> Int {
        bytes[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where the value of a dynamic entry stands in a library's file.
    private func place(ofTag tag: Int, in library: [UInt8]) throws -> Int {
        let start = number(library, 32, 8)
        for header in 0..<number(library, 56, 2) {
            let at = start + header * 56
            guard number(library, at, 4) == 2 else { continue }
            let dynamic = number(library, at + 8, 8)
            for entry in stride(from: dynamic, to: dynamic + number(library, at + 32, 8), by: 16)
            where number(library, entry, 8) == tag { return entry + 8 }
        }
        throw TemporaryDirectory.Failed(command: ["no dynamic entry \(tag)"])
    }

    @Test("a count of symbols that does not fit the file is a fault")
    func symbolCount() throws {
        var library = try TemporaryDirectory.compile(
            "void testkit_bundle_entry(void) {}", ["-shared", "-Wl,--hash-style=sysv"])
        // The table is in the first segment, whose addresses are the file's.
        let table = number(library, try place(ofTag: 4, in: library), 8)
        for byte in 4..<8 { library[table + byte] = 0xFF }
        let path = try write(library)
        let fault = #expect(throws: ELFFault.self) {
            try ELFImage.inspect(path: path, entry: "testkit_bundle_entry")
        }
        #expect(fault?.description.contains("it states 4294967295 dynamic symbols") == true)
        #expect(throws: ELFFault.self) { try ELFTables(path: path) }
    }

    @Test("a first symbol that does not fit the file is a fault")
    func firstSymbol() throws {
        var library = try TemporaryDirectory.compile("void a(void) {}", ["-shared", "-Wl,--hash-style=gnu"])
        let table = number(library, try place(ofTag: 0x6fff_fef5, in: library), 8)
        for byte in 4..<8 { library[table + byte] = 0xFF }
        let path = try write(library)
        #expect(throws: ELFFault.self) { try ELFTables(path: path) }
    }

    @Test("more needed libraries than anybody links are not looked at")
    func neededLibraries() throws {
        let library = LibraryBuilder(needed: 500_000).bytes
        let path = try write(library)
        #expect(try ELFImage.inspect(path: path, entry: "entry", readsNames: false).neededLibraries.isEmpty)
        #expect(throws: ELFFault.tooManyLibraries(500_000, limit: 4096)) {
            try ELFImage.inspect(path: path, entry: "entry")
        }
    }

    @Test("a comment of megabytes is read once")
    func longComment() throws {
        // 200,000 makers, no two alike: comparing each with each would take minutes.
        let lines = (0..<200_000).map { "maker \($0)" }.joined(separator: "\0") + "\0"
        try scratch.write(Array(lines.utf8), to: "comment")
        let source = "__asm__(\".section .comment\\n.incbin \\\"\(scratch.path("comment"))\\\"\\n.text\\n\");"
        let path = try write(try TemporaryDirectory.compile(source))
        let producers = try ELFTables(path: path).producers
        #expect(producers.count == 100 && producers.contains("maker 0"))
    }
}
