// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerBundleFiles

/// A package's root among the paths of a command line.
struct PackageDirectoryTests {
    /// Where the files of a test are.
    private let scratch = TemporaryDirectory()

    @Test("the directory of its build is also looked at")
    func buildDirectory() throws {
        try scratch.write([], to: "Package.swift")
        try scratch.makeDirectory(".build/release")
        let root = scratch.path("")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/release"])
        try scratch.makeDirectory(".build/debug")
        let found = PackageDirectory([root + "/", "other"])
        #expect(found.paths == [root + "/", root + "/.build/debug", "other"])
        #expect(found.remarks == ["'\(root)/' is a package: looking also in '\(root)/.build/debug'"])
        #expect(PackageDirectory([root, root + "/.build/debug"]).paths == [root, root + "/.build/debug"])
    }

    @Test("Swift Build has another place, and debug comes first")
    func swiftBuild() throws {
        try scratch.write([], to: "Package.swift")
        let root = scratch.path("")
        try scratch.makeDirectory(".build/out/Products/Release-linux")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/out/Products/Release-linux"])
        try scratch.makeDirectory(".build/release")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/release"])
        try scratch.makeDirectory(".build/out/Products/Debug-linux-aarch64")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/out/Products/Debug-linux-aarch64"])
        try scratch.makeDirectory(".build/debug")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/debug"])
    }

    @Test("one that is not built is said")
    func notBuilt() throws {
        try scratch.write([], to: "Package.swift")
        let found = PackageDirectory([scratch.path("")])
        #expect(found.paths == [scratch.path("")])
        #expect(found.remarks.count == 1 && found.remarks[0].contains("swift build"))
    }

    @Test(
        "the first line of a manifest has its version",
        arguments: [
            ("// swift-tools-version: 6.4", 6, 4), ("// swift-tools-version:6.10.1\nlet x = 1", 6, 10),
            ("//swift-tools-version:7", 7, 0), ("// swift-tools-version:5.9;(x)", 5, 9),
        ])
    func toolsVersion(text: String, major: Int, minor: Int) throws {
        try scratch.write(Array(text.utf8), to: "Package.swift")
        let version = try #require(PackageDirectory.toolsVersion(of: scratch.path("")))
        #expect(version.major == major && version.minor == minor)
    }

    @Test("a manifest without a version has none", arguments: ["", "let x = 1", "// swift-tools-version:", "\n\u{0}"])
    func withoutVersion(text: String) throws {
        #expect(PackageDirectory.toolsVersion(of: scratch.path("")) == nil)
        try scratch.write(Array(text.utf8), to: "Package.swift")
        #expect(PackageDirectory.toolsVersion(of: scratch.path("")) == nil)
    }

    @Test("any other directory is itself")
    func otherDirectory() throws {
        try scratch.makeDirectory(".build/debug")
        #expect(PackageDirectory([scratch.path("")]).paths == [scratch.path("")])
        #expect(PackageDirectory([scratch.path("")]).remarks.isEmpty)
    }
}
