// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A run as Bazel starts it.
struct BazelTests {
    /// A bundle where everything passes.
    private let directory = TemporaryDirectory()
    private let path: String

    /// Compiles it.
    init() throws {
        path = try FixtureModel.ordinary.make(in: directory)
    }

    @Test("shards, their status file, the XML file, outputs and the premature-exit file are as Bazel wants them")
    func protocolOfBazel() throws {
        try directory.makeDirectory("tmp")
        try directory.makeDirectory("outputs")
        var cases = 0
        for index in 0..<3 {
            let xml = "test\(index).xml"
            let result = try Runner.run(
                [path],
                environment: [
                    "TEST_SRCDIR": directory.path, "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "\(index)",
                    "TEST_SHARD_STATUS_FILE": directory.file("status"), "XML_OUTPUT_FILE": directory.file(xml),
                    "TEST_PREMATURE_EXIT_FILE": directory.file("premature"), "TEST_TMPDIR": directory.file("tmp"),
                    "TEST_UNDECLARED_OUTPUTS_DIR": directory.file("outputs"), "TEST_RANDOM_SEED": "5",
                ]
            ).exiting(0)
            #expect(result.output.contains("shard \(index + 1)/3"))
            #expect(result.output.contains("\nseed 5 (fixed by TEST_RANDOM_SEED)\n"))
            #expect(directory.contains("status") && directory.contains("outputs/events.jsonl"))
            #expect(!directory.contains("premature"))
            let report = try String(contentsOfFile: directory.file(xml), encoding: .utf8)
            cases += report.components(separatedBy: "<testcase ").count - 1
        }
        #expect(cases == FixtureModel.ordinary.cases.count)
    }

    @Test("an end before the end leaves the premature-exit file")
    func prematureExit() throws {
        let hanging = try CFixture.compile(
            "deadly.c", to: "Hang.so", in: directory, define: ["PLACE": "BODY", "DEED": "\"hang\""])
        let runner = try Runner.start(
            [hanging], environment: ["BAZEL_TEST": "1", "TEST_PREMATURE_EXIT_FILE": directory.file("premature")])
        #expect(waitUntil { directory.contains("premature") })
        kill(runner.identifier, SIGKILL)
        #expect(try runner.wait().status == -SIGKILL)
        #expect(directory.contains("premature"))
    }
}
