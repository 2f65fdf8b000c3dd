// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The fixtures in Swift: a package of their own, built once for all tests.
enum SwiftFixtures {
    /// Why they could not be built.
    struct BuildFailure: Error, CustomStringConvertible {
        /// The output of the build.
        let description: String
    }

    /// The result of the build: the directory of its products.
    ///
    /// A scratch path of its own, since `swift test` may hold the lock on the other.
    private static let build: Swift.Result<String, BuildFailure> = {
        let scratch = Runner.products.deletingLastPathComponent().deletingLastPathComponent().appending(
            component: "fixtures")
        do {
            // The tests' own library path is not the compiler's.
            let arguments = [
                "swift", "build", "--package-path", CFixture.root + "/Tests/Fixtures", "--scratch-path", scratch.path,
            ]
            let result = try Subprocess("/usr/bin/env", arguments).wait()
            guard result.status == 0 else { return .failure(BuildFailure(description: result.output + result.errors)) }
            return .success(scratch.path + "/debug")
        } catch {
            return .failure(BuildFailure(description: "\(error)"))
        }
    }()

    /// The path of a bundle: "RuleSuites".
    static func bundle(_ name: String) throws -> String { try build.get() + "/lib\(name).so" }
}
