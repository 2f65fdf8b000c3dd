// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// How much a run takes: cases, bundles, failures, messages and output.
struct LimitTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test("100,000 cases in one bundle run, and each has its result", .long)
    func manyCases() throws {
        let bundle = try CFixture.compile("many_cases.c", to: "Many.so", in: directory, define: ["CASES": "100000"])
        let result = try Runner.run(["--no-state", bundle]).exiting(0)
        #expect(result.output.contains("100000 cases run"))
        let list = try Runner.run(["--list", bundle])
        #expect(Set(list.lines).count == 100_000)
    }

    @Test("10,000 failures are all reported", .long)
    func manyFailures() throws {
        let bundle = try CFixture.compile(
            "many_cases.c", to: "Many.so", in: directory, define: ["CASES": "10000", "FAILS": nil])
        let result = try Runner.run(["--no-state", "-v", bundle]).exiting(1)
        let failed = Report(result.output).outcomes.filter { $0.kind == .failed && $0.text.contains("it fails") }
        #expect(Set(failed.map(\.identity)).count == 10_000)
    }

    @Test("2,100 bundles are listed and run, by processes that open a thousand each", .long)
    func manyBundles() throws {
        let bundle = try CFixture.compile(
            "many_cases.c", to: "Many.so", in: directory, define: ["CASES": "1", "LIBRARIES": "1100"])
        let bundles = try directory.makeDirectory("bundles")
        for number in 0..<2100 { try FileManager.default.copyItem(atPath: bundle, toPath: "\(bundles)/B\(number).so") }
        let result = try Runner.run(["--no-state", "-v", bundles]).exiting(0)
        #expect(Set(Report(result.output).order).count == 2100)
    }

    @Test("a message of 1 MB arrives whole, a longer one is cut, and says so", .long)
    func longMessages() throws {
        for (size, isCut) in [(1 << 20, false), (1 << 21, true)] {
            let define: [String: String?] = ["CASES": "1", "FAILS": nil, "MESSAGE": "\(size)"]
            let bundle = try CFixture.compile("many_cases.c", to: "Long\(size).so", in: directory, define: define)
            let result = try Runner.run(["--no-state", bundle]).exiting(1)
            // The list at the end has the beginning of the message once more.
            let lines = result.outputBytes.split(separator: UInt8(ascii: "\n"))
            let count = lines.map { line in line.count { $0 == UInt8(ascii: "#") } }.max() ?? 0
            #expect(isCut ? count < size && count > 1 << 19 : count == size)
        }
    }

    @Test(
        "100 MB of output by one case is cut with a note, and does not grow the host",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/time"), "GNU time tells the peak"))
    func muchOutput() throws {
        let bundle = try CFixture.compile(
            "many_cases.c", to: "Flood.so", in: directory, define: ["CASES": "1", "FAILS": nil, "FLOOD": "100"])
        let peak = directory.file("peak")
        let arguments = ["-f", "%M", "-o", peak, Runner.path, "--no-state", bundle]
        let result = try Subprocess("/usr/bin/time", arguments).wait().exiting(1)
        #expect(result.outputBytes.count < 1 << 20)
        #expect(result.output.contains(/\[\d+ bytes left out\]/))
        let text = try String(contentsOfFile: peak, encoding: .utf8)
        let kilobytes = try #require(text.split(separator: "\n").last.flatMap { Int($0) })
        #expect(kilobytes < 100_000)
    }
}
