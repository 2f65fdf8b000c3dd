// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// Tests that are selected by a place in their source.
struct SourceLineTests {
    @Test(
        "places",
        arguments: [
            ("CartTests.swift:12", "CartTests.swift", 12), ("./a/b.c:1:5", "a/b.c", 1),
            ("/x/A.swift:7", "/x/A.swift", 7),
        ])
    func places(text: String, path: String, line: UInt32) {
        let place = SourceLine(text)
        #expect(place?.path == path && place?.line == line)
    }

    @Test(
        "other texts are none",
        arguments: [
            "CartTests", "a:12", "M.Cart/test[x:1]", "A.swift", "A.swift:0", "A.swift:x", ".swift:3", "M.Cart/a:1",
        ])
    func otherTexts(text: String) { #expect(SourceLine(text) == nil) }

    @Test("the path may be the end of the files")
    func pathEnd() throws {
        let place = try #require(SourceLine("Sub/A.swift:3"))
        #expect(place.names("/src/Sub/A.swift") && place.names("Sub/A.swift"))
        #expect(!place.names("/src/OtherSub/A.swift") && !place.names("/src/Sub/BA.swift"))
    }

    /// The identities of the tests at a line of a file with two classes, at 10 and 30, and their cases.
    private func tests(at text: String) throws -> [String] {
        func test(_ name: String, _ line: UInt32) -> FakeCase {
            var made = FakeCase(name)
            made.line = line
            return made
        }
        var (cart, desk) = (
            FakeClass("M.Cart", [test("testAdd", 12), test("testPay", 20)]), FakeClass("M.Desk", [test("testSit", 31)])
        )
        (cart.file, cart.line, desk.file, desk.line) = ("/src/A.swift", 10, "/src/A.swift", 30)
        let registry = try Registry.of([("Shop", [cart, desk])])
        let found = IdentityResolver(registry).resolve(text) ?? []
        return found.map { registry.identity(ofCase: $0.caseIndex) }
    }

    @Test(
        "the case in whose lines it lies, or the class before its first case",
        arguments: [
            ("A.swift:12", ["M.Cart/testAdd"]), ("src/A.swift:19:3", ["M.Cart/testAdd"]),
            ("/src/A.swift:25", ["M.Cart/testPay"]), ("A.swift:99", ["M.Desk/testSit"]),
            ("A.swift:11", ["M.Cart/testAdd", "M.Cart/testPay"]), ("A.swift:30", ["M.Desk/testSit"]),
            ("A.swift:9", []), ("B.swift:12", []),
        ])
    func lines(place: String, names: [String]) throws { #expect(try tests(at: place) == names.map { "Shop/\($0)" }) }

    @Test("such a word is no path")
    func noPath() {
        #expect(!Options.isPath("/src/A.swift:12") && !Options.isPath("./A.swift:12"))
        #expect(Options.isPath("/src/A.swift") && Options.isPath("./dir"))
        // Of a package that was not built yet, or of no directory at all: no test's name begins so.
        #expect(Options.isPath(".build/debug") && Options.isPath("ShopPackageTests.xctest"))
    }
}
