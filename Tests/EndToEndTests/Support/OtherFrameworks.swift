// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The package with tests of XCTest and Swift Testing, built once for all tests.
enum OtherFrameworks {
    /// What the build came to: the directory of its products.
    private static let build: Swift.Result<String, SwiftFixtures.BuildFailure> = {
        let scratch = Self.scratch("other-frameworks")
        do {
            let arguments = [
                "swift", "build", "--build-tests", "--package-path", CFixture.root + "/Tests/Fixtures/OtherFrameworks",
                "--scratch-path", scratch,
            ]
            let result = try Subprocess("/usr/bin/env", arguments).wait()
            let words = result.output + result.errors
            return result.status == 0 ? .success(scratch + "/debug") : .failure(.init(description: words))
        } catch {
            return .failure(.init(description: "\(error)"))
        }
    }()

    /// A directory beside the build of this package.
    private static func scratch(_ name: String) -> String {
        Runner.products.deletingLastPathComponent().deletingLastPathComponent().appending(component: name).path
    }

    /// The directory of its products.
    static func products() throws -> String { try build.get() }

    /// The path of its test executable.
    static func executable() throws -> String { try products() + "/OtherFrameworksPackageTests.xctest" }

    /// The variables with which a runner keeps the adapter that it makes beside the build, not in the user's cache.
    static var environment: [String: String] { ["XDG_CACHE_HOME": Self.scratch("adapter-cache")] }

    /// Runs the runner on its tests.
    static func run(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Subprocess.Result {
        let own = self.environment.merging(environment) { $1 }
        return try Runner.run(["-v"] + arguments + [try executable()], environment: own)
    }
}
