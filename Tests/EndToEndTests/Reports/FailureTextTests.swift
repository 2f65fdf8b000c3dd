// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The text of a failure without the sources (rule 24).
///
/// Rule 49.
struct FailureTextTests {
    /// A copy of the bundle whose source is nowhere, under the same names otherwise.
    private func bundleWithoutSources(in directory: TemporaryDirectory) throws -> String {
        var data = try Data(contentsOf: URL(filePath: SwiftFixtures.bundle("TypedSuites")))
        let name = Data("TypedSuites/ObservedTests.swift".utf8)
        while let place = data.range(of: name) {
            data.replaceSubrange(place, with: Data("TypedSuites/GoneForEver99.swift".utf8))
        }
        let path = directory.file("libTypedSuites.so")
        try data.write(to: URL(filePath: path))
        return path
    }

    @Test("the assertion's own words are in the report", .swift63)
    func ownWords() throws {
        let directory = TemporaryDirectory()
        let bundle = try bundleWithoutSources(in: directory)
        let output = try Runner.run(["--color", "never", bundle, "TextTests"]).exiting(1).output
        for part in [
            "expected true, got false: expectTrue(list.isEmpty || list.count == 2)",
            "expected true, got false: expectTrue(no)", "expected true, got false: expectEven(3)",
            "text that matches /[0-9]+/", "the basket is empty",
        ] {
            #expect(output.contains(part), "\(output) lacks '\(part)'")
        }
        #expect(!output.contains("expectTrue(yes)"))
    }

    @Test("a replay of the events shows the same")
    func replayed() throws {
        let directory = TemporaryDirectory()
        let events = directory.file("events.jsonl")
        let options = ["--color", "never", "--events", events]
        let result = try Runner.run(options + [SwiftFixtures.bundle("TypedSuites"), "TextTests/testSaysWhatItExpects"])
        let replay = try Runner.run(["replay", "--color", "never", events])
        #expect(replay.lines.contains("    expected true, got false"), "\(replay.output)")
        #expect(result.lines.filter { $0.contains("expect") } == replay.lines.filter { $0.contains("expect") })
    }

    @Test("a known issue is known by the message alone, and an observer of the run needs no section")
    func others() throws {
        let bundle = try SwiftFixtures.bundle("TypedSuites")
        for name in ["TextTests/testIsKnownByItsMessage", "ObservedTests"] {
            try Runner.run(["--color", "never", bundle, name]).exiting(0)
        }
    }
}
