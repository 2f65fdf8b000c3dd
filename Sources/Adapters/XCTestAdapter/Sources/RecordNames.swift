// SPDX-License-Identifier: MIT

import Foundation

/// The names of the tests and suites of records, as the symbols of what makes them have them.
///
/// They are looked up only for those that cannot be made: a stripped file has none, and no symbol has the labels of a
/// function's arguments.
struct RecordNames: Sendable {
    /// The name of a test or a suite.
    struct Name: Equatable {
        /// Whether it is a suite.
        let isSuite: Bool
        /// The module, and the types around it.
        let path: [String]
        /// Its own name.
        let name: String

        /// Whether a suite of this name contains a test.
        func holds(_ test: ListedTest) -> Bool {
            isSuite && (path + [name]).elementsEqual(([test.module] + test.names).prefix(path.count + 1))
        }

        /// A test of this name that cannot be made; nil for a suite: without it, only its own tests are lost.
        func test(at record: Int) -> ListedTest? {
            if isSuite { return nil }
            var test = ListedTest()
            test.record = record
            test.module = path.first ?? ""
            // As Swift Testing calls a function; its parameters are unknown.
            test.names = path.dropFirst() + [name + "()"]
            (test.isBroken, test.isBound) = (true, true)
            return test
        }
    }

    private let records: TestRecords

    /// The names of records.
    init(_ records: TestRecords) { self.records = records }

    /// The name of a record's test or suite; nil if the file does not say.
    subscript(record: Int) -> Name? { records.symbol(at: record).flatMap(Self.name(inSymbol:)) }

    /// A test that cannot be made, by its name, or in a stripped file by the number of its record; nil for a suite: without it, only its
    /// own tests are lost.
    func test(at record: Int) -> ListedTest? {
        if let name = self[record] { return name.test(at: record) }
        // Whatever it is, it ends its own process when it runs, and the report shows that.
        return Name(isSuite: false, path: ["Stripped", "UnnamedTests"], name: "record\(record)").test(at: record)
    }

    /// Reads a symbol of what a macro has made: its name has that of the macro's expansion in it.
    static func name(inSymbol symbol: String) -> Name? {
        // "ShopTests.PriceTests.($s9ShopTests10PriceTestsV4adds4TestfMp_24accessor…"
        guard let outer = Demangling.name(of: symbol), let start = outer.range(of: "($s"),
            let end = outer.range(of: "fMp", range: start.upperBound..<outer.endIndex),
            let underscore = outer[end.upperBound...].firstIndex(of: "_"),
            let expansion = Demangling.name(of: "$s" + outer[start.upperBound...underscore])
        else { return nil }
        // "peer macro @Test expansion #1 of adds in ShopTests.PriceTests"
        guard let of = expansion.range(of: " of "),
            let place = expansion.range(of: " in ", options: .backwards, range: of.upperBound..<expansion.endIndex)
        else { return nil }
        return Name(
            isSuite: expansion.hasPrefix("peer macro @Suite "),
            path: expansion[place.upperBound...].split(separator: ".").map(String.init),
            name: String(expansion[of.upperBound..<place.lowerBound]))
    }
}
