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
    private static let build = build("\(CFixture.root)/Tests/Fixtures", beside: "fixtures")

    /// The path of a bundle: "RuleSuites".
    static func bundle(_ name: String) throws -> String { try build.get() + "/lib\(name).so" }

    /// Builds a package to a directory beside the build of the tests, and returns that of its products.
    ///
    /// A scratch path of its own, since `swift test` may hold the lock on the other. Each process of the tests builds, and another may
    /// be in the midst of a test: so nothing is found by SwiftPM's link `debug`, which the end of each build removes and makes anew.
    static func build(
        _ package: String, beside name: String, options: [String] = []
    ) -> Swift.Result<String, BuildFailure> {
        let platform = Runner.products.deletingLastPathComponent()
        let scratch = platform.deletingLastPathComponent().appending(component: name).path
        let arguments = ["swift", "build", "--package-path", package, "--scratch-path", scratch] + options
        do {
            // The tests' own library path is not the compiler's.
            var result = try Subprocess("/usr/bin/env", arguments).wait()
            // Now and then SwiftPM itself crashes in the libdispatch of its toolchain, which says nothing of the project (.ci/run).
            if result.status != 0, (result.output + result.errors).contains("_dispatch_event_loop_drain") {
                result = try Subprocess("/usr/bin/env", arguments).wait()
            }
            guard result.status == 0 else { return .failure(BuildFailure(description: result.output + result.errors)) }
            return .success("\(scratch)/\(platform.lastPathComponent)/debug")
        } catch {
            return .failure(BuildFailure(description: "\(error)"))
        }
    }
}
