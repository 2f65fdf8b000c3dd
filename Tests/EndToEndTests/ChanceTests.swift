// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The choices of the seed besides the order, in an unmodified bundle.
struct ChanceTests {
    /// The fixture, compiled once.
    private static let bundle = Result { try Bundle() }

    /// A bundle of C and Swift.
    private struct Bundle: Sendable {
        let directory: TemporaryDirectory
        let path: String

        init() throws {
            directory = try TemporaryDirectory()
            path = directory.file("Chance.so")
            let object = directory.file("chance.o")
            let sources = CFixture.root + "/Tests/Fixtures/C"
            func run(_ arguments: [String]) throws {
                let result = try Subprocess("/usr/bin/env", arguments).wait()
                try #require(result.status == 0, "\(result.errors)")
            }
            try run(
                ["cc", "-std=gnu11", "-fPIC", "-w", "-I\(CFixture.root)/Sources/BundleABI/include"]
                    + ["-c", "\(sources)/chance.c", "-o", object])
            try run(
                ["swiftc", "-parse-as-library", "-module-name", "Chance", "-emit-library", "\(sources)/Chance.swift"]
                    + [object, "-o", path])
        }
    }

    /// Runs the bundle; the lines that cases printed by a word at their beginning, by identity.
    private func printed(_ word: String, _ arguments: String..., environment: [String: String] = [:]) throws
        -> [String: String]
    {
        let result = try Runner.run(
            ["--no-state", "--no-config", "--show-output", "all", "-v", "--color", "never", try Self.bundle.get().path]
                + arguments, environment: environment)
        try #require(result.status == 0, "\(result.output)\(result.errors)")
        var lines: [String: String] = [:]
        var identity = ""
        for line in result.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "passed" { identity = String(words[1]) }
            if words.first == "|", words.count > 1, words[1] == word {
                lines[identity] = words[2...].joined(separator: " ")
            }
        }
        try #require(!lines.isEmpty, "nothing printed '\(word)': \(result.output)")
        return lines
    }

    @Test("the order of sets and dictionaries is the seed's", arguments: ["words", "numbers", "early"])
    func hashing(word: String) throws {
        let first = try printed(word, "--seed", "7")
        #expect(try printed(word, "--seed", "7", "--isolation", "case") == first)
        #expect(try printed(word, "--seed", "7", "--jobs", "1", "--shuffle", "off", "testOrder") == first)
        #expect(try printed(word, "--seed", "8") != first)
    }

    @Test("--chance hashing=system and the runtime's own switch leave it alone")
    func systemHashing() throws {
        let first = try printed("words", "--seed", "7", "--chance", "hashing=system")
        #expect(try printed("words", "--seed", "7", "--chance", "hashing=system") != first)
        let environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
        let fixed = try printed("words", "--seed", "7", environment: environment)
        #expect(try printed("words", "--seed", "8", environment: environment) == fixed)
    }

    @Test("random=seeded: each case has a stream of its own, whatever else runs")
    func streams() throws {
        let chance = ["--chance", "random=seeded"]
        let first = try printed("drawn", "--seed", "7", chance[0], chance[1])
        #expect(first.count == 3)
        #expect(Set(first.values).count == 3)
        #expect(try printed("drawn", "--seed", "7", "--isolation", "case", chance[0], chance[1]) == first)
        let one = try printed("drawn", "--seed", "7", "--filter", "SecondTests", chance[0], chance[1])
        #expect(one == first.filter { $0.key.contains("SecondTests") })
        #expect(try printed("drawn", "--seed", "8", chance[0], chance[1]) != first)
    }

    @Test("random numbers are the system's by default, and the system's own always")
    func systemNumbers() throws {
        let first = try printed("drawn", "--seed", "7")
        #expect(try printed("drawn", "--seed", "7") != first)
        let bytes = try printed("system", "--seed", "7", "--chance", "random=seeded")
        #expect(try printed("system", "--seed", "7", "--chance", "random=seeded") != bytes)
    }
}
