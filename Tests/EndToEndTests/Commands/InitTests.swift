// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// `runner init`: the first suite of a package.
struct InitTests {
    /// Makes a package with a library, whose manifest has targets.
    private func package(targets: String = #"[.target(name: "Shop")]"#) throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription

            let others: [Target] = []
            let package = Package(name: "Shop", targets: \(targets))

            """
        try directory.write(Array(manifest.utf8), to: "Package.swift")
        try directory.makeDirectory("Sources/Shop")
        try directory.write(Array("public let price = 1\n".utf8), to: "Sources/Shop/Shop.swift")
        return directory
    }

    /// Runs the command in a directory, and expects it to refuse and to leave no trace.
    private func refusal(_ arguments: [String], in directory: TemporaryDirectory) throws -> String {
        let files = FileManager.default.subpaths(atPath: directory.path)?.filter { !$0.hasPrefix(".build") }
        let manifest = FileManager.default.contents(atPath: directory.file("Package.swift"))
        let result = try Runner.run(["init"] + arguments, in: directory.path)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(FileManager.default.subpaths(atPath: directory.path)?.filter { !$0.hasPrefix(".build") } == files)
        #expect(FileManager.default.contents(atPath: directory.file("Package.swift")) == manifest)
        return result.errors
    }

    @Test("a name that is none, two names, and a directory that is no package are refused before SwiftPM is asked")
    func words() throws {
        let directory = TemporaryDirectory()
        #expect(
            try refusal(["a-b"], in: directory).contains("expected a Swift identifier, such as ShopTests, got 'a-b'"))
        #expect(try refusal(["--bundle", "in"], in: directory).contains("such as ShopSuites, got 'in'"))
        #expect(try refusal(["A", "B"], in: directory).contains("expected one TARGET"))
        #expect(try refusal(["--bundle", "A", "B"], in: directory).contains("cannot be used together"))
        #expect(try refusal([], in: directory).contains("nothing was added: no Package.swift is here"))
        try directory.write([], to: "Package.swift")
        try directory.write([], to: "Package@swift-6.1.swift")
        #expect(try refusal([], in: directory).contains("uses 'Package@swift-6.1.swift' instead of it"))
    }

    @Test("a target that is there, and a manifest that cannot be changed, are refused, and all stays as it was", .long)
    func obstacles() throws {
        let package = try package()
        #expect(try refusal(["Shop"], in: package).contains("the package has a target 'Shop' already"))
        try package.makeDirectory("Tests/ShopTests")
        #expect(try refusal([], in: package).contains("'Tests/ShopTests' exists already"))
        let errors = try refusal([], in: try self.package(targets: "others"))
        #expect(errors.contains("'swift package add-target' cannot change Package.swift"), "\(errors)")
        // The sources of a package's only target may be in Sources itself; of one of two, they may not.
        let flat = try self.package()
        try FileManager.default.moveItem(
            atPath: flat.file("Sources/Shop/Shop.swift"), toPath: flat.file("Sources/S.swift"))
        try FileManager.default.removeItem(atPath: flat.file("Sources/Shop"))
        let taken = try refusal(["--bundle", "Suites"], in: flat)
        #expect(taken.contains("SwiftPM does not find 'Suites' in the changed Package.swift"), "\(taken)")
    }

    @Test(
        "a test target and a bundle are added, and the command that is named runs their classes without a warning",
        .long, .enabled(if: Runner.isBuiltHere, "a released runner has the package fetch TestKit from its repository"))
    func added() throws {
        let package = try package()
        let first = try Runner.run(["init"], in: package.path).exiting(0)
        #expect(
            first.lines.prefix(2) == [
                "added the test target 'ShopTests' to Package.swift",
                "wrote Tests/ShopTests/FirstTests.swift, with one test that passes",
            ])
        #expect(
            first.lines.last?.hasPrefix("To build and run it: ") == true
                && first.lines.last?.hasSuffix(" FirstTests") == true)
        try Runner.run(["init", "--bundle", "ShopSuites"], in: package.path).exiting(0)
        let result = try Runner.run(["FirstTests"], environment: OtherFrameworks.environment, in: package.path)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(
            result.lines.contains { $0.hasPrefix("ok: 2 cases run") } && !result.output.contains("warning"),
            "\(result.output)")
    }
}
