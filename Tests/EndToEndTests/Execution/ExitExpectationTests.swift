// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Cases that are declared to end their process.
///
/// Rule 69.
struct ExitExpectationTests {
    /// Runs the bundle; the outcome of each case, by its name.
    private func run(
        _ arguments: [String], define: [String: String?] = [:], configuration: String? = nil
    ) throws -> (kinds: [String: Report.Kind], texts: [String: String], result: Subprocess.Result) {
        let directory = TemporaryDirectory()
        try CFixture.compile("exit_expectations.c", to: "Ending.so", in: directory, define: define)
        if let configuration { try directory.write(Array(configuration.utf8), to: "testkit.json") }
        let limits = ["--timeout", try HangLimit().option]
        let result = try Runner.run(["-v", "--no-state"] + limits + [directory.path] + arguments)
        let outcomes = Report(result.output).outcomes.map { outcome in
            (String(outcome.identity.split(separator: "/").last ?? ""), outcome)
        }
        return (
            Dictionary(outcomes.map { ($0.0, $0.1.kind) }) { $1 },
            Dictionary(outcomes.map { ($0.0, $0.1.text) }) { $1 },
            result
        )
    }

    @Test(
        "a case passes if it ends its process as declared, and fails otherwise", .long,
        arguments: [
            ["--isolation", "worker"], ["--isolation", "class", "--jobs", "3"], ["--isolation", "case"],
            ["--jobs", "4", "--seed", "5"], ["--shuffle", "off"],
        ])
    func outcomes(arguments: [String]) throws {
        let (kinds, texts, result) = try run(arguments)
        #expect(result.status == 1)
        #expect(
            kinds == [
                "testAborts": .passed, "testExits": .passed, "testExitsWell": .passed, "testIsKilled": .passed,
                "testFailsSomehow": .passed, "testFaultsInsteadOfAborting": .crashed,
                "testExitsWellInsteadOfFailing": .crashed, "testComesBack": .failed, "testFailsBefore": .failed,
                "testSkips": .skipped, "testHangs": .timedOut, "testIsPlain": .passed, "testIsPlainToo": .passed,
            ], "\(result.output)")
        let faults = texts["testFaultsInsteadOfAborting"] ?? ""
        #expect(faults.contains("was ended by SIGSEGV"), "\(faults)")
        #expect(faults.contains("; it is declared to end its process by SIGABRT"), "\(faults)")
        #expect(
            texts["testComesBack"]?.contains(
                "returned, but is declared to end its process by a signal or with an exit status other than 0")
                == true)
        #expect(texts["testFailsBefore"]?.contains("wrong before") == true)
    }

    @Test("a rule of the configuration declares endings by pattern: a signal, a status, any failure")
    func configured() throws {
        let text = """
            {"tests": [{"match": "testAborts", "ends": "SIGABRT"}, {"match": "testExits", "ends": 3},
                       {"match": "testIsKilled", "ends": "failure"}]}
            """
        let (kinds, _, result) = try run(
            ["--filter", "re:testAborts|testExits$|testIsKilled"], define: ["UNDECLARED": nil], configuration: text)
        #expect(result.status == 0, "\(result.output)")
        #expect(kinds == ["testAborts": .passed, "testExits": .passed, "testIsKilled": .passed])
    }

    @Test("a retry tries a case in a process of its own again")
    func retried() throws {
        let (kinds, _, result) = try run(["--retry", "1", "--filter", "testComesBack", "--filter", "testAborts"])
        #expect(result.status == 1)
        #expect(kinds["testComesBack"] == .failed && kinds["testAborts"] == .passed, "\(result.output)")
    }

    @Test("a prescribed order runs such cases like the others")
    func prescribed() throws {
        let directory = TemporaryDirectory()
        try CFixture.compile("exit_expectations.c", to: "Ending.so", in: directory)
        let lines = ["testIsPlain", "testAborts", "testIsPlainToo", "testExits"].map { "Ending.EndingTests/\($0)" }
        let order = try directory.write(Array(lines.joined(separator: "\n").utf8), to: "order")
        let result = try Runner.run(["--no-state", "-v", "--order", order, directory.path]).exiting(0)
        #expect(Report(result.output).outcomes.map(\.identity) == lines.map { "Ending/\($0)" })
    }
}
