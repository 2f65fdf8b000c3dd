// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 6: crash reports that show the test.
///
/// Rule 46.
struct BacktraceTests {
    /// The line of a source file that a comment names: "place: aborts".
    private static func line(_ place: String, in file: String) throws -> Int {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let words = "place: \(place)"
        let index = try #require(lines.firstIndex { $0.hasSuffix(words) || $0.contains(words + " ") })
        return index + 1
    }

    /// Expects of an entry that it shows a line of a source file, as the place of its failure.
    private static func expectPlace(_ entry: Report.Entry, _ place: String, in file: String) throws {
        let line = try line(place, in: file)
        let name = URL(fileURLWithPath: file).lastPathComponent
        let at = try #require(
            entry.details.first { $0.hasPrefix("at ") }, "\(entry.identity) has no place:\n\(entry.text)")
        #expect(at.hasSuffix("\(name):\(line)"), "\(entry.text)")
        let excerpt = entry.details.first { $0.hasPrefix("  > ") } ?? ""
        #expect(excerpt.contains("\(line) | ") && excerpt.contains("place: \(place)"), "\(entry.text)")
    }

    /// The backtrace of an entry.
    private static func backtrace(_ entry: Report.Entry) -> [String] {
        guard let start = entry.details.firstIndex(where: { $0.hasSuffix("backtrace:") }) else { return [] }
        return Array(entry.details[(start + 1)...].prefix { $0.hasPrefix("    ") }).map { String($0.dropFirst(4)) }
    }

    @Test(
        "a bundle in C or C++ is shown where its own code was", .serialized, .long,
        arguments: ["worker", "class", "case"])
    func bundleInC(isolation: String) throws {
        let directory = TemporaryDirectory()
        let sources = CFixture.root + "/Tests/Fixtures/C"
        let object = try CFixture.compile(
            "crash_frames.cpp", to: "falling.o", in: directory, options: ["-xc++", "-std=c++17", "-g", "-c"])
        let bundle = try CFixture.compile(
            "crash_frames.c", to: "Falling.so", in: directory, define: ["WITH_CPP": nil],
            options: ["-g", object, "-lstdc++"])
        // Long enough for the backtrace of a whole stack: it counts.
        let limit = try HangLimit(atLeast: 10).option
        let result = try Runner.run(
            ["-v", "--timeout", limit, "--isolation", isolation, "--show-output", "never", bundle])
        let entries = Report(result.output).outcomes
        #expect(entries.count == 13)
        let functions = [
            "testAborts": "aborts", "testAsserts": "asserts", "testFreesTwice": "frees_twice",
            "testReadsNull": "reads_null", "testCallsNowhere": "calls_nowhere", "testRecurses": "deep",
            "testFallsInThread": "fall", "testFallsInCallback": "compare", "testSleeps": "sleeps",
            "testRestores": "restores", "testWaitsForThread": "waits_for_thread",
        ]
        for entry in entries {
            let name = String(entry.identity.split(separator: "/").last ?? "")
            if name == "testForks" {
                #expect(entry.kind == .failed && !entry.text.contains("backtrace"))
                continue
            }
            let isStuck = name == "testSleeps" || name == "testWaitsForThread"
            #expect(entry.kind == (isStuck ? .timedOut : .crashed), "\(entry.text)")
            let backtrace = Self.backtrace(entry)
            if let function = functions[name] {
                try Self.expectPlace(entry, function, in: sources + "/crash_frames.c")
                #expect(backtrace.contains { $0.hasPrefix("\(function) ") }, "\(entry.text)")
            } else {
                try Self.expectPlace(entry, "total", in: sources + "/crash_frames.cpp")
                #expect(backtrace.contains { $0.hasPrefix("double shop::Basket::total<double>(double) const ") })
            }
            #expect(entry.text.contains("Stack overflow; was") == (name == "testRecurses"), "\(entry.text)")
            if name == "testRecurses" {
                #expect(backtrace.contains { $0.hasPrefix("… ") && $0.hasSuffix(" more of `deep`") })
                #expect(backtrace.count <= 4, "\(entry.text)")
            }
            if name == "testWaitsForThread" {
                #expect(entry.text.contains("    doze in Falling.so at "), "\(entry.text)")
            }
            if name == "testFallsInCallback" {
                #expect(backtrace.contains { $0.hasPrefix("falls_in_callback ") }, "\(entry.text)")
            }
            #expect(!entry.text.contains(" in runner"))
        }
    }

    @Test("a bundle in Swift is shown where its own code was, without the frames of TestKit and the runner", .long)
    func bundleInSwift() throws {
        let source = CFixture.root + "/Tests/Fixtures/CrashSuites/FallingTests.swift"
        let bundle = try SwiftFixtures.bundle("CrashSuites")
        let limit = try HangLimit(atLeast: 3).option
        let result = try Runner.run(["-v", "--timeout", limit, "--show-output", "never", bundle])
        let entries = Report(result.output).outcomes
        #expect(entries.count == 9)
        for entry in entries {
            let name = String(entry.identity.split(separator: "/").last ?? "")
            #expect(entry.kind == (name.contains("Sleeps") ? .timedOut : .crashed), "\(entry.text)")
            try Self.expectPlace(entry, name == "testRecurses" ? "deep" : name, in: source)
            let backtrace = Self.backtrace(entry)
            #expect(entry.text.contains("FallingTests.\(name)() in "), "\(entry.text)")
            #expect(!backtrace.contains { $0.contains("TestKit") || $0.contains(" in runner") }, "\(entry.text)")
            #expect(entry.text.contains("Stack overflow; was") == (name == "testRecurses"), "\(entry.text)")
            if name == "testRecurses" {
                #expect(backtrace.contains { $0.hasPrefix("… ") && $0.hasSuffix(" more of `FallingTests.deep(_:)`") })
            }
        }
    }

    @Test("a hang has its backtrace if the runner was started with SIGQUIT ignored, as background commands are")
    func quitIgnored() throws {
        let directory = TemporaryDirectory()
        let bundle = try CFixture.compile("crash_frames.c", to: "Falling.so", in: directory, options: ["-g"])
        let command = "trap '' QUIT; exec \"$0\" -v --timeout \(try HangLimit().option) --filter testSleeps \"$1\""
        let result = try Subprocess("/bin/sh", ["-c", command, Runner.path, bundle]).wait()
        let entry = try #require(Report(result.output).outcomes.first)
        #expect(entry.kind == .timedOut)
        #expect(Self.backtrace(entry).contains { $0.hasPrefix("sleeps ") }, "\(entry.text)")
    }
}
