// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Libraries of one name that are different files never meet in one process.
///
/// Rule 52.
struct LibraryConflictTests {
    /// Where the bundles' directories are.
    private let directory = TemporaryDirectory()

    /// Makes a bundle that needs one version of a library, and the library beside it, in a directory.
    private func make(_ place: String, version: String) throws {
        try directory.makeDirectory(place)
        let library = try CFixture.compile(
            "library_version.c", to: "\(place)/libversion.so", in: directory, define: ["VERSION": version],
            options: ["-Wl,--build-id", "-Wl,-soname,libversion.so"])
        try CFixture.compile(
            "library_user.c", to: "\(place)/\(place).so", in: directory, define: ["VERSION": version],
            options: ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", library])
    }

    /// Runs all that was made.
    private func run(_ options: String...) throws -> Subprocess.Result {
        try Runner.run(["-v", "--recursive"] + options + [directory.path])
    }

    @Test("each bundle gets its own library", .long, arguments: ["worker", "class", "case"])
    func apart(isolation: String) throws {
        try make("old", version: "1")
        try make("new", version: "2")
        try CFixture.compile("ordinary.c", to: "other.so", in: directory)
        for jobs in ["1", "3"] {
            for seed in ["1", "2", "3"] {
                let result = try run("--isolation", isolation, "--jobs", jobs, "--seed", seed).exiting(0)
                let passed = Report(result.output).outcomes.filter { $0.kind == .passed }.map(\.identity)
                #expect(passed.filter { $0.hasPrefix("old/") || $0.hasPrefix("new/") }.count == 6)
            }
        }
    }

    @Test("in one process for all, the second bundle is a fault that says why")
    func none() throws {
        try make("old", version: "1")
        try make("new", version: "2")
        let report = try run("--isolation", "none").exiting(4).report
        #expect(report.outcomes.map(\.kind) == [.passed, .passed, .passed])
        let fault = try #require(report.faults.first)
        #expect(fault.identity == "old")
        #expect(fault.reason.contains("it needs a different libversion.so than new does ("))
    }

    @Test("the same library in two places may be shared: a build identifier decides")
    func sameBuild() throws {
        try make("one", version: "1")
        try make("two", version: "1")
        #expect(try run("--isolation", "none").status == 0)
    }

    @Test("a library that another one needs counts as well")
    func indirect() throws {
        for (place, version) in [("old", "1"), ("new", "2")] {
            try make(place, version: version)
            let middle = try CFixture.compile(
                "library.c", to: "\(place)/libmiddle\(version).so", in: directory,
                options: [
                    "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", directory.file("\(place)/libversion.so"),
                    "-Wl,-soname,libmiddle\(version).so",
                ])
            try CFixture.compile(
                "library_user.c", to: "\(place)/\(place).so", in: directory, define: ["VERSION": version],
                options: ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", middle])
        }
        try run("--jobs", "1").exiting(0)
    }
}
