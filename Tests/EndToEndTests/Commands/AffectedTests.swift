// SPDX-License-Identifier: MIT

import Foundation
import Testing

#if arch(x86_64)
/// Only the tests that a change can reach.
///
/// Rule 73.
struct AffectedTests {
    /// A directory for the bundle, the file that it reads, and the records.
    private let directory = TemporaryDirectory()

    init() throws {
        try write("hello", to: "data.txt")
        try build()
    }

    /// Builds the bundle, with some numbers.
    private func build(_ numbers: [String: String?] = [:], relocations: Bool = true) throws {
        var define = numbers
        define["DATA"] = "\"\(directory.file("data.txt"))\""
        try CFixture.compile(
            "affected.c", to: "Reach.so", in: directory, define: define,
            options: ["-pthread"] + (relocations ? ["-Wl,--emit-relocs"] : []))
    }

    /// Writes a file.
    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: directory.file(name), atomically: true, encoding: .utf8)
    }

    /// Runs a bundle's tests.
    @discardableResult
    private func run(
        _ arguments: String..., of bundle: String = "Reach.so", environment: [String: String] = [:]
    ) throws -> Subprocess.Result {
        try Runner.run(
            [directory.file(bundle), "--state", "state"] + arguments, environment: environment, in: directory.path)
    }

    /// The tests that would run, with the reasons.
    private func listed(_ arguments: String...) throws -> [String: String] {
        let words = [directory.file("Reach.so"), "--state", "state", "--affected=list"]
        let result = try Runner.run(words + arguments, in: directory.path).exiting(0)
        var tests: [String: String] = [:]
        for line in result.lines.dropLast() {
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            tests[parts[0].replacing("Reach/Reach.Tests/", with: "")] = parts.last
        }
        return tests
    }

    /// What always runs.
    private static let always = [
        "testProgram": "always runs: it starts a program", "testNetwork": "always runs: it uses the network",
        "testOtherName": "always runs: it uses the network",
    ]

    @Test("what has not changed does not run, and is skipped with the reason in every report")
    func nothingHasChanged() throws {
        #expect(try listed().values.allSatisfy { $0 == "no record of a run in which it passed" })
        let first = try run("--affected")
        #expect(first.status == 0 && first.output.contains("16 passed"), "\(first.output)\(first.errors)")
        #expect(try listed() == Self.always)
        let second = try run("--affected", "--junit", directory.file("j.xml"), "--events", directory.file("e.jsonl"))
        #expect(second.status == 0, "\(second.output)\(second.errors)")
        #expect(second.output.contains("3 passed, 13 unchanged"))
        #expect(second.lines.last?.hasPrefix("ok, 3 run, 13 unchanged since 20") == true)
        let junit = try String(contentsOfFile: directory.file("j.xml"), encoding: .utf8)
        #expect(junit.components(separatedBy: "unchanged since 20").count == 14)
        let events = try String(contentsOfFile: directory.file("e.jsonl"), encoding: .utf8)
        #expect(events.components(separatedBy: "\"reasonKind\":\"unchanged\"").count == 14)
    }

    @Test("a run that records all says how long the last run took that did not")
    func price() throws {
        func price(_ result: Subprocess.Result) -> String? { result.lines.first { $0.contains("recorded what") } }
        #expect(try price(run("--affected"))?.contains("; no earlier run shows the time without recording") == true)
        // Neither is what a record is compared with.
        for other in ["--isolation=case", "--affected=record"] {
            #expect(try price(run(other))?.contains("of the last run without recording") != true)
        }
        #expect(try price(run()) == nil)
        #expect(try price(run("--affected=record"))?.contains("s of the last run without recording") == true)
        // Where tests are left out, it is another time.
        #expect(try price(run("--affected")) == nil)
        #expect(try price(run("--affected=record", "--filter", "testPlain")) == nil)
    }

    @Test("of many tests, what is kept while they run is whole at the end, and so are the records of others", .long)
    func many() throws {
        func build(_ number: String) throws {
            try CFixture.compile(
                "affected_many.c", to: "Many.so", in: directory, define: ["CHOSEN": number],
                options: ["-Wl,--emit-relocs"])
        }
        func listed() throws -> [String] { try run("--affected=list", of: "Many.so").lines.dropLast() }
        try build("1")
        #expect(try run("--affected=record", of: "Many.so").output.contains("301 passed"))
        #expect(try listed().isEmpty)
        // 200 of them, and the others keep their records.
        #expect(try run("--affected=record", "--filter", "re:/test[12]", of: "Many.so").output.contains("200 passed"))
        #expect(try listed().isEmpty)
        try build("2")
        #expect(try listed() == ["Many/Many.Tests/testChosen: chosen changed"])
        #expect(try run("--affected", of: "Many.so").lines.last?.hasPrefix("ok, 1 run, 300 unchanged since 20") == true)
        #expect(try run("--affected", of: "Many.so").lines.last?.hasPrefix("ok, 0 run, 301 unchanged since 20") == true)
    }

    @Test("what uses the outside always runs, and says so")
    func outside() throws {
        try build(["OUTSIDE": "1"])
        try run("--affected=record").exiting(0)
        let expected = [
            "testAddressByName": "it uses the network", "testResolver": "it uses the network",
            "testNetlink": "it uses the network", "testWords": "it starts a program",
            "testExecuted": "it starts a program", "testLibrary": "it opens a library",
            "testShared": "it shares memory or semaphores with other processes",
            "testKernel": "it calls the kernel directly", "testKernelTree": "it calls the kernel directly",
        ].mapValues { "always runs: \($0)" }
        #expect(try listed() == Self.always.merging(expected) { $1 })
    }

    @Test("a test for which a library finds a type by its name runs after a change of names")
    func types() throws {
        func compile(_ name: String, _ define: [String: String?], _ options: String...) throws {
            let search = ["-L\(directory.path)", "-Wl,-rpath,\(directory.path)"]
            try CFixture.compile(
                "affected_types.c", to: name, in: directory, define: define, options: search + options)
        }
        try compile("libswiftCore.so", ["STANDARD": nil], "-Wl,-soname,libswiftCore.so")
        try compile("libFar.so", ["FAR": nil], "-lswiftCore")
        try compile("Types.so", [:], "-lFar", "-Wl,--emit-relocs")
        #expect(try run("--affected=record", of: "Types.so").output.contains("2 passed"))
        #expect(try run("--affected=list", of: "Types.so").lines.dropLast().isEmpty)
        try compile("Types.so", ["ADDED": nil], "-lFar", "-Wl,--emit-relocs")
        let found = "Types/Types.Tests/testFound: names of types changed, and a library finds types by name for it"
        #expect(try run("--affected=list", of: "Types.so").lines.dropLast() == [found])
    }

    @Test("the set of affected tests in patterns and rules is what --affected would run, and its run records nothing")
    func set() throws {
        let rule = #"{"tests": [{"match": "affected and case:testPlain", "timeout": 50}]}"#
        try rule.write(toFile: directory.file("testkit.json"), atomically: true, encoding: .utf8)
        let unrecorded = try run("--list", "--filter", "not affected")
        #expect(unrecorded.status == 3 && unrecorded.errors.contains("every test counts as affected: "))
        try run("--affected=record")
        #expect(try Set(listed("--filter", "set:affected").keys) == Set(Self.always.keys))
        try build(["PLAIN": "2"])
        for _ in 0..<2 {
            let result = try run("--filter", "affected and not case:testNetwork")
            #expect(result.output.contains("3 cases run in ") && result.output.contains(": 2 passed, 1 failed, "))
        }
        #expect(try run("--list", "--filter", "set:affected", "--no-state").status == 2)
        let history = try Runner.run(
            ["history", "--state", "state", "--filter", "re:x", "--skip", "testX or affected"], in: directory.path)
        #expect(history.errors.contains("--skip: expected a pattern without 'affected' (at position 10), "))
    }

    @Test("nothing selected is no failure")
    func nothingSelected() throws {
        try run("--affected=record")
        let result = try run("--affected", "--filter", "testPlain").exiting(0)
        #expect(result.lines.contains { $0.hasPrefix("ok, but") || $0.hasPrefix("ok, 0 run, 1 unchanged since 20") })
    }

    @Test(
        "a function counts wherever it is entered: in a child, on a thread, with every signal blocked, in a handler",
        .long,
        arguments: [
            ("PLAIN", "testPlain"), ("FORKED", "testForked"), ("THREADED", "testThreaded"), ("MASKED", "testMasked"),
            ("HANDLED", "testHandled"),
        ])
    func functions(number: String, test: String) throws {
        try run("--affected=record")
        try build([number: "2"])
        let name = String(test.dropFirst(4)).lowercased()
        #expect(try listed() == Self.always.merging([test: "\(name) changed"]) { $1 })
        try run("--affected", "-v").exiting(1)
        // What failed runs again, though nothing has changed since.
        #expect(try listed()[test] == "no record of a run in which it passed")
        try build()
        #expect(try run("--affected").status == 0)
        #expect(try listed() == Self.always)
    }

    @Test("a file counts by its content, and by its absence")
    func files() throws {
        let path = directory.file("data.txt")
        try run("--affected=record")
        try write("hullo", to: "data.txt")
        #expect(try listed()["testFile"] == "\(path) changed")
        try write("hello", to: "data.txt")
        #expect(try listed()["testFile"] == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(try listed()["testFile"] == "\(path) changed")
        try run("--affected")
        #expect(try listed()["testFile"] == nil)
        try write("", to: "data.txt")
        #expect(try listed()["testFile"] == "\(path) changed")
    }

    @Test("a file counts that a constructor opens, and one that is opened by a function found by its name")
    func filesUnseenInImports() throws {
        let (constructed, found) = (directory.file("data.txt"), directory.file("found.txt"))
        try write("hello", to: "found.txt")
        try CFixture.compile(
            "affected_load.c", to: "Reach.so", in: directory,
            define: ["DATA": "\"\(constructed)\"", "PLACES": "\"\(found)\""])
        try run("--affected=record")
        #expect(try listed().isEmpty)
        try write("hullo", to: "found.txt")
        #expect(try listed() == ["Reach/Load.Tests/testFound": "\(found) changed"])
        try write("hullo", to: "data.txt")
        #expect(try listed()["Reach/Load.Tests/testNothing"] == "\(constructed) changed")
    }

    @Test("settings and the environment count")
    func settings() throws {
        try run("--affected=record")
        #expect(try listed("--timeout", "61").values.contains("the settings of the run or of the test changed"))
        let result = try run("--affected=list", environment: ["MODE": "other"])
        #expect(result.output.contains("testPlain: the environment changed"))
    }

    @Test("without relocations, any change of the bundle runs everything, and a line says so")
    func withoutRelocations() throws {
        try build(relocations: false)
        let first = try run("--affected")
        #expect(first.errors.contains("all tests of Reach run after any change of it, since it has no relocations"))
        #expect(try listed() == Self.always)
        try build(["PLAIN": "1 + 0 * 2", "FORKED": "3 - 2", "MASKED": "(int)sizeof(long) - 7"], relocations: false)
        try build(["PLAIN": "2"], relocations: false)
        #expect(try listed()["testNothing"] == "its bundle changed")
    }

    @Test("--affected=verify fails where a test that would have been left out did not pass")
    func verify() throws {
        try run("--affected=record")
        #expect(try run("--affected=verify").status == 0)
        // Nobody sees this change: the record is made to say that nothing has changed.
        let record = directory.file("state") + "/affected"
        let kept = try Data(contentsOf: URL(fileURLWithPath: record))
        try build(["PLAIN": "2"])
        #expect(try run("--affected=verify").status == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: record)) != kept)
    }

    @Test("what failed in a run that recorded nothing runs again, until it passes")
    func failureOfOtherRun() throws {
        try build(["UNSEEN": "1"])
        try run("--affected=record", "--seed", "1")
        try run("--filter", "testTerminal", environment: ["TERM": "broken"]).exiting(1)
        #expect(try listed()["testTerminal"] == "no record of a run in which it passed")
        try run("--affected").exiting(0)
        #expect(try listed()["testTerminal"] == nil)
    }

    @Test("--affected=verify names what changed unseen, and not what the seed decides")
    func verifyByOtherSeeds() throws {
        try build(["UNSEEN": "1"])
        try run("--affected=record", "--seed", "1")
        let result = try run("--affected=verify", "--seed", "4711", environment: ["TERM": "broken"]).exiting(1)
        let said = result.errors.split(separator: "\n").filter { $0.contains("--affected") }
        #expect(
            said == [
                "runner: the seed decides whether Reach/Reach.Tests/testSeed passes: this is no fault of --affected",
                "runner: --affected would have left out Reach/Reach.Tests/testTerminal, which failed",
            ])
    }

    @Test("a shared process credits each test with what came before it, and never with less")
    func sharedProcess() throws {
        func run(_ mode: String) throws -> Subprocess.Result {
            try self.run("--isolation", "class", "--filter", "testPlain", "--filter", "testNothing", mode).exiting(0)
        }
        _ = try run("--affected=record")
        try build(["PLAIN": "1 + 1"])
        let result = try run("--affected=list")
        let lines = ["Reach/Reach.Tests/testNothing: plain changed", "Reach/Reach.Tests/testPlain: plain changed"]
        #expect(result.lines.dropLast().sorted() == lines)
    }

    @Test("a record of another version is ignored with a word, and a listing writes none")
    func records() throws {
        _ = try listed()
        let record = directory.file("state") + "/affected"
        #expect(!FileManager.default.fileExists(atPath: record))
        try run("--affected=record", "--shard", "1/2")
        try run("--affected", "--shard", "2/2")
        #expect(try listed() == Self.always)
        try write("testkit affected 99\n", to: "state/affected")
        let result = try run("--affected=list")
        #expect(result.errors.contains("is ignored, since another version of the runner wrote it; all tests run"))
    }
}
#endif
