// SPDX-License-Identifier: MIT

import Foundation
import RunnerSupport
import Testing

@testable import RunnerBundleFiles

#if arch(x86_64)
/// What changes the fingerprint of a function in a linked library, and what does not (rule 73).
struct ImageFingerprintsTests {
    /// A library that the changes are made to.
    static let source = """
        static const int table[] = {3, 5, 7};
        static int counter = 4;
        static int one(void) { return 1; }
        static int two(void) { return 2; }
        static int (*const functions[])(void) = {one, two};
        static const char *const names[] = {"alpha", "beta"};
        int add(int a, int b) { return a + b; }
        int look(int n) { return table[n]; }
        int count(void) { return counter++; }
        int call(int n) { return functions[n](); }
        const char *name(int n) { return names[n]; }
        const char *literal(void) { return "literal"; }
        int local(int n) {
            const char *all[] = {
                "anna", "literal", "carl", "dora", "emil", "faye", "gina", "hugo", "ines", "jack", "kate", "liam",
                "mary", "noah", "olga", "paul", "quin", "rose", "seth", "tina"};
            return all[n][0];
        }
        int price(int n) {
            const struct { const char *name; int price; } goods[40] = {{"apple", 30}, {"berry", 40}};
            return goods[n].price;
        }
        int pair(void) { return one() * 10 + two(); }
        int caller(void) { return add(1, 2); }
        int choose(int n) {
            switch (n) { case 0: return 5; case 1: return 10; case 2: return 20; case 3: return 40; case 4: return 80; }
            return 0;
        }
        """

    /// A change, and the functions whose fingerprints it changes.
    struct Edit: CustomTestStringConvertible {
        let before: String
        let after: String
        let changed: Set<String>

        var testDescription: String { "\(before) -> \(after)" }
    }

    static let edits = [
        Edit(before: "return a + b;", after: "return a - b;", changed: ["add"]),
        Edit(before: "{3, 5, 7}", after: "{3, 6, 7}", changed: ["look"]),
        Edit(before: "counter = 4", after: "counter = 5", changed: ["count"]),
        Edit(before: "{one, two}", after: "{two, one}", changed: ["call"]),
        Edit(before: "\"beta\"", after: "\"betb\"", changed: ["name"]),
        Edit(before: "{\"alpha\", \"beta\"}", after: "{\"beta\", \"alpha\"}", changed: ["name"]),
        Edit(before: "return \"literal\"", after: "return \"liberal\"", changed: ["literal"]),
        Edit(before: "\"anna\", \"literal\"", after: "\"anna\", \"carl\"", changed: ["local"]),
        Edit(before: "\"carl\", \"dora\"", after: "\"dora\", \"carl\"", changed: ["local"]),
        Edit(before: "\"berry\", 40", after: "\"berry\", 41", changed: ["price"]),
        Edit(before: "one() * 10 + two()", after: "two() * 10 + one()", changed: ["pair"]),
        Edit(before: "return 20;", after: "return 21;", changed: ["choose"]),
        Edit(before: "int add(", after: "int unused(void) { return 77; }\nint add(", changed: ["unused"]),
        Edit(
            before: "int add(", after: "const char *unused(void) { return \"more text\"; }\nint add(",
            changed: ["unused"]),
        Edit(before: "int add(", after: "\n\n\nint add(", changed: []),
    ]

    /// The fingerprints of a library.
    private func fingerprints(
        _ source: String, _ options: [String] = ["-Wl,--emit-relocs"], root: String = ""
    ) throws -> ImageFingerprints {
        let scratch = TemporaryDirectory()
        var bytes = try TemporaryDirectory.compile(source, ["-shared", "-fPIC", "-O0", "-Wl,--build-id"] + options)
        // A linker's name in Swift begins with a sign that C does not know.
        for name in ["_s6XCTest", "_s7Testing"].map({ Array($0.utf8) }) {
            for place in bytes.indices.dropLast(name.count) where bytes[place] == name[0] {
                if bytes[place...].starts(with: name) { bytes[place] = UInt8(ascii: "$") }
            }
        }
        try scratch.write(bytes, to: "x.so")
        return try #require(ImageFingerprints(path: scratch.path("x.so"), root: root))
    }

