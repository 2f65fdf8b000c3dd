// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The fixtures in C, compiled as the tests need them.
enum CFixture {
    /// The directory of the package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Where the sources are.
    private static var sources: String { root + "/Tests/Fixtures/C" }

    /// Compiles a source to a library.
    ///
    /// Returns its path.
    @discardableResult
    static func compile(
        _ source: String,
        to name: String,
        in directory: TemporaryDirectory,
        define: [String: String?] = [:],
        options: [String] = [],
        by compiler: String = "cc"
    ) throws -> String {
        let definitions = define.sorted { $0.key < $1.key }.map { name, value in
            "-D\(name)" + (value.map { "=\($0)" } ?? "")
        }
        let output = directory.file(name)
        let arguments =
            [
                compiler, "-std=gnu11", "-O0", "-shared", "-fPIC", "-w", "-I\(root)/Sources/BundleABI/include",
                "-I\(sources)",
            ]
            + definitions + ["-o", output, "\(sources)/\(source)"] + options
        let result = try Subprocess("/usr/bin/env", arguments).wait()
        try #require(result.status == 0, "\(result.errors)")
        return output
    }
}
