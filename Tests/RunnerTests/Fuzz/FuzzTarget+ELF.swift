// SPDX-License-Identifier: MIT

@testable import RunnerBundleFiles

extension FuzzTarget {
    /// The reader of libraries: what discovery reads, and what `runner inspect` does.
    static let elf = FuzzTarget(
        name: "elf",
        seeds: [LibraryBuilder().bytes, LibraryBuilder(hasGNUHash: false).bytes, LibraryBuilder(needed: 40).bytes],
        tokens: ["\u{7F}ELF", "testkit_bundle_entry\0", "\0\0\0\0", ".comment\0", "$ORIGIN:/x\0"]
    ) { bytes in
        let file = try FuzzFile(bytes)
        _ = try? ELFImage.inspect(path: file.path, entry: "testkit_bundle_entry", readsNames: false)
        let image = try? ELFImage.inspect(path: file.path, entry: "testkit_bundle_entry")
        guard let tables = try? ELFTables(path: file.path) else { return }
        _ = (try? tables.undefined(), try? tables.exported(), tables.producers, tables.buildID, tables.holdsSwift)
        var names: Set<String> = ["a", "testkit_bundle_entry"]
        try? tables.removeDefined(from: &names)
        if let image { _ = LibrarySearch().directories(of: image, at: file.path) }
    }
}

/// Makes a shared library that has one of everything that the reader looks at.
struct LibraryBuilder {
    /// Its bytes.
    private(set) var bytes = [UInt8](repeating: 0, count: 64 + 2 * 56)

    /// Appends a number, the lowest byte first.
    private mutating func put(_ value: Int, _ width: Int) {
        for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }

    /// Writes a number over what is there.
    private mutating func put(_ value: Int, _ width: Int, at place: Int) {
        for byte in 0..<width { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }

    /// Appends some bytes; returns where they begin.
    private mutating func put(_ more: [UInt8]) -> Int {
        while bytes.count % 8 != 0 { bytes.append(0) }
        defer { bytes += more }
        return bytes.count
    }

    /// Makes it.
    init(hasGNUHash: Bool = true, needed: Int = 2) {
        let names = Array("\0testkit_bundle_entry\0a\0libc.so.6\0$ORIGIN:/opt\0libx.so\0".utf8)
        let strings = put(names)
        let symbols = put([])
        for (name, info, section) in [(0, 0, 0), (22, 0x12, 0), (1, 0x12, 1)] {
            put(name, 4)
            for (value, width) in [(info, 1), (0, 1), (section, 2), (0x100, 8), (8, 8)] { put(value, width) }
        }
        let hash = put([])
        for value in [1, 3, 2, 0, 0, 1] { put(value, 4) }
        let gnuHash = put([])
        let entry = "testkit_bundle_entry".utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
        for value in [1, 2, 1, 6, -1, -1, 2, Int(entry | 1)] { put(value, 4) }
        let dynamic = put([])
        let libraries = (0..<needed).map { _ in (1, 24) }
        let tables = [
            (5, strings), (10, names.count), (6, symbols), (14, 47), (29, 34),
            (hasGNUHash ? 0x6fff_fef5 : 4, hasGNUHash ? gnuHash : hash),
        ]
        for (tag, value) in libraries + tables + [(0, 0)] {
            put(tag, 8)
            put(value, 8)
        }
        let dynamicEnd = bytes.count
        let comment = put(Array("GCC 14\0clang\0GCC 14\0".utf8))
        let sectionNames = Array("\0.comment\0.shstrtab\0swift5_types\0.note.gnu.build-id\0".utf8)
        let sectionStrings = put(sectionNames)
        let sections = put([])
        for (name, place, size) in [
            (0, 0, 0), (1, comment, 21), (10, sectionStrings, sectionNames.count), (20, 0, 8), (33, hash, 24),
        ] {
            put(name, 4)
            for (value, width) in [(1, 4), (0, 8), (0, 8), (place, 8), (size, 8), (0, 8), (0, 8), (0, 8)] {
                put(value, width)
            }
        }
        putHeader(sections: sections, dynamic: dynamic..<dynamicEnd)
    }

    /// Fills in the headers.
    private mutating func putHeader(sections: Int, dynamic: Range<Int>) {
        bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        #if arch(x86_64)
        let machine = 62
        #else
        let machine = 183
        #endif
        let fields = [
            (16, 3, 2), (18, machine, 2), (32, 64, 8), (40, sections, 8), (54, 56, 2), (56, 2, 2), (58, 64, 2),
            (60, 5, 2), (62, 2, 2),
        ]
        for (place, value, width) in fields { put(value, width, at: place) }
        for (header, kind, offset, length) in [(64, 1, 0, bytes.count), (120, 2, dynamic.lowerBound, dynamic.count)] {
            put(kind, 4, at: header)
            for (place, value) in [(8, offset), (16, offset), (32, length)] { put(value, 8, at: header + place) }
        }
    }
}
