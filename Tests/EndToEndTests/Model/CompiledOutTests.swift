// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Suites beside application code: there where they are asked for, and nowhere else.
///
/// Rule 65.
struct CompiledOutTests {
    /// Words that every image with TestKit or a suite in it has.
    private static let traces = ["TestKit", "testkit", "PriceTests"]

    /// The traces of suites in a file's bytes.
    private func traces(in file: URL) throws -> [String] {
        let bytes = try Data(contentsOf: file)
        return Self.traces.filter { bytes.range(of: Data($0.utf8)) != nil }
    }

    @Test("suites are not in an application's release build, and in the bundle where they are asked for", .long)
    func compiledOut() throws {
        let directory = TemporaryDirectory()
        let package = CFixture.root + "/Tests/Fixtures/CompiledOut"
        let build = ["swift", "build", "--package-path", package, "--scratch-path"]

        let plain = URL(filePath: directory.file("plain"))
        try Subprocess("/usr/bin/env", build + [plain.path, "-c", "release"]).wait().exiting(0)
        #expect(try traces(in: plain.appending(path: "release/shop-tool")).isEmpty)

        let tested = URL(filePath: directory.file("tested"))
        let arguments = build + [tested.path, "--product", "ShopSuites"]
        try Subprocess("/usr/bin/env", arguments, environment: ["TESTKIT_SUITES": "1"]).wait().exiting(0)
        #expect(try traces(in: tested.appending(path: "debug/libShopSuites.so")) == Self.traces)
        let run = try Runner.run(["--verbose", tested.appending(path: "debug").path]).exiting(0)
        #expect(run.output.contains("passed ShopSuites/Shop.PriceTests/testTimes"))
    }
}
