// SPDX-License-Identifier: MIT

import Foundation

/// A package with tests of XCTest and Swift Testing, built once for all tests.
struct OtherFrameworks: Sendable {
    /// Everything that the frameworks offer.
    static let shop = OtherFrameworks("OtherFrameworks")
    /// Thread-local variables, for which the executable has to be linked once more.
    static let threadLocals = OtherFrameworks("ThreadLocals")

    /// Tests that end, hang or name their arguments as few do, or whose bug shows in some interleavings of tasks.
    static let oddities = OtherFrameworks("Oddities")
    /// A list of XCTest's cases that the package's authors have written.
    static let ownMain = OtherFrameworks("OwnMain")

    /// TestKit's classes in a test target.
    static let kitTargets = OtherFrameworks("KitTargets")

    /// The package's name, and that of its directory among the fixtures.
    let name: String
    /// The result of the build: the directory of its products.
    private let build: Swift.Result<String, SwiftFixtures.BuildFailure>

    /// Builds a package.
    private init(_ name: String) {
        self.name = name
        build = SwiftFixtures.build(
            "\(CFixture.root)/Tests/Fixtures/\(name)", beside: name, options: ["--build-tests"])
    }

    /// The directory of its products.
    func products() throws -> String { try build.get() }

    /// The path of its test executable.
    func executable() throws -> String { try products() + "/\(name)PackageTests.xctest" }

    /// The variables with which a runner keeps the adapter that it makes beside the build, not in the user's cache.
    static var environment: [String: String] {
        let scratch = Runner.products.deletingLastPathComponent().deletingLastPathComponent()
        return ["XDG_CACHE_HOME": scratch.appending(component: "adapter-cache").path]
    }

    /// Runs the runner with the adapter.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Subprocess.Result {
        try Runner.run(["-v"] + arguments, environment: Self.environment.merging(environment) { $1 })
    }

    /// The root of the toolchain that `swiftc` in `PATH` belongs to.
    private static func toolchain() throws -> String {
        let find = "dirname $(dirname $(realpath $(command -v swiftc)))"
        return try Subprocess.succeed(["sh", "-c", find]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Links a test executable whose main passes no case to XCTest, with more options if need be; with a toolchain, as if that had
    /// linked it.
    static func linkEmpty(to path: String, options: [String] = [], toolchain other: String? = nil) throws {
        let toolchain = try toolchain()
        let libraries = toolchain + "/lib/swift/linux"
        let words =
            [
                "\(toolchain)/bin/clang", "\(CFixture.root)/Tests/Fixtures/C/no_tests.c", "-o", path, "-fPIE", "-pie",
                "-L", libraries, "-Wl,-rpath-link,\(libraries)",
                "-Wl,-rpath,\(other.map { $0 + "/lib/swift/linux" } ?? libraries)", "-lXCTest",
                "-lswiftCore",
            ] + options
        try Subprocess.succeed(words)
    }

    /// Compiles a source of fixtures to a test executable of Swift Testing.
    static func compile(_ source: String, module: String, to path: String, options: [String] = []) throws {
        let words = [
            "swiftc", "-parse-as-library", "-module-name", module, "\(CFixture.root)/Tests/Fixtures/\(source)", "-o",
            path,
            "-plugin-path", "\(try toolchain())/lib/swift/host/plugins/testing", "-lTesting",
        ]
        try Subprocess.succeed(words + options)
    }

    /// Makes what looks like a toolchain: a compiler, and the first line of an interface, for a target with this vendor.
    static func pretendToolchain(in directory: String, interface: String, vendor: String) throws {
        var system = utsname()
        uname(&system)
        let machine = withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let modules = directory + "/lib/swift/linux/Testing.swiftmodule"
        for folder in [directory + "/bin", modules] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let compiler = directory + "/bin/swiftc"
        try "#!/bin/sh\nexit 1\n".write(toFile: compiler, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
        try "// swift-compiler-version: \(interface)\n".write(
            toFile: modules + "/\(machine)-\(vendor)-linux-gnu.swiftinterface", atomically: true, encoding: .utf8)
    }
}