    /// The names of functions of which one of two images has a fingerprint that the other has not.
    private func difference(_ one: ImageFingerprints, _ two: ImageFingerprints) -> Set<String> {
        let (first, second) = (Set(one.functions.map(\.key)), Set(two.functions.map(\.key)))
        return Set(
            (one.functions + two.functions).filter { !first.contains($0.key) || !second.contains($0.key) }.map(\.name))
    }

    @Test("change with what a test can see", arguments: edits)
    func visibleChanges(edit: Edit) throws {
        let text = Self.source.replacing(edit.before, with: edit.after)
        #expect(text != Self.source)
        let (before, after) = try (fingerprints(Self.source), fingerprints(text))
        #expect(before.obstacle == nil)
        #expect(before.functions.count >= 11)
        #expect(difference(before, after) == edit.changed)
        #expect(before.common == after.common)
    }

    @Test("functions of one name are distinguished")
    func sameNames() throws {
        // As the compiler names statics of several functions.
        func source(_ first: Int, _ second: Int) -> String {
            """
            int f(void) { static int kept = \(first); return kept; }
            int g(void) { static int kept = \(second); return kept; }
            """
        }
        let changed = try difference(fingerprints(source(1, 2)), fingerprints(source(2, 1)))
        #expect(changed == ["f", "g"])
    }

    @Test("have code without a name where they call it, and all have it where a section of the package's own does")
    func haveCodeWithoutAName() throws {
        func made(_ number: Int, _ more: String = "") throws -> ImageFingerprints {
            try fingerprints(
                """
                __asm__(".pushsection .text\\n.p2align 4\\n.Linner: xorl %eax, %eax\\n.p2align 4\\naddl $\(number), %eax\\nret\\n"
                        ".p2align 4\\n.Louter: call .Linner\\nret\\n.p2align 4\\n.popsection\\n\(more)");
                int user(void) { int result; __asm__("call .Louter" : "=a"(result)); return result; }
                int other(void) { return 1; }
                """)
        }
        let (before, after) = try (made(5), made(6))
        #expect(difference(before, after) == ["user"])
        #expect(before.common == after.common)
        let pointer = #".pushsection own_list,\"aw\"\n.quad .Linner\n.popsection\n"#
        #expect(try made(5, pointer).common != made(6, pointer).common)
    }

    @Test("notice a change at the end of a long chain of variables of one name, in little stack")
    func longChain() throws {
        func source(_ last: Int) -> String {
            let links = (1..<4_000).map { "static void *v\($0) __asm__(\"kept.\($0)\") = &v\($0 - 1);\n" }
            return "static void *v0 __asm__(\"kept.0\") = (void *)\(last)L;\n" + links.joined()
                + "void *head(void) { return v3999; }\nint other(void) { return 1; }"
        }
        #expect(try difference(fingerprints(source(1)), fingerprints(source(2))) == ["head"])
    }

    /// A library with assertions, as Swift's compiler calls them.
    private static let lines = """
        static void _s6XCTest5check_4file4lineyyF(int value, const char *file, unsigned long line) {}
        static void _s7Testing14SourceLocationV6__here6fileID(long a, long b, long c, long d, long line, long column) {}
        static void keep(int value, const char *file, unsigned long line) {}
        #define check _s6XCTest5check_4file4lineyyF
        #define place _s7Testing14SourceLocationV6__here6fileID
        // up to here
        void checks(void) { check(1, "f", __LINE__); }
        void twice(void) { check(1, "f", __LINE__); check(2, "f", __LINE__); }
        void places(void) { place(1, 2, 3, 4, __LINE__, 6); }
        void keeps(void) { keep(1, "f", __LINE__); }
        int line(void) { return __LINE__; }
        void same(void) { check(__LINE__, "f", __LINE__); }
        void jumps(int n) { check(1, "f", n ? __LINE__ : 2); }
        """

