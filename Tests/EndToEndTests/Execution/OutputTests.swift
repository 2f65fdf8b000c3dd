// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Output without bound.
struct OutputTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test(
        "what is printed beyond what is reported does not stay on the disk, be it while bundles are loaded or while cases run",
        arguments: ["worker", "case"])
    func room(isolation: String) throws {
        let bundle = try CFixture.compile("endless_output.c", to: "Wordy.so", in: directory)
        // The cases wait for the room; the time limit is for when it never comes.
        let (result, report) = try Runner.report(["--jobs", "1", "--timeout", "300", "--isolation", isolation, bundle])
        for (name, words) in [("testWaits", "the room came back"), ("testFails", "as it should")] {
            let told = report.entries(about: "Wordy/Wordy.WordyTests/\(name)")
            #expect(told.map(\.kind) == [.failed])
            let text = told.first?.text ?? ""
            #expect(text.contains(words) && text.contains("the beginning") && text.contains("the end"))
            #expect(text.contains("bytes left out]"))
        }
        #expect(result.status == 1)
    }

    @Test("that output is lost is said once, and changes no result", arguments: ["worker", "case"])
    func lost(isolation: String) throws {
        let bundle = try CFixture.compile("large_output.c", to: "Talking.so", in: directory)
        // Ignored, the signal leaves the writes to fail, as they do on a full disk.
        let options = "-v --no-state --jobs 1 --isolation \(isolation)"
        let command = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \(options) \"$1\""
        let result = try Subprocess("/bin/sh", ["-c", command, Runner.path, bundle]).wait().exiting(1)
        let report = Report(result.output)
        #expect(report.entries(about: "Talking/Talking.TalkingTests/testTalks").map(\.kind) == [.passed])
        #expect(report.entries(about: "Talking/Talking.TalkingTests/testFails").map(\.kind) == [.failed])
        let words = "output of tests was lost: it could not be written to a file in "
        #expect(report.entries.count { $0.text.contains(words) } == 1, "\(result.output)")
    }

    @Test(
        "a bundle that asks for a pipe has one, reports show the same, and others keep the file",
        arguments: ["worker", "class", "case"])
    func pipe(isolation: String) throws {
        try CFixture.compile("pipe_output.c", to: "Piped.so", in: directory)
        try CFixture.compile("pipe_output.c", to: "Plain.so", in: directory, define: ["PLAIN": "1"])
        let settings = #"{"bundles": {"Piped": {"output": "pipe"}}}"#
        try settings.write(toFile: directory.file("testkit.json"), atomically: true, encoding: .utf8)
        let words = ["-v", "--no-state", "--jobs", "1", "--leaks", "fail", "--isolation", isolation, directory.path]
        let (result, report) = try Runner.report(words, exiting: 1)
        func details(_ name: String, _ kind: Report.Kind) -> [String] {
            let entry = report.entries(about: name).first
            #expect(entry?.kind == kind, "\(name): \(result.output)")
            return entry?.details.filter { $0.hasPrefix("  | ") }.map { String($0.dropFirst(4)) } ?? []
        }
        _ = details("Piped/Piped.PipeTests/testNeeds", .passed)
        _ = details("Plain/Piped.PlainTests/testRejects", .passed)
        let printed = details("Piped/Piped.PipeTests/testPrints", .failed)
        #expect(printed.sorted() == ["as an error", "by the library", "past the library"])
        let flood = details("Piped/Piped.PipeTests/testFloods", .failed)
        #expect(flood.first == "the beginning" && flood.last == "the end")
        #expect(flood.contains { $0.contains("bytes left out") })
        #expect(details("Piped/Piped.PipeTests/testDies", .crashed).last == "before the death")
    }

    @Test("classes that have a pipe share a worker: the pipe is no change that the one before has left")
    func sharedPipe() throws {
        try CFixture.compile("pipe_output.c", to: "Piped.so", in: directory, define: ["COUNTING": "1"])
        let settings = #"{"bundles": {"Piped": {"output": "pipe"}}}"#
        try settings.write(toFile: directory.file("testkit.json"), atomically: true, encoding: .utf8)
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", directory.path])
        let details = Report(result.output).outcomes.flatMap(\.details)
        #expect(details.filter { $0.hasPrefix("  | ") } == (1...2).map { "  | case \($0) of the process" })
    }
}
