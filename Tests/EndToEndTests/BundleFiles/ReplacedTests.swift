// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A bundle's file that changes after its tests were listed.
///
/// Rule 31.
struct ReplacedTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test(
        "what is left of a bundle that is replaced while it runs is a fault, and runs under no wrong name",
        arguments: [("replaced", "none"), ("overwritten", "none"), ("replaced", "0x4711")])
    func replaced(how: String, build: String) throws {
        let define: [String: String?] = how == "overwritten" ? ["IN_PLACE": nil] : [:]
        // Of one size, so that nothing but the file itself tells them apart; without a build's number, or with the same.
        let bundle = try CFixture.compile(
            "replaced.c", to: "Replaced.so", in: directory, define: define, options: ["-Wl,--build-id=\(build)"])
        try CFixture.compile(
            "replaced.c", to: "Replaced.so.other", in: directory, define: ["OTHER": nil],
            options: ["-Wl,--build-id=\(build)"])
        try FixtureModel.ordinary.named("Zordinary").make(in: directory)
        let report = try Runner.report(["--no-state", "--jobs", "1", directory.path], exiting: 1).report
        #expect(report.entries(about: "Replaced/Replaced.FirstTests/testReplaces").map(\.kind) == [.crashed])
        for name in ["testGood", "testBad"] {
            let told = report.entries(about: "Replaced/Replaced.LastTests/\(name)")
            #expect(told.map(\.kind) == [.notRun], "\(told)")
        }
        let fault = report.faults.first { $0.identity == "Replaced" }
        #expect(fault?.reason.contains("was replaced, rebuilt or removed after its tests were listed") == true)
        FixtureModel.ordinary.named("Zordinary").expectMatch(report)
        #expect(FileManager.default.fileExists(atPath: bundle))
    }

    @Test("a bundle that registers other tests when it is opened again is a fault, and nothing runs under a wrong name")
    func changing() throws {
        let mark = directory.file("mark")
        try CFixture.compile("reordered_cases.c", to: "Changing.so", in: directory, define: ["MARK": "\"\(mark)\""])
        try FixtureModel.ordinary.named("Zordinary").make(in: directory)
        let report = try Runner.report(["--no-state", "--jobs", "1", directory.path], exiting: 1).report
        #expect(report.entries(about: "Changing/Changing.Deadly/testEnds").map(\.kind) == [.crashed])
        for name in ["Swapped/testFails", "Swapped/testPasses", "Renamed/testKept"] {
            let told = report.entries(about: "Changing/Changing.\(name)")
            #expect(told.map(\.kind) == [.notRun], "\(told)")
        }
        let fault = report.faults.first { $0.identity == "Changing" }
        #expect(fault?.reason.contains("opened again, it registers other tests: Changing.Swapped/test") == true)
        FixtureModel.ordinary.named("Zordinary").expectMatch(report)
    }

    @Test("a copy with the time of the same build in the file's place goes on")
    func sameBuild() throws {
        let bundle = try CFixture.compile(
            "replaced.c", to: "Replaced.so", in: directory, define: ["KEEPS_TIME": nil],
            options: ["-Wl,--build-id=sha1"])
        try #require(link(bundle, bundle + ".other") == 0)
        let report = Report(try Runner.run(["-v", "--no-state", "--jobs", "1", bundle]).output)
        #expect(report.faults.isEmpty)
        #expect(report.entries(about: "Replaced/Replaced.LastTests/testGood").map(\.kind) == [.passed])
        #expect(report.entries(about: "Replaced/Replaced.LastTests/testBad").map(\.kind) == [.failed])
    }

    @Test("so is a library that it needs, for each bundle that needs it and for no other")
    func library() throws {
        let library = try CFixture.compile(
            "library.c", to: "libanswer.so", in: directory,
            options: ["-Wl,-soname,libanswer.so", "-Wl,--build-id=none"])
        try FileManager.default.copyItem(atPath: library, toPath: library + ".other")
        let needs = ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", library]
        let middle = try CFixture.compile(
            "library_version.c", to: "libmiddle.so", in: directory, define: ["VERSION": "1"],
            options: ["-Wl,-soname,libmiddle.so"] + needs)
        try CFixture.compile("replaced.c", to: "Direct.so", in: directory, define: ["LIBRARY": nil], options: needs)
        try CFixture.compile(
            "library_user.c", to: "Indirect.so", in: directory, define: ["VERSION": "1", "GROUP": "2"],
            options: ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", middle])
        try FixtureModel.ordinary.named("Zordinary").make(in: directory)
        let report = Report(try Runner.run(["-v", "--no-state", "--jobs", "1", directory.path]).output)
        let words = "libanswer.so, which it needs, was replaced, rebuilt or removed after its tests were listed"
        for name in ["Direct", "Indirect"] {
            let fault = report.faults.first { $0.identity == name }
            #expect(fault?.reason.contains(words) == true, "\(name): \(report.faults)")
        }
        let left = report.outcomes.filter { $0.identity.hasPrefix("Indirect/") || $0.identity.contains(".LastTests/") }
        #expect(left.count > 2 && left.allSatisfy { $0.kind == .notRun }, "\(left)")
        FixtureModel.ordinary.named("Zordinary").expectMatch(report)
    }

    @Test("a library that is copied over, of the same build and with its time, goes on")
    func sameLibrary() throws {
        let library = try CFixture.compile(
            "library.c", to: "libanswer.so", in: directory,
            options: ["-Wl,-soname,libanswer.so", "-Wl,--build-id=sha1"])
        try #require(link(library, library + ".other") == 0)
        let bundle = try CFixture.compile(
            "replaced.c", to: "Direct.so", in: directory, define: ["LIBRARY": nil, "KEEPS_TIME": nil],
            options: ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", library])
        let report = Report(try Runner.run(["-v", "--no-state", "--jobs", "1", bundle]).output)
        #expect(report.faults.isEmpty)
        #expect(report.entries(about: "Direct/Replaced.LastTests/testGood").map(\.kind) == [.passed])
    }
}
