// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// How much a process may share.
private let modes = ["worker", "class", "case", "none"]

/// Base classes in libraries of their own, with one TestKit for all, and what is told where there are two.
///
/// Rule 51.
struct SharedBaseTests {
    /// Where bundles lie side by side.
    private let directory = TemporaryDirectory()
    /// The bundles of both teams.
    private let teams = Result { try ["SharingTeamA", "SharingTeamB"].map { try SwiftFixtures.bundle($0) } }

    /// Copies bundles and libraries to the directory.
    private func put(_ names: String...) throws {
        for name in names {
            let path = try SwiftFixtures.bundle(name)
            try FileManager.default.copyItem(atPath: path, toPath: directory.file("lib\(name).so"))
        }
    }

    /// Returns the cases that a run reports as passed.
    private func passed(_ result: Subprocess.Result) -> Set<String> {
        Set(Report(result.output).outcomes.filter { $0.kind == .passed }.map(\.identity))
    }

    @Test("a class inherits cases, hooks, examples and platform from a class of another library", arguments: modes)
    func inherits(isolation: String) throws {
        let bundle = try SwiftFixtures.bundle("SharingTeamA")
        let result = try Runner.run(["-v", "--isolation", isolation, bundle]).exiting(0)
        let own = [
            "OrderLawTests/testInherited", "OrderLawTests/testBreaksInTheBase", "OrderLawTests/testOwn",
            "OrderLawTests/testChecksInTheLibrary", "SumLawTests/testInherited", "SumLawTests/testBreaksInTheBase",
            "ChainTests/testInherited", "ChainTests/testBreaksInTheBase", "ChainTests/testOfTheMiddle",
            "ChainTests/testOwn",
            "HereTests/testRunsHere", "RowTests/outlineTestRow[one]", "RowTests/outlineTestRow[two]",
        ].map { "SharingTeamA/SharingTeamA.\($0)" }
        let ofBases = [
            "PlaceTests_Linux/testRunsHere", "TableTests/outlineTestRow[one]", "TableTests/outlineTestRow[two]",
        ]
        #expect(passed(result) == Set(own + ofBases.map { "SharingTeamA/SharedBases.\($0)" }))
        let skipped = Report(result.output).outcomes.filter { $0.kind == .skipped }.map(\.identity)
        #expect(skipped.contains("SharingTeamA/SharingTeamA.ThereTests/testRunsThere"))
    }

    @Test(
        "a library of base classes is a bundle with classes of its own, TestKit's is none, others run beside them",
        arguments: modes)
    func oneRegistry(isolation: String) throws {
        try put("TestKitShared", "SharedBases", "MiddleBases", "SharingTeamA", "SharingTeamB", "HandSuites")
        let (result, report) = try Runner.report(["--isolation", isolation, directory.path])
        #expect(report.faults.isEmpty)
        #expect(!result.output.contains("TestKitShared"))
        let bundles = Set(report.outcomes.map { String($0.identity.prefix { $0 != "/" }) })
        #expect(bundles == ["SharedBases", "SharingTeamA", "SharingTeamB", "HandSuites"])
        #expect(report.order.filter { $0.contains("/SharedBases.") }.allSatisfy { $0.hasPrefix("SharedBases/") })
        #expect(report.entries(about: "SharedBases/SharedBases.PlaceTests_Linux/testRunsHere").count == 1)
        #expect(report.entries(about: "SharingTeamA/SharingTeamA.HereTests/testRunsHere").map(\.kind) == [.passed])
        for team in ["A", "B"] {
            let name = "SharingTeam\(team)/SharingTeam\(team).SumLawTests/testInherited"
            #expect(report.entries(about: name).map(\.kind) == [.passed])
        }
    }

    @Test("two TestKits in one class hierarchy are a fault of the bundle, which says how to link")
    func twoTestKits() throws {
        let result = try Runner.run([try SwiftFixtures.bundle("OwnBaseTeam")]).exiting(4)
        let reason = Report(result.output).faults.first?.reason ?? ""
        #expect(reason.contains("'OwnBaseTeam.OwnTeamTests' inherits from 'OwnBases.OwnBaseTests' in "))
        #expect(reason.contains("another copy of TestKit"))
        #expect(reason.contains("TestKitShared"))
    }

    @Test("a failure that reaches a TestKit with no case running fails the run", arguments: modes)
    func strayFailure(isolation: String) throws {
        let result = try Runner.run(["-v", "--isolation", isolation, try SwiftFixtures.bundle("OwnHelperTeam")])
        #expect(result.status == 1)
        // It is the case's where no other had run in the process.
        let text = Report(result.output).entries.filter { [.late, .failed].contains($0.kind) }.map(\.text).joined()
        #expect(text.contains("the shop is closed"))
        #expect(text.contains("libOwnHelpers.so"))
        #expect(text.contains("TestKitShared"))
    }

    @Test("a superclass with cases that are not registered is a fault; one without cases is none")
    func unregisteredSuperclass() throws {
        let result = try Runner.run([try SwiftFixtures.bundle("PlainBaseTeam")]).exiting(4)
        let reason = Report(result.output).faults.first?.reason ?? ""
        #expect(reason.contains("'PlainBaseTeam.PlainTeamTests' inherits from 'PlainBases.PlainBaseTests'"))
        #expect(reason.contains("Apply the plug-in RegisterTests to the module PlainBases"))
        #expect(try Runner.run([try SwiftFixtures.bundle("PlainHookTeam")]).status == 0)
    }

    @Test(
        "cases, hooks and failures of two libraries reach the subclasses in each bundle, and those of helpers who called",
        arguments: modes)
    func bases(isolation: String) throws {
        let options = ["--color", "never", "--no-state", "--isolation", isolation]
        let report = try Runner.report(
            options + teams.get() + ["--filter", "ChainTests", "--filter", "FarTests"],
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
            ["-v", "--color", "never", "--no-state", "--focus", "all", "--isolation", isolation, urgent] + teams.get())
        #expect(result.status == 0, "\(result.output)")
        let names = ["UrgentTeam/UrgentTeam.AlarmTests/testUrgent", "UrgentTeam/UrgentTeam.FireTests/testFire"]
        let report = Report(result.output)
        #expect(report.outcomes.filter { $0.kind != .skipped }.map(\.identity).sorted() == names)
        #expect(report.outcomes.filter { $0.kind == .passed }.count == 2)
        #expect(result.output.contains(", because of a focus in UrgentTeam\n"))
    }

    @Test("where the libraries are bundles of the run, each class keeps its superclass", arguments: modes)
    func together(isolation: String) throws {
        try put("TestKitShared", "SharedBases", "MiddleBases", "UrgentBases", "SharingTeamA", "UrgentTeam")
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
