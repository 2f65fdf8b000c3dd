// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A package with tests of XCTest and Swift Testing, built once for all tests.
struct OtherFrameworks: Sendable {
    /// Everything that the frameworks offer.
    static let shop = OtherFrameworks("OtherFrameworks")
    /// Thread-local variables, for which the executable has to be linked once more.
    static let threadLocals = OtherFrameworks("ThreadLocals")

    /// The package's name, and that of its directory among the fixtures.
    let name: String
    /// The result of the build: the directory of its products.
    private let build: Swift.Result<String, SwiftFixtures.BuildFailure>

    /// Builds a package.
    private init(_ name: String) {
        self.name = name
        let scratch = Self.scratch(name)
        do {
            let arguments = [
                "swift", "build", "--build-tests", "--package-path", "\(CFixture.root)/Tests/Fixtures/\(name)",
                "--scratch-path", scratch,
            ]
            let result = try Subprocess("/usr/bin/env", arguments).wait()
            let words = result.output + result.errors
            build = result.status == 0 ? .success(scratch + "/debug") : .failure(.init(description: words))
        } catch {
            build = .failure(.init(description: "\(error)"))
        }
    }

    /// A directory beside the build of this package.
    private static func scratch(_ name: String) -> String {
        Runner.products.deletingLastPathComponent().deletingLastPathComponent().appending(component: name).path
    }

    /// The directory of its products.
    func products() throws -> String { try build.get() }

    /// The path of its test executable.
    func executable() throws -> String { try products() + "/\(name)PackageTests.xctest" }

    /// The variables with which a runner keeps the adapter that it makes beside the build, not in the user's cache.
    static var environment: [String: String] { ["XDG_CACHE_HOME": Self.scratch("adapter-cache")] }

    /// Runs the runner with the adapter.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Subprocess.Result {
        try Runner.run(["-v"] + arguments, environment: Self.environment.merging(environment) { $1 })
    }
}
