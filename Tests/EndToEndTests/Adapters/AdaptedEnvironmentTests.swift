// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What tests of test executables, and the programs that they start, see of their surroundings.
@Suite(.long) struct AdaptedEnvironmentTests {
    /// The processes that the fixture describes.
    private static let names = ["own", "child", "exits", "testOwn", "testChild"]

    /// The facts that may differ, by their first words, each for a reason.
    private static let excepted = [
        // The shell's or the caller's own.
        "variable FIXTURE_SURROUNDINGS=", "variable XDG_CACHE_HOME=", "variable _=", "variable PWD=",
        "variable OLDPWD=",
        // A thread of libdispatch, as that of these tests, blocks signals, which what it starts inherits.
        "status SigBlk:",
        // The runtime in this process is to say what a crash was; a child or an exit test has none of that.
        "signal 3 ", "signal 4 ", "signal 5 ", "signal 6 ", "signal 7 ", "signal 8 ", "signal 11 ", "signal 31 ",
        // Which worker it is: documented.
        "variable TESTKIT_WORKER_", "variable TESTKIT_ATTEMPT=", "variable TESTKIT_RUN_",
    ]

    /// Whether a fact is a child's descriptor of a kind that may be there: the three streams are others without the runner, and
    /// Foundation leaves a socket open in a child.
    private static func isStream(_ fact: String) -> Bool {
        ["pipe", "socket", "/"].contains { fact.hasPrefix("descriptor \($0)") }
    }

    /// What each process saw, where a program ran the fixture.
    private func seen(
        _ run: (_ environment: [String: String], _ directory: String) throws -> Void
    ) throws -> [String: Set<String>] {
        let directory = TemporaryDirectory()
        try run(["FIXTURE_SURROUNDINGS": directory.path], directory.path)
        var facts: [String: Set<String>] = [:]
        for name in Self.names {
            let lines: [String] = try String(contentsOfFile: directory.file(name), encoding: .utf8).split(
                separator: "\n"
            )
            .map { String($0).replacing(directory.path, with: "DIRECTORY") }
            let isOwn = ["own", "testOwn"].contains(name)
            facts[name] = Set(
                lines.filter { line in
                    !Self.excepted.contains { line.hasPrefix($0) && (isOwn || !$0.hasPrefix("signal")) }
                })
        }
        return facts
    }

    /// `swift test` runs the executable once for each framework, with no change to any of this.
    @Test(
        "tests, exit tests and children see what they see without the runner",
        arguments: ["worker", "class", "case"])
    func surroundings(isolation: String) throws {
        let executable = try OtherFrameworks.oddities.executable()
        let expected = try seen { environment, directory in
            for arguments in [
                ["--testing-library", "swift-testing", "--filter", "SurroundingsTests"],
                ["OddSwiftTests.XCTestSurroundingsTests"],
            ] {
                try Subprocess(executable, arguments, environment: environment, in: directory).wait().exiting(0)
            }
        }
        let actual = try seen { environment, directory in
            let words = ["-v", "--no-state", "--filter", "SurroundingsTests", "--isolation", isolation, executable]
            let variables = OtherFrameworks.environment.merging(environment) { $1 }
            try Subprocess(Runner.path, words, environment: variables, in: directory).wait().exiting(0)
        }
        for name in Self.names {
            let (own, plain) = (actual[name] ?? [], expected[name] ?? [])
            #expect(own.contains { $0.hasPrefix("limit") })
            #expect(own.subtracting(plain).filter { !Self.isStream($0) }.sorted() == [], "\(name)")
            #expect(plain.subtracting(own).filter { !Self.isStream($0) }.sorted() == [], "\(name)")
        }
    }
}
