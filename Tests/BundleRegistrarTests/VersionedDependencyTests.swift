// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A package that depends on a tagged version of this one, as a suite's author has it: SwiftPM must accept it (it
/// refuses `unsafeFlags` there), build a bundle and show the warnings.
@Suite(.long) struct VersionedDependencyTests {
    @Test("a suite builds against a tagged version", .timeLimit(.minutes(60)))
    func taggedVersion() throws {
        let directory = try TemporaryDirectory()
        try tagThisPackage(in: directory)
        try directory.write(manifest(in: directory), to: "suite/Package.swift")
        try directory.write(Self.shared, to: "suite/Sources/SharedTests/SharedTests.swift")
        let source = try directory.write(Self.suite, to: "suite/Sources/MyTests/MyTests.swift")

        let first = try build(in: directory)
        #expect(first.contains("\(source):8:10: warning: test method 'testWrong' of 'MyTests' is not registered"))
        let symbols = try Subprocess.run("nm", ["-D", "--defined-only", library(in: directory)])
        #expect(symbols.exitCode == 0)
        #expect(symbols.output.contains(" W testkit_bundle_entry\n"))
        let bundle = try Data(contentsOf: URL(fileURLWithPath: library(in: directory)))
        for name in ["MyTests.MyTests", "SharedTests.SharedTests"] {
            #expect(bundle.range(of: Data(name.utf8)) != nil)
        }

        // SwiftPM links the tool once more on the second build, and so runs it. After that: nothing has changed, the tool
        // does not run. A source has: it does.
        _ = try build(in: directory)
        #expect(try !build(in: directory).contains("Registering"))
        let changed = Self.suite.replacing("testMine", with: "testYours")
        try directory.write(changed, to: "suite/Sources/MyTests/MyTests.swift")
        let again = try build(in: directory)
        #expect(again.contains("Registering the tests of MyTests"))
        #expect(!again.contains("Registering the tests of SharedTests"))
    }

    /// Copies the files of this package that git knows or would add to a repository with the tag 1.0.0.
    private func tagThisPackage(in directory: TemporaryDirectory) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        let files = try Subprocess.run("git", listing, in: root).output.split(separator: "\0").map(String.init)
        try #require(files.contains("Package.swift"))
        let copy = directory.url.appending(component: "kit")
        for file in files where FileManager.default.fileExists(atPath: root.appending(path: file).path) {
            let target = copy.appending(path: file)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(at: root.appending(path: file), to: target)
        }
        let author = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        for arguments in [["init", "-q"], ["add", "-A"], author + ["commit", "-qm", "Version"], ["tag", "1.0.0"]] {
            let run = try Subprocess.run("git", arguments, in: copy)
            try #require(run.exitCode == 0, "\(run.output)")
        }
    }

    /// Builds the suite's package.
    ///
    /// Returns what SwiftPM wrote.
    private func build(in directory: TemporaryDirectory) throws -> String {
        let run = try Subprocess.run("swift", ["build"], in: directory.url.appending(component: "suite"))
        try #require(run.exitCode == 0, "\(run.output)")
        return run.output
    }

    /// The bundle's path.
    private func library(in directory: TemporaryDirectory) -> String {
        directory.path("suite/.build/debug/libMyTests.so")
    }

    /// The suite's package: a bundle, and a module of shared base classes in it.
    private func manifest(in directory: TemporaryDirectory) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let kit = Target.Dependency.product(name: "TestKit", package: "kit")
        let registered = Target.PluginUsage.plugin(name: "RegisterTests", package: "kit")
        let package = Package(
            name: "suite",
            products: [.library(name: "MyTests", type: .dynamic, targets: ["MyTests"])],
            dependencies: [.package(url: "file://\(directory.path("kit"))", from: "1.0.0")],
            targets: [
                .target(name: "SharedTests", dependencies: [kit], plugins: [registered]),
                .target(name: "MyTests", dependencies: ["SharedTests", kit], plugins: [registered]),
            ]
        )
        """
    }

    /// A shared base class.
    private static let shared = """
        import TestKit
        open class SharedTests: TestCase {
            open func testShared() {}
        }
        """

    /// The bundle's own suite.
    private static let suite = """
        import SharedTests
        import TestKit
        typealias Base = SharedTests
        @MainActor final class MyTests: Base {
            func testMine() async throws {}
            override func testShared() {}
            func focus_testOther() throws {}
            func testWrong(x: Int) {}
        }
        extension SharedTests { func testAdded() {} }
        class NoTest: Sequence {
            func makeIterator() -> AnyIterator<Int> { AnyIterator { nil } }
            func testing() {}
        }
        """
}
