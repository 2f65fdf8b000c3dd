// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The hunt for tests that depend on the order, by the built runner (`--hunt`).
struct HuntTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// The bundle of planted causes.
    private func causes(in directory: TemporaryDirectory) throws -> String {
        try CFixture.compile(
            "diagnosis_causes.c", to: "Causes.so", in: directory, define: ["FILE_PATH": "\"\(directory.file("file"))\""]
        )
    }

    @Test("what passes in the declared order and fails in another is found, and its cause")
    func finds() throws {
        let path = try causes(in: directory)
        let classes = ["EarlyVictim", "Filler", "LatePolluter", "Setter", "LateBrittle"].map { "Causes.\($0)" }
        let result = try Runner.run(
            ["--hunt", "--no-state", "--shuffle", "off", "--seed", "1", "-j1", path] + classes)
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        #expect(
            result.lines.contains(
                "hunt: 2 tests fail in some order or with a seed, among the 20 adjacent pairs of 5 classes"))
        let victim = "Causes/Causes.LatePolluter/testPollutes makes Causes/Causes.EarlyVictim/testFinds fail"
        let brittle = "Causes/Causes.LateBrittle/testNeeds passes only after Causes/Causes.Setter/testPrepares"
        #expect(result.lines.contains("diagnosis: \(victim)"), "\(result.output)")
        #expect(result.lines.contains("diagnosis: \(brittle)"), "\(result.output)")
    }

    @Test("where nothing depends on the order, the pairs are reported")
    func nothing() throws {
        let path = try CFixture.compile("empty_classes.c", to: "Crowd.so", in: directory, define: ["CLASSES": "41"])
        let events = directory.file("events")
        let state = directory.file("state")
        let result = try Runner.run(["--hunt", "--state", state, "--seed", "1", "--events", events, path]).exiting(0)
        let sentence = "no failure in any of the 1640 adjacent pairs of 41 classes, nor with 8 other seeds"
        #expect(result.lines.contains("hunt: \(sentence)"), "\(result.output)")
        #expect(try String(contentsOfFile: events, encoding: .utf8).contains("testkit.hunted"))
    }

    @Test("the classes of a test executable are hunted in its own process, and other seeds bring other orders", .long)
    func executable() throws {
        let path = directory.file("ShopPackageTests.xctest")
        let source = CFixture.root + "/Tests/Fixtures/C/Planted.swift"
        try Subprocess.succeed(["swiftc", "-Onone", source, "-o", path])
        let arguments = ["--hunt", "--no-state", "--seed", "1", "-j1", path]
        let declared = try OtherFrameworks.run(["--shuffle", "off"] + arguments + ["Victim", "Filler", "Polluter"])
        #expect(
            declared.lines.contains(
                "hunt: 1 test fails in some order or with a seed, among the 6 adjacent pairs of 3 classes"),
            "\(declared.output)")
        #expect(declared.output.contains("Polluter/testPollutes makes ") && declared.status == 1)
        // Within a class, only the order of another seed shows it.
        let single = try OtherFrameworks.run(arguments + ["Inner"])
        let isFound = single.output.contains("hunt: 1 test fails") || single.output.contains(" 1 failed")
        #expect(isFound, "\(single.output)")
        let quiet = try OtherFrameworks.run(arguments + ["Filler"])
        #expect(
            quiet.lines.contains("hunt: no failure with 8 other seeds; one class has no neighbour"), "\(quiet.output)")
    }

    @Test("a hunt goes on where the last one of the same tests stopped", .long)
    func resumes() throws {
        let path = try CFixture.compile("empty_classes.c", to: "Crowd.so", in: directory, define: ["CLASSES": "400"])
        let state = directory.file("state")
        let arguments = ["--hunt=2", "--state", state, "--seed", "1", path]
        var seen: [Int] = []
        for _ in 1...40 {
            let result = try Runner.run(arguments)
            let line = try #require(result.lines.first { $0.hasPrefix("hunt: ") }, "\(result.output)")
            guard let pairs = line.firstMatch(of: #/no failure in (\d+) of the 159600/#).flatMap({ Int($0.1) }) else {
                #expect(line.hasPrefix("hunt: no failure in any of the 159600 adjacent pairs of 400 classes"))
                break
            }
            seen.append(pairs)
        }
        // Each goes on: the last one has come further than the first, and none begins again.
        #expect(seen == seen.sorted() && Set(seen).count == seen.count, "\(seen)")
    }
}
