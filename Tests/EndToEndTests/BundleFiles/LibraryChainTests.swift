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

    @Test(
        "cases, hooks and failures of two libraries reach the subclasses in each bundle, and those of helpers who called",
        arguments: modes)
    func bases(isolation: String) throws {
        let options = ["--color", "never", "--no-state", "--isolation", isolation]
        let report = try Runner.report(
            options + teams + ["--filter", "ChainTests", "--filter", "FarTests"],
            environment: ["BREAK_THE_BASE": "1", "BREAK_THE_MIDDLE": "1"], exiting: 1
        ).report
        #expect(report.outcomes.count == 9 && !report.entries.contains { $0.kind == .late }, "\(report.outcomes)")
        for team in ["A", "B"] {
            let name = "SharingTeam\(team)/SharingTeam\(team).ChainTests/testInherited"
            #expect(report.entries(about: name).map(\.kind) == [.passed])
        }
        for (name, file) in [("testFailsBelow", "LawTests.swift:"), ("testFailsInTheMiddle", "MiddleTests.swift:")] {
            let found = report.entries(about: "SharingTeamB/SharingTeamB.FarTests/" + name)
            #expect(found.map(\.kind) == [.failed] && found.first?.text.contains(file) == true, "\(found)")
        }
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
