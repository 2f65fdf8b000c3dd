// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerBundleFiles

/// Which files are bundles.
struct DiscoveryTests {
    /// Where the files of a test are.
    private let scratch = TemporaryDirectory()

    /// Returns the result of a discovery.
    func discover(_ scratch: TemporaryDirectory, _ paths: [String] = [""], recursive: Bool = false) throws -> Discovery
    {
        try Discovery.run(paths: paths.map { scratch.path($0) }, recursive: recursive)
    }

    @Test("bundles and other libraries")
    func otherLibraries() throws {
        try scratch.copyBundle(to: "libSuites.so")
        try scratch.copyBundle(to: ".hidden.so")
        try scratch.copyBundle(to: "Suites.so.1")
        try scratch.copy(TemporaryDirectory.plainLibrary, to: "Other.so")
        let found = try discover(scratch)
        #expect(found.bundles.map(\.name) == ["Suites"])
        #expect(found.passedOver.map(\.reason) == ["it exports no testkit_bundle_entry"])
        #expect(found.faults.isEmpty)
    }

    @Test("what cannot be a bundle is a fault")
    func unusableBundle() throws {
        try scratch.write([], to: "empty.so")
        try scratch.write(Array("hello".utf8), to: "text.so")
        try scratch.write([0x7F, 0x45], to: "two.so")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("dangling.so"), withDestinationPath: "nowhere")
        #expect(mkfifo(scratch.path("pipe.so"), 0o600) == 0)
        try scratch.makeDirectory("directory.so")
        let found = try discover(scratch)
        #expect(
            found.faults.map { "\($0.name): \($0.reason)" } == [
                "dangling: cannot be read: No such file or directory", "empty: the file is empty",
                "pipe: not a regular file", "text: not an ELF file: it starts with 68 65 6c 6c",
                "two: not an ELF file: it starts with 7f 45",
            ])
    }

    @Test("test executables are recognised by what they import")
    func testExecutables() throws {
        try scratch.copy(TemporaryDirectory.testExecutable, to: "PackageTests.xctest")
        try scratch.copy(TemporaryDirectory.testExecutable, to: "renamed")
        // A tool that links the framework, but is not started to run tests.
        try scratch.copy(TemporaryDirectory.otherExecutable, to: "tool")
        try scratch.copy(TemporaryDirectory.testExecutable, to: "unexecutable")
        try scratch.write(Array("#!/bin/sh".utf8), to: "script")
        for name in ["renamed", "tool", "script"] { chmod(scratch.path(name), 0o755) }
        let found = try discover(scratch)
        #expect(found.bundles.map(\.name) == ["PackageTests", "renamed"])
        #expect(found.bundles.allSatisfy { $0.isAdapted })
        #expect(found.faults.isEmpty)
        #expect(try discover(scratch, ["unexecutable"]).bundles.map(\.isAdapted) == [true])
    }

    @Test(
        "bundles that must not meet are known by their places, wherever a test executable is among them",
        arguments: ["1", "3", "5"])
    func conflictsBesideTestExecutable(name: String) throws {
        for (directory, value) in [("2", 1), ("4", 2)] {
            try scratch.makeDirectory(directory)
            let library = try TemporaryDirectory.compile(
                "int value(void) { return \(value); }", ["-shared", "-Wl,-soname,libCommon.so"])
            try scratch.write(library, to: "\(directory)/libCommon.so")
            let source = "int value(void); int testkit_bundle_entry(void) { return value(); }"
            let options = ["-shared", scratch.path("\(directory)/libCommon.so"), "-Wl,-rpath,$ORIGIN"]
            try scratch.write(TemporaryDirectory.compile(source, options), to: "\(directory)/\(directory).so")
        }
        try scratch.copy(TemporaryDirectory.testExecutable, to: "\(name).xctest")
        let found = try discover(scratch, ["2/2.so", "4/4.so", "\(name).xctest"])
        let expected = found.bundles.indices.filter { !found.bundles[$0].isAdapted }
        #expect(expected.count == 2)
        #expect(Array(found.libraryConflicts().apart.indices) == expected)
        #expect(found.libraryConflicts().conflict(of: expected[0], with: [expected[1]])?.library == "libCommon.so")
    }

    @Test("what a bundle's file contains is known without another look at it")
    func contents() throws {
        let entry = "void testkit_bundle_entry(void) {}"
        try scratch.write(TemporaryDirectory.compile(entry, ["-shared"]), to: "a.so")
        try scratch.write(TemporaryDirectory.compile(entry, ["-shared", "-g"]), to: "b.so")
        let section = "__attribute__((section(\"swift5_type_metadata\"))) int type;"
        try scratch.write(TemporaryDirectory.compile(entry + section, ["-shared"]), to: "c.so")
        try scratch.copy(TemporaryDirectory.testExecutable, to: "d.xctest")
        let found = try discover(scratch)
        #expect(found.bundles.map(\.hasLines) == [false, true, false, true])
        #expect(found.bundles.map(\.hasSwift) == [false, false, true, false])
        for file in found.bundles {
            let time = try #require(SourceSurvey.time(of: file.path))
            #expect(file.written == UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
        }
        #expect(found.stamps.map { $0?.text } == found.bundles.map { FileStamp(path: $0.path)?.text })
        #expect(zip(found.stamps, found.bundles).allSatisfy { $0?.stands(at: $1.path) == true })
    }

    @Test("test executable without tests names the main program that its package's author wrote")
    func writtenMain() throws {
        for name in ["package", "package/Tests", "package/build"] { mkdir(scratch.path(name), 0o755) }
        try scratch.write([], to: "package/Package.swift")
        try scratch.copy(TemporaryDirectory.otherExecutable, to: "package/build/Shop.xctest")
        let reason = { try discover(scratch, ["package/build"]).faults.first?.reason ?? "" }
        #expect(try reason() == "not a test executable: it uses neither XCTest nor Swift Testing")
        // One of a package around this one is not of this one.
        try scratch.write([], to: "LinuxMain.swift")
        #expect(try !reason().contains("LinuxMain"))
        try scratch.write([], to: "package/Tests/LinuxMain.swift")
        let path = try #require(realpath(scratch.path("package/Tests/LinuxMain.swift"), nil))
        defer { free(path) }
        #expect(try reason().contains("; \(String(cString: path)) is its main program: remove that file"))
    }

    @Test("test executable that cannot be read is a fault")
    func unreadableExecutable() throws {
        try scratch.write(Array(TemporaryDirectory.testExecutable.get().prefix(2000)), to: "Half.xctest")
        try scratch.write([], to: "Empty.xctest")
        let faults = try discover(scratch).faults
        #expect(faults.map(\.name) == ["Empty", "Half"])
        #expect(faults.map { $0.reason.hasPrefix("truncated: ") } == [false, true], "\(faults)")
    }

    @Test("path that leads nowhere")
    func missingPath() throws {
        #expect(throws: Discovery.NoSuchPath.self) { try discover(scratch, ["nowhere"]) }
        do { _ = try Discovery.run(paths: ["no/such"], recursive: false) } catch {
            #expect(error.description == "cannot look for bundles in 'no/such': No such file or directory")
        }
        do {
            _ = try Discovery.run(paths: ["no/.build/debug"], recursive: false)
            Testing.Issue.record("found")
        } catch {
            #expect(error.description.contains("; swift build --build-tests makes it, and runner without a path"))
        }
    }

    @Test("one file by two names counts once")
    func twoNames() throws {
        try scratch.copyBundle(to: "a/One.so")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("a/Two.so"), withDestinationPath: "One.so")
        try FileManager.default.linkItem(atPath: scratch.path("a/One.so"), toPath: scratch.path("a/Three.so"))
        let found = try discover(scratch, ["a", "a/One.so", "a"])
        #expect(found.bundles.map(\.name) == ["One"])
        #expect(found.passedOver.map(\.reason) == Array(repeating: "the same file by another name", count: 3))
    }

    @Test(
        "a named file must be a bundle, also in a directory that is looked through",
        arguments: [["", "Other.so"], ["Other.so", ""], ["Other.so", "Suites.bundle"]])
    func namedFiles(paths: [String]) throws {
        try scratch.copy(TemporaryDirectory.plainLibrary, to: "Other.so")
        for name in paths where name == "Suites.bundle" { try scratch.copyBundle(to: name) }
        let found = try discover(scratch, paths)
        #expect(found.bundles.map(\.name) == paths.filter { $0 == "Suites.bundle" })
        #expect(
            found.faults.map(\.reason) == [
                "not a bundle: it exports no testkit_bundle_entry; link TestKit, or see docs/Bundles.md"
            ])
    }

    @Test("name that is not UTF 8 is a fault")
    func invalidName() throws {
        let bytes = try TemporaryDirectory.bundle.get()
        try scratch.makeDirectory("sub")
        for name in ["a", "sub/b"] {
            let path = Array("\(scratch.path(name))".utf8CString.dropLast()) + [-1] + Array(".so".utf8CString)
            let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
            #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
            close(descriptor)
        }
        #expect(mkdir(Array("\(scratch.path("c"))".utf8CString.dropLast()) + [-1, 0], 0o700) == 0)
        let reason = "cannot be read: its name is not UTF-8"
        #expect(try discover(scratch).faults.map(\.reason) == [reason])
        #expect(try discover(scratch, recursive: true).faults.map(\.reason) == [reason, reason, reason])
    }

    @Test("recursion ends in a loop")
    func loop() throws {
        try scratch.copyBundle(to: "a/b/One.so")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("a/b/up"), withDestinationPath: "../..")
        #expect(try discover(scratch).bundles.isEmpty)
        #expect(try discover(scratch, recursive: true).bundles.map(\.path) == [scratch.path("a/b/One.so")])
    }

    @Test("unreadable file", .enabled(if: getuid() != 0, "root may read everything"))
    func unreadableFile() throws {
        try scratch.copyBundle(to: "One.so")
        chmod(scratch.path("One.so"), 0)
        #expect(try discover(scratch).faults.map(\.reason) == ["cannot be read: Permission denied"])
    }

    @Test("names are taken from files")
    func fileNames() {
        #expect(BundleFile.baseName(of: "a/libSuites.so") == "Suites")
        #expect(BundleFile.baseName(of: "Suites.so") == "Suites")
        #expect(BundleFile.baseName(of: "lib.so") == "lib")
        #expect(BundleFile.baseName(of: "a/library") == "rary")
        #expect(BundleFile.baseName(of: "a/libraryPackageTests.xctest") == "libraryPackageTests")
        #expect(BundleFile.baseName(of: "a/FooTests-test-runner") == "FooTests")
    }

    @Test(
        "every bundle has a name of its own",
        arguments: [
            (["x/A.so", "y/B.so"], ["A", "B"]), (["x/A.so", "y/A.so"], ["x:A", "y:A"]),
            (["p/x/A.so", "q/x/A.so", "B.so"], ["B", "p:x:A", "q:x:A"]), (["./A.so", "y/libA.so"], [".:A", "y:A"]),
            (["x/A.so", "x/libA.so"], ["A.so", "libA.so"]), (["/x/A.so", "x/A.so"], [":x:A", "x:A"]),
            (["x/A.so", "x/libA.so", "y/A.so"], ["x:A.so", "x:libA.so", "y:A.so"]),
            (["x/A.so", "y/A.so", "x:A.so"], ["x/A.so", "x:A.so", "y:A"]),
            (["p/x:A.so", "x/A.so", "y/A.so"], ["p/x:A.so", "x/A.so", "y:A"]),
        ])
    func distinctNames(paths: [String], names: [String]) {
        #expect(Discovery.named(paths).map(\.name) == names)
        #expect(Discovery.named(paths.reversed()).map(\.path) == Discovery.named(paths).map(\.path))
    }
}
