// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerModel
@testable import RunnerBundleFiles

/// Files that the loader refuses, symbols that are no entry, and files that change while they are read.
struct ELFImageLimitsTests {
    /// The name that is looked for.
    static let entry = "testkit_bundle_entry"

    /// Reads a library made of C.
    func inspect(_ source: String, _ options: [String] = []) throws -> ELFImage {
        let scratch = TemporaryDirectory()
        try scratch.write(TemporaryDirectory.compile(source, ["-shared"] + options), to: "x.so")
        return try ELFImage.inspect(path: scratch.path("x.so"), entry: Self.entry)
    }

    @Test(
        "data of the entrys name is a fault",
        arguments: [
            "int testkit_bundle_entry = 1;", "__thread int testkit_bundle_entry;",
            "__asm__(\".data\\n.globl testkit_bundle_entry\\n.type testkit_bundle_entry, @gnu_unique_object\\n"
                + "testkit_bundle_entry: .quad 1\\n\");",
        ])
    func dataEntry(source: String) throws {
        #expect(throws: ELFFault.notAFunction(Self.entry)) { try inspect(source) }
    }

    @Test("every kind of function is an entry", arguments: ["@function", "@notype", "@gnu_indirect_function"])
    func functionKinds(type: String) throws {
        let lines = [".text", ".globl \(Self.entry)", ".type \(Self.entry), \(type)", "\(Self.entry): ret"]
        #expect(try inspect("__asm__(\"\(lines.joined(separator: "\\n"))\\n\");").exportsEntry)
    }

    @Test("the entry is found by every kind of hash table", arguments: ["sysv", "gnu", "both"])
    func hashTables(style: String) throws {
        let others = (0..<200).map { "void function_\($0)(void) {}" }.joined(separator: "\n")
        let options = ["-Wl,--hash-style=\(style)"]
        #expect(try inspect("\(others)\nvoid \(Self.entry)(void) {}", options).exportsEntry)
        #expect(try !inspect(others, options).exportsEntry)
        let call = "extern void \(Self.entry)(void); void a(void) { \(Self.entry)(); }"
        #expect(try !inspect("\(others)\n\(call)", options).exportsEntry)
        #expect(throws: ELFFault.notAFunction(Self.entry)) {
            try inspect("\(others)\nint \(Self.entry) = 1;", options)
        }
    }

    @Test("own name and search paths")
    func searchPaths() throws {
        let image = try inspect("int a;", ["-Wl,-soname,libTeam.so.1", "-Wl,--enable-new-dtags,-rpath,$ORIGIN:/opt/x"])
        #expect(image.soname == "libTeam.so.1")
        #expect(image.runPath.entries == ["$ORIGIN", "/opt/x"])
        let older = try inspect("int a;", ["-Wl,--disable-new-dtags,-rpath,/opt/y"])
        #expect(older.soname == nil)
        #expect(older.runPath.entries == ["/opt/y"])
    }

    @Test("file that shrinks while it is read is a fault")
    func shrinkingFile() throws {
        // As a linker does that writes a bundle anew: a mapping of it would end the host with SIGBUS.
        let scratch = TemporaryDirectory()
        try scratch.write(Array(repeating: 7, count: 1 << 20), to: "x.so")
        let bytes = try FileBytes(path: scratch.path("x.so"))
        #expect(try bytes.number(at: 0, UInt8.self) == 7)
        #expect(truncate(scratch.path("x.so"), 0) == 0)
        #expect(throws: ELFFault.self) { try bytes.number(at: 1 << 19, UInt64.self) }
        #expect(throws: ELFFault.self) { try bytes.contains([7, 7], at: (1 << 20) - 2) }
    }

    @Test("bytes are read across every boundary")
    func boundaries() throws {
        let scratch = TemporaryDirectory()
        let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        try scratch.write(content, to: "x.so")
        let bytes = try FileBytes(path: scratch.path("x.so"))
        for place in [0, 1, 4095, 65_529, 65_533, 65_535, 65_536, 131_069, 199_992, 3] {
            let expected = (0..<8).reduce(UInt64(0)) { $0 | UInt64(content[place + $1]) << UInt64($1 * 8) }
            #expect(try bytes.number(at: UInt64(place), UInt64.self) == expected)
            #expect(try bytes.contains(Array(content[place..<place + 8]), at: UInt64(place)))
            #expect(try !bytes.contains([1, 2, 3, 4, 5, 6, 7, 8], at: UInt64(place)))
        }
        #expect(throws: ELFFault.self) { try bytes.number(at: 199_993, UInt64.self) }
        #expect(throws: ELFFault.self) { try bytes.number(at: .max, UInt64.self) }
        #expect(throws: ELFFault.self) { try bytes.contains([1], at: .max) }
    }
}