    @Test("stay where lines shift that only assertions see")
    func shiftedLines() throws {
        let options = ["-Wl,--emit-relocs", "-g"]
        let moved = Self.lines.replacing("// up to here", with: "\n")
        let (before, after) = try (fingerprints(Self.lines, options), fingerprints(moved, options))
        #expect(difference(before, after) == ["keeps", "line", "same", "jumps"])
        let other = moved.replacing("check(1, \"f\", __LINE__); check(2", with: "check(1, \"f\", __LINE__); check(3")
        #expect(try difference(before, fingerprints(other, options)).contains("twice"))
        let source = try #require(after.functions.first { $0.name == "twice" }?.source)
        #expect(source.file.hasSuffix(".c"))
        #expect(source.first == 9 && source.last == 9)
        // Without lines of the code, nobody knows which numbers are some.
        let (plain, shifted) = try (fingerprints(Self.lines), fingerprints(moved))
        #expect(difference(plain, shifted).contains("checks"))
        // Something reads places.
        let reader =
            "extern long _s7Testing14SourceLocationV4lineSivg(void);\n"
            + "long reader(void) { return _s7Testing14SourceLocationV4lineSivg(); }\n"
        let read = try (fingerprints(reader + Self.lines, options), fingerprints(reader + moved, options))
        #expect(difference(read.0, read.1).contains("places"))
    }

    @Test("have paths in the package from there on, and their lengths")
    func packagePaths() throws {
        func source(_ root: String, _ rest: String = "data.txt", _ more: Int = 0) -> String {
            """
            static long keep(const char *path, long length) { return path[0] + length; }
            long path(void) { return keep("\(root)/\(rest)", sizeof "\(root)/\(rest)" - 1 + \(more)); }
            long other(void) { return keep("/elsewhere/data.txt", sizeof "\(root)/"); }
            """
        }
        let (one, two) = ("/home/one/package", "/home/another/package")
        func made(_ root: String, _ rest: String = "data.txt", _ more: Int = 0) throws -> ImageFingerprints {
            try fingerprints(source(root, rest, more), root: root)
        }
        #expect(try difference(made(one), made(two)) == ["other"])
        #expect(try difference(made(one), made(one, "date.txt")) == ["path"])
        #expect(try difference(made(one), made(one, "data.txt", 1)) == ["path"])
        #expect(try difference(fingerprints(source(one)), fingerprints(source(two))) == ["path", "other"])
    }

    @Test("a list links by no command that the directory of records has", arguments: [false, true])
    func stored(isListing: Bool) throws {
        let scratch = TemporaryDirectory()
        try scratch.write(
            try TemporaryDirectory.compile(Self.source, ["-shared", "-fPIC", "-O0", "-g"]), to: "t/debug/x.so")
        let path = scratch.path("t/debug/x.so")
        let arguments = "[\"false\",\"-o\",\"\(path)\"]"
        try scratch.write(Array("    args: \(arguments)\n".utf8), to: "debug.yaml")
        let cache = FingerprintCache(directory: scratch.path("kept"))
        var entry = cache.entry(for: path)
        var number = Fingerprint()
        for word in ["false", "-o", path] { number.add(word) }
        entry.link = RelocatedLink(command: number.value, words: ["touch", scratch.path("ran"), ""], place: 2)
        cache.keep(entry, for: path)
        _ = ImageFingerprints(
            path: path, of: path, scratch: scratch.path("linked"), root: "", isListing: isListing, cache)
        #expect(FileManager.default.fileExists(atPath: scratch.path("ran")) == !isListing)
    }

