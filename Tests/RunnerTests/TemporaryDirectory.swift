// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A directory for one test, and libraries that the system's compiler makes once for all.
final class TemporaryDirectory {
    /// A command that did not succeed.
    struct Failed: Error {
        /// The words of it.
        let command: [String]
    }

    /// The directory; removed with the object.
    let directory: URL

    /// Makes an empty directory; what is written to one that cannot be made fails.
    init() {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("runner-tests-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The path of something in the directory.
    func path(_ name: String) -> String { name.isEmpty ? directory.path : directory.path + "/" + name }

    /// Makes a directory in it.
    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Writes a file, and the directories above it.
    func write(_ bytes: [UInt8], to name: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path(name)).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    /// Writes a library that was compiled.
    func copy(_ library: Result<[UInt8], any Error>, to name: String) throws { try write(library.get(), to: name) }

    /// Writes a library that exports a bundle's entry.
    func copyBundle(to name: String) throws { try copy(Self.bundle, to: name) }

    /// A library that exports the entry.
    static let bundle = Result { try compile("void *testkit_bundle_entry(void) { return 0; }") }
    /// A library that does not.
    static let plainLibrary = Result { try compile("int other(void) { return 1; }") }

    /// A program that calls XCTest's entry.
    static let testExecutable = Result { try executable(calling: "$s6XCTest7XCTMainX") }
    /// A program that calls something else of XCTest.
    static let otherExecutable = Result { try executable(calling: "other") }

    /// Compiles a program that calls a function of a library by XCTest's name.
    private static func executable(calling function: String) throws -> [UInt8] {
        let scratch = TemporaryDirectory()
        let library = "void $s6XCTest7XCTMainX(void) {} void other(void) {}"
        try scratch.write(compile(library, ["-shared", "-Wl,-soname,libXCTest.so"]), to: "libXCTest.so")
        let program = "void \(function)(void); void _start(void) { \(function)(); }"
        return try compile(program, ["-pie", scratch.path("libXCTest.so")])
    }

    /// Compiles C to a file's bytes, a shared library unless `options` say otherwise.
    static func compile(_ source: String, _ options: [String] = ["-shared"]) throws -> [UInt8] {
        let scratch = TemporaryDirectory()
        try scratch.write(Array(source.utf8), to: "source.c")
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["gcc", "-fPIC", scratch.path("source.c"), "-nostdlib", "-o", scratch.path("out")] + options
        try compiler.run()
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else { throw Failed(command: compiler.arguments ?? []) }
        return Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path("out"))))
    }
}
