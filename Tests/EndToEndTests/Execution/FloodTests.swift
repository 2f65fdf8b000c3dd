// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Cases that say far more than anybody reads.
///
/// Rule 34.
struct FloodTests {
    /// Runs the fixture, and reads how much memory the host took at its peak, in kilobytes.
    private func run(_ deed: String, _ arguments: [String] = []) throws -> (Subprocess.Result, peak: Int) {
        let directory = TemporaryDirectory()
        let bundle = try CFixture.compile("floods.c", to: "Floods.so", in: directory, define: ["DEED": deed])
        let peak = directory.file("peak")
        let events = directory.file("events")
        let command =
            ["-f", "%M", "-o", peak, Runner.path, "-v", "--no-state", "--jobs", "1", "--events", events] + arguments
        let result = try Subprocess("/usr/bin/time", command + [bundle]).wait()
        let size = try FileManager.default.attributesOfItem(atPath: events)[.size] as? Int
        #expect(try #require(size) < 8 << 20)
        #expect(result.outputBytes.count < 8 << 20)
        let text = try String(contentsOfFile: peak, encoding: .utf8)
        return (result, try #require(text.split(separator: "\n").last.flatMap { Int($0) }))
    }

    /// Returns the report of the case that floods.
    private func told(_ result: Subprocess.Result) throws -> Report.Entry {
        let report = Report(result.output)
        #expect(report.entries(about: "Floods/Floods.OtherTests/testPasses").map(\.kind) == [.passed])
        return try #require(report.outcomes.first { $0.identity == "Floods/Floods.FloodTests/testFloods" })
    }

    @Test(
        "of 100,000 remarks or failures, or 100 MB of output, of a case the beginning and the end are reported",
        arguments: [
            (
                "logs",
                [
                    "log 1 .", "log 100000 .", "it has logged",
                    "99000 log entries left out; the first 500 and the last 500 are kept",
                ]
            ),
            (
                "fails",
                ["issue 1 .", "issue 100000 .", "99800 issues left out; the first 100 and the last 100 are kept"]
            ),
            ("prints", ["| the beginning", "bytes left out]", "| the end"]),
        ])
    func parts(deed: String, words: [String]) throws {
        let (result, peak) = try run(deed)
        let text = try told(result).text
        for word in words { #expect(text.contains(word), "\(word)") }
        #expect(peak < 100_000)
    }

    @Test(
        "of 3,000 attachments of a case the first and the last are kept, and of 384 MB as many at either end as fit",
        .long)
    func attachments() throws {
        let directory = TemporaryDirectory()
        let root = directory.file("kept")
        func kept(_ deed: String) throws -> (entry: Report.Entry, files: Set<String>, texts: Set<String>) {
            let bundle = try CFixture.compile(
                "floods.c", to: "Floods.so", in: directory, define: ["DEED": deed, "TIMES": "3000"])
            let result = try Runner.run(["-v", "--no-state", "--attachments", "\(root)/\(deed)", bundle])
            let own = "\(root)/\(deed)/Floods/Floods.FloodTests/testFloods"
            let names = try FileManager.default.contentsOfDirectory(atPath: own)
            let texts = names.map { name in
                String(
                    decoding: FileManager.default.contents(atPath: "\(own)/\(name)")?.prefix(20) ?? Data(),
                    as: UTF8.self)
            }
            return (try told(result), Set(names), Set(texts))
        }
        let many = try kept("attaches")
        let words = "2000 attachments left out; the first 500 and the last 500 are kept"
        #expect(many.entry.kind == .passed && many.entry.text.contains(words))
        let expected = (Array(1...500) + Array(2501...3000)).map { "attachment \($0) ........".prefix(20) }
        #expect(many.files.count == 1000 && many.texts == Set(expected.map(String.init)))
        let large = try kept("attaches_much")
        #expect(large.entry.text.contains("2 attachments left out; the first 2 and the last 2 are kept"))
        #expect(large.files.count == 4)
    }

    @Test("what work of unknown origin reports is the only case's of its process: some, and a failure behind it")
    func late() throws {
        let (result, peak) = try run("reports_late", ["--filter", "FloodTests"])
        #expect(Report(result.output).outcomes.map(\.kind) == [.failed])
        #expect(result.output.contains("late and bad"))
        #expect(result.output.contains("99800 issues left out; the first 100 and the last 100 are kept"))
        #expect(result.status == 1)
        #expect(peak < 100_000)
    }

    @Test("a case that never stops talking is ended at its limit, and the host does not grow", .long)
    func endless() throws {
        let (result, peak) = try run("logs_for_ever", ["--timeout", HangLimit(atLeast: 2).option])
        let entry = try told(result)
        #expect(entry.kind == .timedOut)
        #expect(entry.text.contains(/\d+ log entries left out/))
        #expect(peak < 100_000)
    }
}
