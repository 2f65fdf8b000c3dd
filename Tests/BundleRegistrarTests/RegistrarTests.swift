// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import BundleRegistrar

/// The tool as a program.
struct RegistrarTests {
    /// The files of the test.
    private let directory: TemporaryDirectory

    /// Makes the directory with one suite.
    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("class Foo: TestCase { func testA() {}; func testB(x: Int) {} } // of M", to: "A.swift")
    }

    /// Runs the tool.
    private func run(_ arguments: String...) throws -> Subprocess {
        try Subprocess.run(Subprocess.registrar, arguments, in: directory.url)
    }

    @Test("helps")
    func helps() throws {
        let run = try run("--help")
        #expect(run.exitCode == 0)
        #expect(run.output == Options.help + "\n")
    }

    @Test("writes the file and warns with absolute paths")
    func output() throws {
        let run = try run("--module", "M", "--output", "out/G.swift", "A.swift")
        #expect(run.exitCode == 0)
        let path = directory.path("A.swift")
        #expect(run.output.hasPrefix("\(path):1:45: warning: test method 'testB' of 'Foo'"))
        #expect(try directory.read("out/G.swift").contains(#"module.suite(Foo.self, "M.Foo", file: "\#(path)""#))
    }

    @Test("warns again without parsing again")
    func cachedWarnings() throws {
        let first = try run("--module", "M", "--output", "G.swift", "A.swift")
        let cache = try directory.read("G.swift.cache")
        #expect(cache.contains(#""testB""#))
        // The cache counts: the source is not parsed.
        try directory.write(cache.replacing("testA", with: "testZ"), to: "G.swift.cache")
        let second = try run("--module", "M", "--output", "G.swift", "A.swift")
        #expect(second.output == first.output)
        #expect(try directory.read("G.swift").contains(#""testZ""#))
        // A changed source is.
        try directory.write("class Foo: TestCase { func testC() {} }", to: "A.swift")
        #expect(try run("--module", "M", "--output", "G.swift", "A.swift").output == "")
        let text = try directory.read("G.swift")
        #expect(text.contains(#""testC""#) && !text.contains("testZ"))
    }

    /// Whether the tool is applied to a superclass's module shows in a directory; a superclass may have one elsewhere.
    @Test("warns of a superclass in a module that registers nothing")
    func unregisteredModule() throws {
        try directory.write("import Lib\nclass Foo: Mid {}", to: "A.swift")
        try directory.write("import Root\nopen class Mid: Base {}", to: "Lib/Mid.swift")
        try directory.write("open class Base: TestCase { open func testA() {} }", to: "Root/Base.swift")
        let arguments = [
            "--module", "M", "--output", "G.swift", "--dependency", "Lib=Lib", "--dependency", "Root=Root",
        ]
        let lost = try Subprocess.run(
            Subprocess.registrar, arguments + ["--registers", "Root=none", "A.swift"], in: directory.url)
        #expect(lost.exitCode == 0)
        #expect(lost.output.contains("A.swift:2:7: warning: 'Foo' inherits 'testA' from 'Root.Base'"))
        #expect(try directory.read("G.swift").contains(#"module.noCases(in: "Lib.Mid")"#))
        let kept = try Subprocess.run(
            Subprocess.registrar, arguments + ["--registers", "Root=Root", "A.swift"], in: directory.url)
        #expect(kept.output == "")
    }

    /// Rule 1: whatever the extended type is, the generated file compiles where the sources of its module are at hand.
    @Test("looks up in the sources of dependencies what is extended")
    func dependencySources() throws {
        try directory.write("import Lib\nextension Box { func testA() {} }", to: "A.swift")
        try directory.write("public struct Box<T> {}", to: "Lib/Deep/Box.swift")
        let known = try run("--module", "M", "--output", "G.swift", "--dependency", "Lib=Lib", "A.swift")
        #expect(known.exitCode == 0 && known.output == "")
        #expect(try !directory.read("G.swift").contains("Box"))
        let unknown = try run("--module", "M", "--output", "G.swift", "--dependency", "Lib=nowhere", "A.swift")
        #expect(unknown.exitCode == 0 && unknown.output == "")
        #expect(try directory.read("G.swift").contains("module.suite(extending: Box.self"))
    }

    @Test("initializes the parser once, which a toolchain that is built with assertions insists on")
    func parserSetUp() throws {
        let options = Options(module: "", output: "", sources: [])
        let path = try SourceKitLocator.locate(options, searchPath: ProcessInfo.processInfo.environment["PATH"])
        let parser = URL(fileURLWithPath: path)
        try directory.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            void sourcekitd_initialize(void) {
                static int count;
                if (count++ > 0) abort();
                ((void (*)(void))dlsym(RTLD_NEXT, "sourcekitd_initialize"))();
            }
            """, to: "once.c")
        let place = parser.deletingLastPathComponent().path
        let compiler = [
            "-shared", "-fPIC", "once.c", "-o", "libonce.so", "-Wl,--no-as-needed", path, "-Wl,-rpath,\(place)",
        ]
        let compiled = try Subprocess.run("cc", compiler, in: directory.url)
        try #require(compiled.exitCode == 0, "\(compiled.output)")
        try directory.write("import Lib\nextension Box { func testA() {} }", to: "A.swift")
        try directory.write("public struct Box<T> {}", to: "Lib/Box.swift")
        let once = directory.url.appending(component: "libonce.so").path
        let run = try run(
            "--module", "M", "--output", "G.swift", "--sourcekit", once, "--dependency", "Lib=Lib", "A.swift")
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(try !directory.read("G.swift").contains("Box"))
    }

    @Test("a damaged cache only takes time")
    func damagedCache() throws {
        try directory.write("{]", to: "G.swift.cache")
        #expect(try run("--module", "M", "--output", "G.swift", "A.swift").exitCode == 0)
        #expect(try directory.read("G.swift").contains(#""testA""#))
    }

    @Test("a cache of another build of the tool is not used")
    func otherBuildsCache() throws {
        _ = try run("--module", "M", "--output", "G.swift", "A.swift")
        let cache = try JSONDecoder().decode(ParseCache.self, from: Data(directory.read("G.swift.cache").utf8))
        var other = cache
        other.tool?.size += 1
        let text = String(decoding: try JSONEncoder().encode(other), as: UTF8.self)
        try directory.write(text.replacing("testA", with: "testZ"), to: "G.swift.cache")
        _ = try run("--module", "M", "--output", "G.swift", "A.swift")
        #expect(try directory.read("G.swift").contains(#""testA""#))
    }

    @Test("leaves an unchanged output alone")
    func unchangedOutput() throws {
        func changed() throws -> Date? {
            _ = try run("--module", "M", "--output", "G.swift", "A.swift")
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path("G.swift"))
            return attributes[.modificationDate] as? Date
        }
        // Without a method that cannot be a case: the output also has the warnings.
        try directory.write("class Foo: TestCase { func testA() {} } // of M", to: "A.swift")
        let first = try changed()
        try directory.write("class Foo: TestCase { func testA() { } }", to: "A.swift")
        #expect(try changed() == first)
        try directory.write("\nclass Foo: TestCase { func testA() { } }", to: "A.swift")
        #expect(try changed() != first)
    }

    @Test("refuses a missing source")
    func missingSource() throws {
        let run = try run("--module", "M", "--output", "G.swift", "No.swift")
        #expect(run.exitCode == 1)
        #expect(run.output.hasPrefix("error: failed to register: cannot read source '\(directory.path("No.swift"))': "))
        #expect(run.output.hasSuffix(": No such file or directory; expected a Swift file in UTF-8\n"))
    }

    @Test(
        "refuses an unwritable output",
        arguments: [("A.swift/G.swift", "File exists"), (".", "Is a directory")])
    func unwritableOutput(output: String, reason: String) throws {
        let run = try run("--module", "M", "--output", output, "A.swift")
        #expect(run.exitCode == 1)
        #expect(run.output.contains("cannot write output '\(output)': \(reason); expected a place for a Swift file"))
    }

    @Test("says how to register by hand without a parser")
    func withoutParser() throws {
        let run = try run("--module", "M", "--output", "G.swift", "--toolchain", "/nowhere", "A.swift")
        #expect(run.exitCode == 3)
        #expect(run.output.contains("expected it at '/nowhere/lib/libsourcekitdInProc.so'."))
        #expect(run.output.contains("To register by hand"))
        #expect(run.output.contains(#"suite.add("testA", line: 2) { $0.testA() }"#))
        #expect(!run.output.contains("Written by BundleRegistrar"))
    }

    @Test(
        "refuses an unusable parser",
        arguments: [("A.swift", "invalid ELF header"), ("libm.so.6", "it has no function 'sourcekitd_initialize'")])
    func unusableParser(library: String, reason: String) throws {
        let named = library == "A.swift" ? directory.path(library) : library
        let run = try run("--module", "M", "--output", "G.swift", "--sourcekit", named, "A.swift")
        #expect(run.exitCode == 3)
        #expect(run.output.contains("cannot use the SourceKit library '\(named)': "))
        #expect(run.output.contains(reason))
    }
}
