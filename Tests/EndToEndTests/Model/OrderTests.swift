// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A run in a prescribed order.
///
/// Rule 66.
struct OrderTests {
    /// Two bundles, of which one has a case that fails unless another ran before it in its process.
    private func bundles() throws -> TemporaryDirectory {
        let directory = TemporaryDirectory()
        try CFixture.compile("ordered.c", to: "Ordered.so", in: directory)
        try CFixture.compile("ordinary.c", to: "Plain.so", in: directory)
        return directory
    }

    /// Runs an order; the outcomes by case.
    private func run(_ lines: String..., in directory: TemporaryDirectory, _ arguments: [String] = []) throws -> (
        result: Subprocess.Result, outcomes: [(String, Report.Kind)]
    ) {
        let file = try directory.write(Array(lines.joined(separator: "\n").utf8), to: "order")
        let result = try Runner.run(["--no-state", "-v", "--order", file, directory.path] + arguments)
        return (result, Report(result.output).outcomes.map { ($0.identity, $0.kind) })
    }

    @Test("--order runs exactly the tests of a file, one behind the other", arguments: ["1", "4"])
    func sequence(jobs: String) throws {
        let directory = try bundles()
        let (result, outcomes) = try run(
            "Plain.LateTests/testStops", "Ordered.StepTests/testPrepares", "Plain.SumTests/testAdds",
            "Ordered.StepTests/testNeeds", in: directory, ["--jobs", jobs])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(
            outcomes.map(\.0) == [
                "Plain/Plain.LateTests/testStops", "Ordered/Ordered.StepTests/testPrepares",
                "Plain/Plain.SumTests/testAdds", "Ordered/Ordered.StepTests/testNeeds",
            ])
        #expect(result.lines.first?.contains("3 classes, 4 cases") == true)
    }

    @Test("a new process and another worker know nothing of what ran before", arguments: ["%process", "%worker"])
    func processes(word: String) throws {
        let directory = try bundles()
        let (result, outcomes) = try run(
            "Ordered.StepTests/testPrepares", "Plain.SumTests", word, "Plain.TextTests/testTrims",
            "Ordered.StepTests/testNeeds", in: directory, ["--jobs", "1"])
        #expect(result.status == 1, "\(result.errors)")
        #expect(outcomes.first { $0.0.hasSuffix("testNeeds") }?.1 == .failed)
        #expect(outcomes.count == 7)
    }

    @Test("a worker that dies loses its case alone, and another goes on with the same sequence")
    func deaths() throws {
        let directory = try bundles()
        try CFixture.compile(
            "deadly.c", to: "Deadly.so", in: directory, define: ["DEED": "\"crash\"", "PLACE": "BODY"])
        let (result, outcomes) = try run(
            "Plain.SumTests", "%worker", "Plain.EarlyTests", "Deadly", "Plain.LateTests", in: directory)
        #expect(result.status == 1)
        #expect(outcomes.count { $0.1 == .crashed } == 1, "\(result.output)")
        #expect(outcomes.filter { $0.0.hasPrefix("Plain/") }.map(\.1) == Array(repeating: .passed, count: 8))
    }
}
