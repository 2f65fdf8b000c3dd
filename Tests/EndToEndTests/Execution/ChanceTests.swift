// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The choices of the seed besides the order, in an unmodified bundle.
///
/// Rules 57 and 72.
struct ChanceTests {
    /// The fixture, compiled once.
    private static let bundle = Result { try Bundle() }

    /// A bundle of C and Swift.
    private struct Bundle: Sendable {
        let directory: TemporaryDirectory
        let path: String
        /// The same with Swift's library linked in.
        let linkedIn: String

        init() throws {
            directory = TemporaryDirectory()
            let words = ["-module-name", "Chance", "SOURCES/Chance.swift"]
            path = try CFixture.link("chance.c", to: "Chance.so", in: directory, by: words)
            linkedIn = try CFixture.link(
                "chance.c", to: "LinkedIn.so", in: directory, options: ["-DWITHOUT_EARLY"],
                by: words + ["-static-stdlib"])
        }
    }

    /// Runs the bundle; the lines that cases printed by a word at their beginning, by identity.
    private func printed(_ word: String, _ arguments: String..., environment: [String: String] = [:]) throws
        -> [String: String]
    {
        try lines(word, of: ["--no-config", try Self.bundle.get().path] + arguments, environment: environment)
    }

    /// Runs bundles; the lines that cases printed by a word at their beginning, by identity.
    private func lines(_ word: String, of arguments: [String], environment: [String: String] = [:]) throws
        -> [String: String]
    {
        let options = ["--no-state", "--show-output", "all", "--color", "never"]
        let (result, report) = try Runner.report(options + arguments, environment: environment, exiting: 0)
        var lines: [String: String] = [:]
        for outcome in report.outcomes {
            let line = outcome.details.last { $0.hasPrefix("  | \(word) ") }
            lines[outcome.identity] = line.map { String($0.dropFirst("  | \(word) ".count)) }
        }
        try #require(!lines.isEmpty, "nothing printed '\(word)': \(result.output)")
        return lines
    }

    @Test("the order of sets and dictionaries is the seed's", .long, arguments: ["words", "numbers", "early"])
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

    @Test("with hashing=system each worker of a run hashes by a key of its own")
    func systemHashingOfWorkers() throws {
        let directory = TemporaryDirectory()
        let file = directory.file("hashes")
        let options = ["--no-state", "--no-config", "--chance", "hashing=system", "--repeat", "8"]
        let result = try Runner.run(
            options + [try Self.bundle.get().path, "FirstTests/testOrder"], environment: ["CHANCE_HASHES": file])
        try #require(result.status == 0, "\(result.output)\(result.errors)")
        let hashes = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(hashes.count == 8 && Set(hashes).count == 8, "\(hashes)")
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

    @Test("testkit.json sets hashing and random numbers of single bundles, and the command line is stronger")
    func ofBundles() throws {
        let directory = TemporaryDirectory()
        for name in ["Plain", "Other"] {
            try FileManager.default.copyItem(
                atPath: Self.bundle.get().path, toPath: directory.file("\(name).so"))
        }
        let settings = #"{"bundles": {"Other": {"chance": "hashing=system,random=seeded"}}}"#
        try directory.write(Array(settings.utf8), to: "testkit.json")
        func runs(_ word: String, _ options: String...) throws -> [(plain: [String], other: [String])] {
            try (0..<2).map { _ in
                let all = try lines(word, of: [directory.path, "--seed", "7"] + options)
                func values(_ name: String) -> [String] {
                    all.filter { $0.key.hasPrefix(name + "/") }.sorted { $0.key < $1.key }.map(\.value)
                }
                let found = (plain: values("Plain"), other: values("Other"))
                try #require(!found.plain.isEmpty && !found.other.isEmpty, "\(all)")
                return found
            }
        }
        for options in [[], ["--isolation", "case"], ["--jobs", "1"]] {
            let hashed = try runs("words", options.first ?? "-v", options.last ?? "-v")
            #expect(hashed[0].plain == hashed[1].plain && hashed[0].other != hashed[1].other, "\(options)")
            let drawn = try runs("drawn", options.first ?? "-v", options.last ?? "-v")
            #expect(drawn[0].plain != drawn[1].plain && drawn[0].other == drawn[1].other, "\(options)")
        }
        let asked = try runs("words", "--chance", "random=system")
        #expect(asked[0].other == asked[1].other)
        let report = try Runner.run(["--show-config", directory.path]).output
        #expect(report.contains("chance"), "\(report)")
        #expect(report.contains("hashing=system,random=seeded"), "\(report)")
    }

    @Test("a bundle with Swift's library linked in is named, for the seed cannot set its key")
    func linkedIn() throws {
        let bundle = try Self.bundle.get()
        func run(_ options: String..., environment: [String: String] = [:]) throws -> Subprocess.Result {
            try Runner.run(["--no-state", bundle.linkedIn, bundle.path] + options, environment: environment)
        }
        let result = try run().exiting(0)
        #expect(result.errors.contains("hashing=system for LinkedIn: "), "\(result.errors)")
        #expect(!result.errors.contains("hashing=system for Chance"), "\(result.errors)")
        // It says nothing but the truth.
        let first = try lines("words", of: [bundle.linkedIn, "--seed", "7"])
        #expect(try lines("words", of: [bundle.linkedIn, "--seed", "7"]) != first)
        #expect(try !run("--chance", "hashing=system").errors.contains("hashing="))
        let tasks = try run("--chance", "tasks=seeded").errors
        #expect(tasks.contains("tasks=system for LinkedIn: "), "\(tasks)")
        #expect(!tasks.contains("tasks=system for Chance"), "\(tasks)")
        #expect(try !run(environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]).errors.contains("hashing="))
    }

    @Test("test executables of XCTest and Swift Testing hash by the seed", .long)
    func executables() throws {
        let executable = try OtherFrameworks.shop.executable()
        // The arguments of this test are a set, and stay in its order.
        func order(_ seed: Int) throws -> [String] {
            let options = ["--list", "--shuffle", "off", "--seed", "\(seed)", executable, "ArgumentTests"]
            let result = try OtherFrameworks.run(options)
            return result.lines.filter { $0.contains("/unordered(colour:)[") }
        }
        let orders = try (1...4).map(order)
        #expect(orders.allSatisfy { $0.count == 5 }, "\(orders)")
        #expect(try (1...4).map(order) == orders)
        #expect(Set(orders).count > 1)
    }

    @Test("random numbers are the system's by default, and the system's own always")
    func systemNumbers() throws {
        let first = try printed("drawn", "--seed", "7")
        #expect(try printed("drawn", "--seed", "7") != first)
        let bytes = try printed("system", "--seed", "7", "--chance", "random=seeded")
        #expect(try printed("system", "--seed", "7", "--chance", "random=seeded") != bytes)
    }
}