    @Test("of a build are kept, and made anew for another one or where the file is damaged")
    func kept() throws {
        let scratch = TemporaryDirectory()
        func compile(_ source: String) throws {
            try scratch.write(
                try TemporaryDirectory.compile(source, ["-shared", "-fPIC", "-O0", "-g", "-Wl,--emit-relocs"]),
                to: "x.so")
        }
        let cache = FingerprintCache(directory: scratch.path("kept"))
        func made() throws -> ImageFingerprints {
            try #require(
                ImageFingerprints(
                    path: scratch.path("x.so"), of: scratch.path("x.so"), scratch: scratch.path("linked"), root: "",
                    isListing: false, cache))
        }
        try compile(Self.source)
        let first = try made()
        var entry = cache.entry(for: scratch.path("x.so"))
        let kept = try #require(entry.fingerprints)
        #expect(kept.functions.map(\.key) == first.functions.map(\.key))
        #expect(kept.functions.map(\.source) == first.functions.map(\.source))
        #expect(kept.common == first.common)
        // What is kept is what is taken.
        var other = ImageFingerprints()
        (other.common, other.obstacle) = (7, "kept")
        entry.fingerprints = other
        cache.keep(entry, for: scratch.path("x.so"))
        #expect(try made().obstacle == "kept")
        try compile(Self.source + "\nint more(void) { return 3; }")
        #expect(try made().functions.contains { $0.name == "more" })
        let bytes = FingerprintCache.bytes(cache.entry(for: scratch.path("x.so")))
        for place in stride(from: 0, to: bytes.count, by: 11) {
            var changed = bytes
            changed[place] ^= 0x40
            #expect(FingerprintCache.entry(changed) == nil)
            #expect(FingerprintCache.entry(Array(bytes[..<place])) == nil)
        }
        for number in 0..<70 { cache.keep(entry, for: "/bundle\(number)") }
        #expect(FilePath.names(in: scratch.path("kept")).count == 64)
    }

    @Test("come from the linker's own command, as the compiler says it")
    func linkerCommand() {
        let log = """
            Swift version 6.3
            "/usr/bin/clang" -v -o /tmp/out
             "/usr/bin/ld.gold" -pie -o /tmp/out "/a b/x.o" -rpath \\$ORIGIN -lc
            """
        let link = RelocatedLink.linker(in: Array(log.utf8), target: "/tmp/out", command: 5)
        #expect(link?.words == ["/usr/bin/ld.gold", "-pie", "-o", "", "/a b/x.o", "-rpath", "$ORIGIN", "-lc"])
        #expect(link?.place == 3)
        #expect(link?.command == 5)
        let listed = log.replacing("-lc", with: "@/tmp/response.txt")
        #expect(RelocatedLink.linker(in: Array(listed.utf8), target: "/tmp/out", command: 5) == nil)
    }

    @Test("are one for all without relocations, and then count every byte")
    func withoutRelocations() throws {
        let (one, two) = try (fingerprints(Self.source, []), fingerprints(Self.source + "\nint more;", []))
        #expect(one.lacksRelocations)
        #expect(one.functions.isEmpty)
        #expect(one.common != two.common)
    }

    @Test("are one for all where code runs when the library is loaded")
    func constructor() throws {
        let made = try fingerprints(
            Self.source + "\n__attribute__((constructor)) static void begin(void) { counter = 9; }")
        #expect(made.functions.isEmpty)
        #expect(made.obstacle == "it has code that runs when it is loaded")
    }

    @Test("take the relocations of the same image in another file, and of no other")
    func sameImage() throws {
        let scratch = TemporaryDirectory()
        let options = ["-shared", "-fPIC", "-O0"]
        try scratch.write(try TemporaryDirectory.compile(Self.source, options), to: "plain.so")
        try scratch.write(try TemporaryDirectory.compile(Self.source, options + ["-Wl,--emit-relocs"]), to: "linked.so")
        let other = Self.source.replacing("{3, 5, 7}", with: "{3, 6, 7}")
        try scratch.write(try TemporaryDirectory.compile(other, options + ["-Wl,--emit-relocs"]), to: "other.so")
        let taken = ImageFingerprints(path: scratch.path("plain.so"), linked: scratch.path("linked.so"))
        #expect(taken?.functions.isEmpty == false)
        let refused = ImageFingerprints(path: scratch.path("plain.so"), linked: scratch.path("other.so"))
        #expect(refused?.functions.isEmpty == true)
        #expect(refused?.lacksRelocations == true)
    }

    @Test("survive files that are cut short or changed")
    func surviveDamagedFiles() throws {
        let bytes = try TemporaryDirectory.compile(Self.source, ["-shared", "-fPIC", "-Wl,--emit-relocs"])
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            if let image = LinkedImage(Array(bytes[..<count])) { _ = ImageFingerprints(image, whole: image) }
        }
        for place in stride(from: 16, to: bytes.count, by: max(1, bytes.count / 60)) {
            var changed = bytes
            changed[place] = 0xFF
            if let image = LinkedImage(changed) { _ = ImageFingerprints(image, whole: image) }
        }
    }
}
#endif
