// SPDX-License-Identifier: MIT

import RunnerModel

/// A program that runs tests of XCTest or Swift Testing, as SwiftPM links it: recognised by what it imports, not by its name.
enum TestExecutable {
    /// The libraries of which it needs one.
    private static let frameworks = ["libXCTest.so", "libTesting.so"]
    /// The prefixes of the names of functions that run all tests, and that only a test executable's main calls.
    private static let entries = ["$s6XCTest7XCTMain", "$s7Testing19__swiftPMEntryPoint"]
    /// The most symbols that are looked at.
    private static let symbolLimit: UInt64 = 1 << 22

    /// Whether a file is one.
    static func isOne(path: String) throws(ELFFault) -> Bool {
        let bytes = try FileBytes(path: path)
        // Scripts and the like, of which a directory of products may be full.
        guard try bytes.prefix(4) == [0x7F, 0x45, 0x4C, 0x46] else { return false }
        let image = try ELFImage(bytes: bytes, entry: nil)
        return image.neededLibraries.contains(where: frameworks.contains) ? try importsEntry(bytes) : false
    }

    /// Whether a file imports one of the functions that run all tests.
    private static func importsEntry(_ bytes: FileBytes) throws(ELFFault) -> Bool {
        let tables = try DynamicTables(bytes, ELFImage.segments(bytes))
        guard let first = try tables.firstSymbol() else { return false }
        let prefixes = entries.map { Array($0.utf8) }
        // The hash table leaves out what is only imported; where the names follow the symbols, that is all between them.
        let room = tables.names.start > first ? (tables.names.start - first) / 24 : 0
        for index in 0..<min(symbolLimit, max(room, try tables.symbolCount())) {
            let symbol = tables.symbol(index, from: first)
            guard try symbol.isImported() else { continue }
            let name = try symbol.name()
            for prefix in prefixes where try tables.names.matches(prefix, at: name) { return true }
        }
        return false
    }
}
