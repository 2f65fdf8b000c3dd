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
        let directory = FileManager.default.temporaryDirectory.appending(path: "compiled-out-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/CompiledOut")
        let build = ["swift", "build", "--package-path", package.path, "--scratch-path"]

        let plain = directory.appending(path: "plain")
        let release = try RunnerFixture.run("/usr/bin/env", build + [plain.path, "-c", "release"])
        #expect(release.status == 0, "\(release.text)")
        #expect(try traces(in: plain.appending(path: "release/shop-tool")).isEmpty)

        let tested = directory.appending(path: "tested")
        let bundle = try RunnerFixture.run(
            "/usr/bin/env",
            ["TESTKIT_SUITES=1"] + build + [tested.path, "--product", "ShopSuites"]
        )
        #expect(bundle.status == 0, "\(bundle.text)")
        #expect(try traces(in: tested.appending(path: "debug/libShopSuites.so")) == Self.traces)
        let run = try RunnerFixture.run(RunnerFixture.runner, ["--verbose", tested.appending(path: "debug").path])
        #expect(run.status == 0)
        #expect(run.text.contains("passed ShopSuites/Shop.PriceTests/testTimes"))
    }
}
