// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A sanitizer's finding fails the running case.
///
/// The bundles are gcc's, whose runtimes are shared libraries: with one loaded first, the runner is as one that was built
/// with the sanitizer.
///
/// Rule 47.
struct SanitizerTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// Compiles the fixture with a sanitizer.
    private static func bundle(_ sanitizer: String, in directory: TemporaryDirectory) throws -> String {
        try CFixture.compile(
            "sanitized.c", to: "Sanitized.so", in: directory, options: ["-g", "-fsanitize=\(sanitizer)"])
    }

    /// The variables that have a sanitizer's runtime loaded before all else.
    private static func environment(_ library: String) throws -> [String: String] {
        let result = try Subprocess("/usr/bin/env", ["cc", "-print-file-name=\(library)"]).wait()
        let path = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(path.hasPrefix("/"), "cc has no \(library)")
        return ["LD_PRELOAD": path, "ASAN_OPTIONS": "detect_leaks=0"]
    }

    /// Expects of a run that one case failed by what a sanitizer found, at a place of the fixture, and the others did not.
    private static func expectFinding(
        _ result: Subprocess.Result, _ name: String, _ kind: Report.Kind, _ headline: String, _ place: String
    ) throws {
        let outcomes = Report(result.output).outcomes
        #expect(outcomes.count == 5 && result.status == 1, "\(result.output)\(result.errors)")
        for outcome in outcomes where !outcome.identity.hasSuffix("/" + name) {
            #expect(outcome.kind == .passed, "\(result.output)")
        }
        let entry = try #require(outcomes.first { $0.identity.hasSuffix("/" + name) })
        #expect(entry.kind == kind)
        #expect(entry.details.first?.hasPrefix(headline) == true, "\(entry.text)")
        let source = try String(contentsOfFile: CFixture.root + "/Tests/Fixtures/C/sanitized.c", encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("place: \(place) ") }) + 1
        #expect(entry.details.contains { $0.hasPrefix("at ") && $0.hasSuffix("sanitized.c:\(line)") }, "\(entry.text)")
    }

    @Test("undefined behaviour fails its case, in a runner that knows nothing of it")
    func undefined() throws {
        let result = try Runner.run(["-v", try Self.bundle("undefined", in: directory)])
        try Self.expectFinding(
            result, "testOverflows", .failed, "UndefinedBehaviorSanitizer: Signed integer overflow: 2147483647 + 1",
            "overflows")
    }

    @Test("memory that is used after it was freed ends the process, under the finding's name")
    func address() throws {
        let bundle = try Self.bundle("address", in: directory)
        let result = try Runner.run(["-v", bundle], environment: try Self.environment("libasan.so"))
        try Self.expectFinding(
            result, "testUsesFreed", .crashed, "AddressSanitizer: heap-use-after-free", "uses_freed")
    }

    @Test("a race fails its case", arguments: ["worker", "case"])
    func thread(isolation: String) throws {
        let bundle = try Self.bundle("thread", in: directory)
        let result = try Runner.run(
            ["-v", "--isolation", isolation, "--filter", "testRaces", "--filter", "testBefore", bundle],
            environment: try Self.environment("libtsan.so"))
        let entries = Report(result.output).outcomes
        #expect(entries.map(\.kind.rawValue).sorted() == ["failed", "passed"], "\(result.output)\(result.errors)")
        let entry = try #require(entries.first { $0.kind == .failed })
        #expect(entry.details.first == "ThreadSanitizer: data-race")
        #expect(entry.details.contains { $0.hasPrefix("at ") && $0.contains("sanitized.c:") }, "\(entry.text)")
        #expect(result.status == 1)
    }

    @Test("a bundle that needs a sanitizer which the runner lacks is named as such")
    func missing() throws {
        let object = try CFixture.compile(
            "sanitized.c", to: "sanitized.o", in: directory, options: ["-c", "-fsanitize=thread"])
        // As clang leaves it: the runtime is to be in the program.
        let bundle = directory.file("Missing.so")
        try Subprocess.succeed(["cc", "-shared", "-o", bundle, object])
        let late = try Self.bundle("address", in: directory)
        let result = try Runner.run([bundle, late])
        #expect(result.output.contains("fault Missing: it was built with the thread sanitizer"), "\(result.output)")
        #expect(result.output.contains("swift build --sanitize=thread"))
        #expect(result.output.contains(": it was built with the address sanitizer"), "\(result.output)")
        #expect(result.output.contains("libasan.so"))
    }

    /// Links a bundle to a library that a sanitizer watches, with its shared runtime or, as clang leaves it, with none.
    private static func bundle(
        _ name: String, needing sanitizer: String, hasRuntime: Bool, in directory: TemporaryDirectory
    ) throws {
        let options = ["-fsanitize=\(sanitizer)"]
        let library = directory.file("lib\(name).so")
        if hasRuntime {
            try CFixture.compile("library.c", to: "lib\(name).so", in: directory, options: options)
        } else {
            let object = try CFixture.compile("library.c", to: "\(name).o", in: directory, options: ["-c"] + options)
            try Subprocess.succeed(["cc", "-shared", "-o", library, object])
        }
        try CFixture.compile(
            "ordinary.c", to: "\(name).so", in: directory,
            options: ["-L\(directory.path)", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-l\(name)"])
    }

    @Test(
        "a library that a bundle needs may be the one with the sanitizer",
        arguments: [("thread", false), ("thread", true), ("address", false), ("address", true)])
    func missingBelow(sanitizer: String, hasRuntime: Bool) throws {
        try Self.bundle("Below", needing: sanitizer, hasRuntime: hasRuntime, in: directory)
        let result = try Runner.run([directory.file("Below.so")])
        let fault = try #require(Report(result.output).faults.first, "\(result.output)")
        let words = "libBelow.so, which it needs, was built with the \(sanitizer) sanitizer, and this runner"
        #expect(fault.text.contains(words), "\(fault.text)")
    }

    @Test("a function that the runner's sanitizer lacks is named")
    func otherRuntime() throws {
        let bundle = try CFixture.compile(
            "undefined_symbols.c", to: "Needy.so", in: directory, define: ["absent_function": "__tsan_absent"],
            options: ["-fsanitize=thread", CFixture.root + "/Tests/Fixtures/C/library.c"])
        let result = try Runner.run([bundle], environment: try Self.environment("libtsan.so"))
        let fault = try #require(Report(result.output).faults.first, "\(result.output)")
        #expect(
            fault.text.contains("it calls __tsan_absent, which the thread sanitizer of this runner lacks"),
            "\(fault.text)")
    }
}
