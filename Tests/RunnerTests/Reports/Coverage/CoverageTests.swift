// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// Reading, choosing and summing up the coverage of source files.
struct CoverageTests {
    /// A report of two files, with a warning between them.
    private static let report = """
        SF:/p/Sources/Shop/Cart.swift
        FN:1,add
        DA:1,4
        DA:2,0
        DA:4,18446744073709551615
        LF:7
        LH:6
        end_of_record
        warning: 1 functions have mismatched data
        SF:/p/Tests/CartTests.swift
        DA:1,1
        LF:97
        LH:97
        end_of_record
        SF:/p/cut.swift
        LF:1
        """

    @Test("a report is read file by file, without what is not of it")
    func reading() {
        let files = FileCoverage.all(in: Self.report)
        #expect(files.map(\.path) == ["/p/Sources/Shop/Cart.swift", "/p/Tests/CartTests.swift"])
        #expect(files.map(\.lines) == [3, 1] && files.map(\.covered) == [2, 1], "each listed line once")
        #expect(files.first?.record.suffix(3) == ["LF:3", "LH:2", "end_of_record"])
        #expect(files.first?.record.count == 8 && files.last?.record.first == "SF:/p/Tests/CartTests.swift")
    }

    @Test(
        "numbers that are none count for nothing", arguments: ["DA:x,1", "DA:-4,1", "DA:1,99999999999999999999", "DA:"])
    func wrongNumbers(line: String) {
        #expect(FileCoverage.all(in: "SF:/a\n\(line)\nend_of_record").map(\.lines) == [0])
    }

    @Test("files outside the directory, in hidden ones and of TestKit are left out")
    func scope() throws {
        let directory = TemporaryDirectory()
        let root = directory.path("")
        let kit = root + "/kit/Sources"
        try directory.makeDirectory("kit/Sources/BundleABI/include")
        close(open(kit + "/BundleABI/include/testkit_bundle.h", O_CREAT | O_WRONLY, 0o666))
        var scope = CoverageScope(root)
        #expect(scope.name(of: root + "/Sources/A.swift") == "Sources/A.swift")
        #expect(scope.name(of: root + "/.build/checkouts/B/B.swift") == nil)
        #expect(scope.name(of: root + "/App/.build/B.swift") == nil)
        #expect(scope.name(of: root + "2/Sources/A.swift") == nil)
        #expect(scope.name(of: kit + "/TestKit/Life/Hook.swift") == nil && scope.name(of: kit + "/A.swift") == nil)
        #expect(scope.name(of: root + "/kit/Tests/A.swift") == "kit/Tests/A.swift")
    }

    @Test("the sources of tests are left out: files with cases, and in Tests their targets")
    func tests() {
        let files: Set = ["/p/Tests/ShopTests/CartTests.swift", "/p/Sources/Suites/Suite.swift"]
        var scope = CoverageScope("/p", without: files)
        #expect(scope.name(of: "/p/Sources/Shop/Cart.swift") == "Sources/Shop/Cart.swift")
        #expect(scope.name(of: "/p/Tests/ShopTests/Deep/Helper.swift") == nil)
        #expect(scope.name(of: "/p/Tests/ShopTests/CartTests.swift") == nil)
        #expect(scope.name(of: "/p/Tests/Other/Other.swift") == "Tests/Other/Other.swift")
        #expect(scope.name(of: "/p/Sources/Suites/Suite.swift") == nil)
        #expect(scope.name(of: "/p/Sources/Suites/Code.swift") == "Sources/Suites/Code.swift")
        var all = CoverageScope("/p")
        #expect(all.name(of: "/p/Tests/ShopTests/CartTests.swift") == "Tests/ShopTests/CartTests.swift")
    }

    @Test("the table has each file and the total, by name")
    func table() {
        let summary = CoverageSummary(FileCoverage.all(in: Self.report), in: CoverageScope("/p"))
        #expect(
            summary.table() == [
                "coverage, in lines:",
                "   66.6 %  2/3  Sources/Shop/Cart.swift",
                "  100.0 %  1/1  Tests/CartTests.swift",
                "   75.0 %  3/4  total",
            ])
        #expect(summary.paths == ["/p/Sources/Shop/Cart.swift", "/p/Tests/CartTests.swift"])
        #expect(summary.isBelow(75.01) && !summary.isBelow(75) && !summary.isBelow(0))
    }

    @Test("only all lines are a hundred percent")
    func percentages() {
        #expect(CoverageSummary.percentage(9_999, of: 10_000) == "99.9 %")
        #expect(CoverageSummary.percentage(0, of: 0) == "-")
    }
}
