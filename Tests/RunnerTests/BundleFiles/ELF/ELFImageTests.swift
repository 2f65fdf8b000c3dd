// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerBundleFiles

/// A library as the dynamic loader sees it.
struct ELFImageTests {
    /// Reads a file of some bytes.
    func inspect(_ bytes: [UInt8], entry: String = "testkit_bundle_entry") throws -> ELFImage {
        let scratch = TemporaryDirectory()
        try scratch.write(bytes, to: "x.so")
        return try ELFImage.inspect(path: scratch.path("x.so"), entry: entry)
    }

    /// Why some bytes are no library for this host.
    func reason(_ bytes: [UInt8]) -> String? {
        do {
            _ = try inspect(bytes)
            return nil
        } catch { return (error as? ELFFault)?.description }
    }

    /// A bundle with some bytes replaced.
    func bundle(_ place: Int, _ bytes: UInt8...) throws -> [UInt8] {
        var library = try TemporaryDirectory.bundle.get()
        library.replaceSubrange(place..<place + bytes.count, with: bytes)
        return library
    }

    @Test(
        "what is not exported is no entry",
        arguments: [
            "static void *testkit_bundle_entry(void) { return 0; } void *f(void) { return testkit_bundle_entry(); }",
            "__attribute__((visibility(\"hidden\"))) void *testkit_bundle_entry(void) { return 0; }",
            "void *testkit_bundle_entry(void); void *f(void) { return testkit_bundle_entry(); }",
            "void *my_testkit_bundle_entry(void) { return 0; }",
        ])
    func notExported(source: String) throws {
        #expect(try !inspect(TemporaryDirectory.compile(source)).exportsEntry)
    }

    @Test("weak entry counts")
    func weakEntry() throws {
        let source = "__attribute__((weak)) void *testkit_bundle_entry(void) { return 0; }"
        #expect(try inspect(TemporaryDirectory.compile(source)).exportsEntry)
    }

    @Test("section headers are not needed")
    func withoutSections() throws {
        var library = try TemporaryDirectory.bundle.get()
        let sections = library[40..<48].reversed().reduce(0) { $0 << 8 | Int($1) }
        library.removeLast(library.count - sections)
        library.replaceSubrange(40..<48, with: Array(repeating: 0, count: 8))
        library.replaceSubrange(58..<64, with: Array(repeating: 0, count: 6))
        #expect(try inspect(library).exportsEntry)
    }

    @Test("needed libraries in order")
    func neededLibraries() throws {
        let library = try TemporaryDirectory.compile("int a;", ["-shared", "-Wl,--no-as-needed", "-lm", "-lc"])
        #expect(try inspect(library).neededLibraries == ["libm.so.6", "libc.so.6"])
        #expect(try inspect(TemporaryDirectory.bundle.get()).neededLibraries.isEmpty)
    }

    @Test("headers that do not fit")
    func badHeaders() throws {
        #expect(try reason(bundle(4, 1)) == "ELF class: expected 64-bit, got 32-bit")
        #expect(try reason(bundle(5, 2)) == "byte order: expected little-endian, got big-endian")
        #expect(try reason(bundle(18, 8, 0))?.hasSuffix("got mips") == true)
        #expect(try reason(bundle(16, 1, 0)) == "file type: expected a shared library, got an object file")
        #expect(try reason(bundle(16, 2, 0)) == "file type: expected a shared library, got an executable")
        #expect(try reason(bundle(56, 0, 0)) == "program headers: expected a dynamic segment, got none")
        #expect(try reason(bundle(54, 8, 0)) == "malformed: program header: expected at least 56 bytes, got 8")
        #expect(
            try reason(Array(TemporaryDirectory.bundle.get()[..<40]))
                == "truncated: the ELF header ends at byte 64, the file has 40")
    }
}
