// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 51: class hierarchies over two libraries, whose suites are in two bundles.
struct LibraryChainTests {
    /// The modes of isolation.
    private static let modes = ["worker", "class", "case", "none"]
    /// The bundles of both teams.
    private let teams: [String]

    /// Finds them.
    init() throws { teams = try ["SharingTeamA", "SharingTeamB"].map { try SwiftFixtures.bundle($0) } }

    /// Runs the classes below two libraries, and those that call helpers of both.
    private func run(_ isolation: String, environment: [String: String] = [:]) throws -> Report {
        let options = ["-v", "--color", "never", "--no-state", "--isolation", isolation]
        let result = try Runner.run(
            options + teams + ["--filter", "ChainTests", "--filter", "FarTests"], environment: environment)
        // The helpers' failures.
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        return Report(result.output)
    }

    /// The cases of both teams that they inherit.
    private static let inherited = ["A", "B"].flatMap { team in
        ["testInherited", "testBreaksInTheBase", "testOfTheMiddle"].map {
            "SharingTeam\(team)/SharingTeam\(team).ChainTests/\($0)"
        }
    }

    @Test("cases, hooks and tags of two libraries reach the subclasses, and helpers fail who called", arguments: modes)
    func inherits(isolation: String) throws {
        let report = try run(isolation)
        let passed = report.outcomes.filter { $0.kind == .passed }.map(\.identity)
        #expect(passed.sorted() == (Self.inherited + ["SharingTeamA/SharingTeamA.ChainTests/testOwn"]).sorted())
        #expect(!report.outcomes.contains { $0.identity.contains("/MiddleBases.") }, "its base classes are abstract")
        let failed = report.outcomes.filter { $0.kind == .failed }
        let far = "SharingTeamB/SharingTeamB.FarTests/"
        #expect(failed.map(\.identity).sorted() == [far + "testFailsBelow", far + "testFailsInTheMiddle"])
        for (name, file) in [("testFailsBelow", "LawTests.swift:"), ("testFailsInTheMiddle", "MiddleTests.swift:")] {
            #expect(failed.first { $0.identity == far + name }?.text.contains(file) == true, "\(failed)")
        }
        #expect(!report.entries.contains { $0.kind == .late })
    }

    @Test("a failure in an inherited case fails it in each bundle, from whichever library it comes", arguments: modes)
    func bases(isolation: String) throws {
        let report = try run(isolation, environment: ["BREAK_THE_BASE": "1", "BREAK_THE_MIDDLE": "1"])
        for (name, file) in [("testBreaksInTheBase", "LawTests.swift:"), ("testOfTheMiddle", "MiddleTests.swift:")] {
            for team in ["A", "B"] {
                let found = report.entries(about: "SharingTeam\(team)/SharingTeam\(team).ChainTests/\(name)")
                #expect(found.map(\.kind) == [.failed], "\(name) of \(team): \(found)")
                #expect(found.first?.text.contains(file) == true, "\(found)")
            }
        }
    }

    @Test("the focus of an abstract class of another library reaches a subclass behind a second one", arguments: modes)
    func focus(isolation: String) throws {
        let urgent = try SwiftFixtures.bundle("UrgentTeam")
        let result = try Runner.run(
            ["-v", "--color", "never", "--no-state", "--focus", "all", "--isolation", isolation, urgent] + teams)
        #expect(result.status == 0, "\(result.output)")
        let names = ["UrgentTeam/UrgentTeam.AlarmTests/testUrgent", "UrgentTeam/UrgentTeam.FireTests/testFire"]
        let report = Report(result.output)
        #expect(report.outcomes.filter { $0.kind != .skipped }.map(\.identity).sorted() == names)
        #expect(report.outcomes.filter { $0.kind == .passed }.count == 2)
        #expect(result.output.contains(", because of a focus in UrgentTeam\n"))
    }

    @Test("where the libraries are bundles of the run, each class keeps its superclass", arguments: modes)
    func together(isolation: String) throws {
        let directory = TemporaryDirectory()
        for name in ["TestKitShared", "SharedBases", "MiddleBases", "UrgentBases", "SharingTeamA", "UrgentTeam"] {
            let path = try SwiftFixtures.bundle(name)
            try FileManager.default.copyItem(atPath: path, toPath: directory.file("lib\(name).so"))
        }
        let result = try Runner.run(
            ["-v", "--color", "never", "--no-state", "--focus", "all", "--isolation", isolation, directory.path])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let passed = Report(result.output).outcomes.filter { $0.kind == .passed }.map(\.identity)
        #expect(
            passed.sorted() == [
                "UrgentTeam/UrgentTeam.AlarmTests/testUrgent", "UrgentTeam/UrgentTeam.FireTests/testFire",
            ])
        let tree = try Runner.run(["--list", "--tree", "--color", "never", "--focus", "ignore", directory.path]).output
        for line in [
            "MiddleBases.MiddleAlertTests  abstract, from SharedBases/SharedBases.AlertTests, focused by a superclass",
            "UrgentTeam.FireTests  1 case, from MiddleBases/MiddleBases.MiddleAlertTests, focused by a superclass",
            "SharingTeamA.ChainTests  4 cases, from MiddleBases/MiddleBases.MiddleLawTests, run group 7, tagged law middle",
        ] {
            #expect(tree.contains(line), "\(tree)")
        }
        let chosen = try Runner.run(
            ["--list", "--focus", "ignore", directory.path, "SharedBases.LawTests", "MiddleBases.MiddleAlertTests"]
        ).lines
        #expect(chosen.contains("SharingTeamA/SharingTeamA.ChainTests/testOfTheMiddle"))
        #expect(chosen.contains("UrgentTeam/UrgentTeam.FireTests/testFire"))
    }
}
