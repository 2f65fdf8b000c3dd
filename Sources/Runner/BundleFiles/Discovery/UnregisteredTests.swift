// SPDX-License-Identifier: MIT

import RunnerModel

/// The test methods of a library that links TestKit and registers none of them: most likely, its target does not apply the
/// plug-in.
struct UnregisteredTests {
    /// The symbol of TestKit's class, which is in each library that contains TestKit.
    private static let testCase = "$s7TestKit0A4CaseCMn"
    /// The library that contains TestKit for others.
    private static let sharedLibrary = "libTestKitShared.so"
    /// The prefix of the symbols of TestKit's own methods.
    private static let own = Array("$s7TestKit".utf8)
    /// The ends of the symbols of methods without arguments and result: plain, throwing, asynchronous.
    private static let ends = ["yyF", "yyKF", "yyYaF", "yyYaKF"].map { Array($0.utf8) }
    /// The prefixes of the names of cases.
    private static let beginnings = ["test", "focus_test", "outlineTest", "parameterisedTest", "parameterizedTest"]
        .map { Array($0.utf8) }
    /// The most symbols that are looked at, and the longest name.
    private static let (symbolLimit, nameLimit): (UInt64, UInt64) = (1 << 20, 1024)

    /// The number of such methods, as far as the dynamic symbols show; nil if the library does not link TestKit.
    static func count(in path: String, _ image: ELFImage) -> Int? {
        let isUser = image.neededLibraries.contains(sharedLibrary)
        do throws(ELFFault) {
            if !isUser {
                let found = try ELFImage.inspect(path: path, entry: testCase, readsNames: false)
                guard found.exportsEntry else { return nil }
            }
            return try methods(FileBytes(path: path))
        } catch { return nil }
    }

    /// The number of symbols of a library that look like test methods.
    private static func methods(_ bytes: FileBytes) throws(ELFFault) -> Int {
        let tables = try DynamicTables(bytes, ELFImage.segments(bytes))
        guard let first = try tables.firstSymbol() else { return 0 }
        var count = 0
        for index in 0..<min(symbolLimit, try tables.symbolCount()) {
            let symbol = tables.symbol(index, from: first)
            if try symbol.isImported() { continue }
            let (name, names) = (try symbol.name(), tables.names)
            guard name < names.size, let text = try bytes.text(at: names.start &+ name, limit: nameLimit) else {
                continue
            }
            if isTest(text) { count += 1 }
        }
        return count
    }

    /// Whether a symbol is that of a class's method with the name of a case, which takes nothing and returns nothing.
    static func isTest(_ symbol: some BidirectionalCollection<UInt8>) -> Bool {
        guard symbol.starts(with: [0x24, 0x73]), !symbol.starts(with: own),
            ends.contains(where: { symbol.reversed().starts(with: $0.reversed()) })
        else { return false }
        var rest = symbol.dropFirst(2)
        // "C", the length of the name, the name.
        while let place = rest.firstIndex(of: UInt8(ascii: "C")) {
            rest = rest[rest.index(after: place)...]
            let name = rest.drop { (0x30...0x39).contains($0) }
            if name.startIndex != rest.startIndex, beginnings.contains(where: { name.starts(with: $0) }) { return true }
        }
        return false
    }
}
