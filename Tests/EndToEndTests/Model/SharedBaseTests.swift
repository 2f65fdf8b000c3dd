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

    /// Copies bundles and libraries to the directory; returns its path.
    @discardableResult
    private func put(_ names: String...) throws -> String {
        for name in names {
            let path = try SwiftFixtures.bundle(name)
            try FileManager.default.copyItem(atPath: path, toPath: directory.file("lib\(name).so"))
        }
        return directory.path
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

    @Test("TestKit's own library is no bundle; bundles that bring a TestKit run beside those that share one")
    func sideBySide() throws {
        try put("TestKitShared", "SharedBases", "MiddleBases", "SharingTeamA", "SharingTeamB", "HandSuites")
        let (result, report) = try Runner.report([directory.path])
        #expect(report.faults.isEmpty)
        #expect(!result.output.contains("TestKitShared"))
        let bundles = Set(report.outcomes.map { String($0.identity.prefix { $0 != "/" }) })
        #expect(bundles == ["SharedBases", "SharingTeamA", "SharingTeamB", "HandSuites"])
    }

    @Test("where the library of base classes is a bundle of the run, its classes are its own", arguments: modes)
    func oneRegistry(isolation: String) throws {
        try put("TestKitShared", "SharedBases", "MiddleBases", "SharingTeamA", "SharingTeamB")
        let (_, report) = try Runner.report(["--isolation", isolation, directory.path])
        #expect(report.order.filter { $0.contains("/SharedBases.") }.allSatisfy { $0.hasPrefix("SharedBases/") })
        #expect(report.entries(about: "SharedBases/SharedBases.PlaceTests_Linux/testRunsHere").count == 1)
        #expect(report.entries(about: "SharingTeamA/SharingTeamA.HereTests/testRunsHere").map(\.kind) == [.passed])
        for team in ["A", "B"] {
            let name = "SharingTeam\(team)/SharingTeam\(team).SumLawTests/testInherited"
            #expect(report.entries(about: name).map(\.kind) == [.passed])
        }
        // An abstract class of one bundle stands for its subclasses in the others.
        let chosen = try Runner.listed([directory.path, "SharedBases.LawTests"])
        #expect(
            Set(chosen.compactMap { $0.split(separator: "/").dropLast().last }) == [
                "SharingTeamA.OrderLawTests", "SharingTeamA.SumLawTests", "SharingTeamB.SumLawTests",
                "SharingTeamA.ChainTests", "SharingTeamB.ChainTests",
            ])
        let tree = try Runner.run(["--list", "--tree", directory.path]).output
        #expect(tree.contains("from SharedBases/SharedBases.LawTests, run group 7"))
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
}
