// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs that leave something out though no option asks for that: what looks like a test and is none, and bundles without a case.
struct IncompleteTests {
    /// The scratch directory.
    private let directory = TemporaryDirectory()
    /// A bundle whose build warned.
    private let warned: String

    /// Makes it.
    init() throws {
        warned = try CFixture.compile("unregistered_tests.c", to: "Warned.so", in: directory)
    }

    /// What is said of the bundle.
    private let words =
        "3 methods and functions look like tests and are not registered, and 1 other warning of the build"

    @Test("rule 1: --strict makes them an error, in a run, a list, a merge and all reports")
    func strict() throws {
        let files = ["junit", "tap", "html", "events"].map { ($0, directory.file("report.\($0)")) }
        let result = try Runner.run(["--strict", warned] + files.flatMap { ["--\($0)", $1] })
        #expect(result.status == 8 && result.lines.last == "INCOMPLETE: \(words)", "\(result.output)")
        for (kind, file) in files.dropLast() {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("--strict makes this an error"), "\(kind)")
        }
        let events = files[3].1
        #expect(try Runner.run(["merge", events]).status == 8)
        let plain = directory.file("plain.events")
        #expect(try Runner.run(["--events", plain, warned]).status == 0)
        #expect(try Runner.run(["merge", plain]).lines.last == "ok, but incomplete: \(words)")
        #expect(try Runner.run(["merge", "--strict", plain]).status == 8)
        #expect(try Runner.run(["--strict", warned], environment: ["TESTKIT_STRICT": "false"]).status == 8)
        #expect(try Runner.run([warned], environment: ["TESTKIT_STRICT": "true"]).status == 8)
        // A focus is such an error as well.
        let focused = try FixtureModel.focus.make(in: directory)
        #expect(try Runner.run(["--strict", focused]).status == 6)
        #expect(try Runner.run(["--strict", try FixtureModel.ordinary.make(in: directory)]).status == 0)
    }

    @Test("rule 1: --list says them on standard error, and as JSON")
    func list() throws {
        let result = try Runner.run(["--list", warned])
        #expect(result.status == 0 && result.lines == ["Warned/Warned.Tests/testA"])
        #expect(result.errors.contains("runner: Sources/B.swift:9: a function\n"))
        #expect(result.errors.contains("runner: listed, but incomplete: \(words)\n"))
        #expect(try Runner.run(["--list", "--strict", warned]).status == 8)
        let json = try Runner.run(["--list", "--format", "json", warned]).output
        #expect(json.contains(#""kind":"methods","tests":2,"file":"Sources/A.swift","line":3"#), "\(json)")
    }

    @Test("odd warnings change nothing, and one that cannot be read is left out")
    func odd() throws {
        let odd = try CFixture.compile("unregistered_tests.c", to: "Odd.so", in: directory, define: ["ODD": nil])
        let result = try Runner.run([odd])
        #expect(result.status == 0 && result.lines.last == "ok, but with warnings: 1 warning of the build")
        #expect(result.lines.contains("  Odd: of an unknown kind"), "\(result.output)")
    }

    @Test("rule 44: an empty directory, and a selection of nothing, say why nothing ran")
    func empty() throws {
        let nothing = TemporaryDirectory()
        let result = try Runner.run([nothing.path]).exiting(3)
        #expect(result.lines.contains("no bundle and no test executable in \(nothing.path)"), "\(result.output)")
        #expect(!result.output.contains("nothing ran"))
        try nothing.write([], to: "Package.swift")
        let tests = try nothing.makeDirectory("Tests/ShopTests")
        let named = try Runner.run([tests]).output
        #expect(named.contains("the package around it is '"), "\(named)")
        #expect(named.contains("': without a path, runner builds it and runs its tests\n"), "\(named)")
        let none = try Runner.run([warned, "--filter", "re:^no such"])
        #expect(none.status == 3 && none.lines.contains("none of 1 case is selected"), "\(none.output)")
        #expect(none.errors == "runner: warning: no test matches the filter 're:^no such'\n")
    }

    @Test("a bundle without a class says so, be it alone or among others")
    func withoutClass() throws {
        let bundle = try CFixture.compile("no_classes.c", to: "Classless.so", in: directory)
        let alone = try Runner.run([bundle])
        let words =
            "no case: it registers no class; a test is a class that inherits from TestCase, in a target with "
            + "the plug-in RegisterTests"
        #expect(alone.status == 3 && alone.lines.contains("Classless: \(words)"), "\(alone.output)")
        let both = try Runner.run([bundle, warned])
        #expect(both.lines.contains("  Classless  \(words)"), "\(both.output)")
    }

    @Test(
        "rule 53: an executable whose main is a stale LinuxMain.swift names that file, and where the tests are", .long)
    func writtenMain() throws {
        let path = directory.path + "/.build/debug/ShopPackageTests.xctest"
        for part in [".build/debug", "Tests/ShopTests"] {
            try FileManager.default.createDirectory(
                atPath: directory.path + "/" + part, withIntermediateDirectories: true)
        }
        for file in ["Package.swift", "Tests/LinuxMain.swift", "Tests/ShopTests/CartTests.swift"] {
            try Data().write(to: URL(fileURLWithPath: directory.path + "/" + file))
        }
        try OtherFrameworks.linkEmpty(to: path)
        let result = try OtherFrameworks.run([path]).exiting(4)
        #expect(result.output.contains("/Tests/LinuxMain.swift is its main program"), "\(result.output)")
        #expect(result.output.contains("/Tests/ShopTests are not in it; remove the file"))
        try FileManager.default.removeItem(atPath: directory.path + "/Tests/LinuxMain.swift")
        #expect(!(try OtherFrameworks.run([path])).output.contains("LinuxMain"))
    }
}
