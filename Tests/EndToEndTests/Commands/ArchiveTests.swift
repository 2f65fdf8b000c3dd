// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Bundles that are packed here and run elsewhere.
struct ArchiveTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// The outcomes of a run's cases and the bundles that it could not use, by name.
    private static func outcomes(_ result: Subprocess.Result) -> [String] {
        let report = Report(result.output)
        return (report.outcomes + report.faults).map { "\($0.kind) \($0.identity)" }.sorted()
    }

    /// A machine without a toolchain: nothing is found by `PATH`, and unpacking has a place of its own.
    private static func elsewhere(_ temporary: String) -> [String: String] {
        ["PATH": "/nonexistent", "LD_LIBRARY_PATH": "", "TMPDIR": temporary]
    }

    /// A directory of teams' bundles: some pass, some fail, one crashes, one is no bundle, one needs libraries.
    private func teams(_ directory: TemporaryDirectory) throws -> String {
        for team in ["one", "two"] { try directory.makeDirectory("teams/\(team)") }
        try directory.makeDirectory("libraries")
        try CFixture.compile("ordinary.c", to: "teams/one/Same.so", in: directory)
        try CFixture.compile("ordinary.c", to: "teams/two/Same.so", in: directory, define: ["FAILS": nil])
        try CFixture.compile(
            "deadly.c", to: "teams/one/Deadly.so", in: directory, define: ["DEED": "\"crash\"", "PLACE": "BODY"])
        try directory.write(Array("no library".utf8), to: "teams/two/broken.so")
        let library = try CFixture.compile(
            "library.c", to: "libraries/libhalf.so", in: directory, options: ["-Wl,-soname,libhalf.so"])
        let places = (library as NSString).deletingLastPathComponent
        // Found by a path that only this machine has, and by one from the bundle.
        for (name, path) in [("teams/one/Far.so", places), ("teams/two/Near.so", "$ORIGIN/../../libraries")] {
            try CFixture.compile(
                "undefined_symbols.c", to: name, in: directory, define: ["absent_function": "library_answer"],
                options: ["-L\(places)", "-lhalf", "-Wl,-rpath,\(path)"])
        }
        return directory.file("teams")
    }

    @Test("an archive gives the names and outcomes that its directory gives, when that has gone", .long)
    func sameOutcomes() throws {
        let (directory, temporary) = (TemporaryDirectory(), TemporaryDirectory())
        let teams = try teams(directory)
        let options = ["-v", "--no-state", "--seed", "7", "--recursive"]
        let here = try Runner.run(options + [teams]).exiting(1)
        let archive = temporary.file("suites.tar")
        try Runner.run(["archive", "-r", "-o", archive, teams]).exiting(0)
        try FileManager.default.removeItem(atPath: directory.file("libraries"))
        try FileManager.default.removeItem(atPath: teams)
        let place = try temporary.makeDirectory("place")

        let there = try Runner.run(options + [archive], environment: Self.elsewhere(place))
        #expect(Self.outcomes(there) == Self.outcomes(here))
        #expect(Self.outcomes(there).contains { $0.hasSuffix("one:Same/Plain.SumTests/testAdds") })
        #expect(there.status == here.status)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
        #expect(there.output.contains("--recursive \(archive)"))

        let bytes = try String(decoding: Data(contentsOf: URL(fileURLWithPath: archive)), as: Unicode.ASCII.self)
        #expect(bytes.hasPrefix("testkit-archive.json"))
    }

    @Test("the same files give the same bytes, to a file and to standard output")
    func sameBytes() throws {
        let teams = try teams(directory)
        let archive = directory.file("suites.tar")
        #expect(try Runner.run(["archive", "-r", "--output", archive, teams]).status == 0)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 9)], ofItemAtPath: teams)
        let streamed = try Runner.run(["archive", "-r", "--output", "-", teams]).exiting(0)
        #expect(streamed.outputBytes == Array(try Data(contentsOf: URL(fileURLWithPath: archive))))
    }

    @Test("data, settings and sources go along")
    func companions() throws {
        let (directory, temporary) = (TemporaryDirectory(), TemporaryDirectory())
        let built = URL(fileURLWithPath: try SwiftFixtures.bundle("ExampleSuites"))
        for name in ["libExampleSuites.so", "fixtures_ExampleSuites.resources"] {
            try FileManager.default.copyItem(
                at: built.deletingLastPathComponent().appending(component: name),
                to: URL(fileURLWithPath: directory.file(name)))
        }
        let source = try directory.write(
            Array(try Data(contentsOf: URL(fileURLWithPath: CFixture.root + "/Tests/Fixtures/C/ordinary.c"))),
            to: "own.c")
        try Subprocess.succeed([
            "cc", "-std=gnu11", "-shared", "-fPIC", "-w", "-DFAILS", "-I\(CFixture.root)/Sources/BundleABI/include",
            "-I\(CFixture.root)/Tests/Fixtures/C", "-o", directory.file("Own.so"), source,
        ])
        try directory.write(Array(#"{"options": {"seed": 99}}"#.utf8), to: "testkit.json")
        let options = ["-v", "--no-state"]
        let here = try Runner.run(options + [directory.path])
        #expect(here.output.contains("seed 99 (fixed by \(directory.file("testkit.json")):1:22"))
        let archive = temporary.file("suites.tar")
        let packed = try Runner.run(["archive", "--sources", directory.path, "--output", archive, directory.path])
        try #require(packed.status == 0, "\(packed.errors)")
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            try FileManager.default.removeItem(atPath: directory.file(name))
        }
        let there = try Runner.run(options + [archive], environment: Self.elsewhere(temporary.path))
        #expect(Self.outcomes(there) == Self.outcomes(here))
        #expect(there.output.contains("seed 99"))
        // The lines around the failure.
        let excerpt = here.lines.filter { $0.hasPrefix("      > ") }.sorted()
        #expect(!excerpt.isEmpty)
        #expect(there.lines.filter { $0.hasPrefix("      > ") }.sorted() == excerpt)
    }

    @Test("an archive comes through a pipe, and one that is wrong is refused")
    func standardInput() throws {
        try directory.makeDirectory("in")
        try CFixture.compile("ordinary.c", to: "in/Ordinary.so", in: directory)
        let archive = directory.file("a.tar")
        try #require(try Runner.run(["archive", "--output", archive, directory.file("in")]).status == 0)
        let place = try directory.makeDirectory("place")
        let words = ["-c", "cat \(archive) | \(Runner.path) -v --no-state -", "sh"]
        let piped = try Subprocess("/bin/sh", words, environment: ["TMPDIR": place]).wait().exiting(0)
        FixtureModel.ordinary.expectMatch(Report(piped.output))

        for (bytes, reason) in [("", "it is empty"), (String(repeating: "x", count: 2000), "ustar")] {
            let refused = try Runner.run(["--no-state", "-"], environment: ["TMPDIR": place], input: bytes).exiting(2)
            #expect(refused.errors.contains("standard input"))
            #expect(refused.errors.contains(reason), "\(refused.errors)")
        }
        let whole = try Data(contentsOf: URL(fileURLWithPath: archive))
        let cut = try directory.write(Array(whole.prefix(whole.count / 2)), to: "cut.tar")
        let refused = try Runner.run(["--no-state", cut], environment: ["TMPDIR": place]).exiting(2)
        #expect(refused.errors.contains("cut off"), "\(refused.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test("what was unpacked goes at an interrupt, and at a second one", arguments: [1, 2])
    func interrupt(count: Int) throws {
        try directory.makeDirectory("in")
        try CFixture.compile("waiting.c", to: "in/Waiting.so", in: directory)
        let archive = directory.file("a.tar")
        try #require(try Runner.run(["archive", "--output", archive, directory.file("in")]).status == 0)
        let (pipe, place) = (directory.file("pipe"), try directory.makeDirectory("place"))
        try #require(mkfifo(pipe, 0o600) == 0)
        let process = try Runner.start(
            ["-v", "--no-state", "--jobs", "1", archive], environment: ["FIXTURE_PIPE": pipe, "TMPDIR": place])
        // The case is running when it opens the pipe.
        let reader = try #require(FileHandle(forReadingAtPath: pipe))
        _ = try reader.read(upToCount: 1)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place).contains { $0.hasPrefix("testkit-archive-") })
        for _ in 0..<count { kill(process.identifier, SIGTERM) }
        let result = try process.wait()
        // Two signals may come as one.
        #expect(result.status == 5 || count == 2 && result.status == -SIGTERM)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test("test executables that cannot be opened here are left out, with words and an exit code")
    func testExecutables() throws {
        try directory.makeDirectory("in")
        try CFixture.compile("ordinary.c", to: "in/Ordinary.so", in: directory)
        // Its main calls what runs all tests; an assembler would take the dollar sign for a number's.
        try directory.write(Array("int entry(void) { return 0; }".utf8), to: "framework.c")
        try directory.write(Array("int entry(void); int main(void) { return entry(); }".utf8), to: "tests.c")
        let script = """
            cc -fPIC -c framework.c tests.c
            objcopy --redefine-sym 'entry=$s6XCTest7XCTMain' framework.o
            objcopy --redefine-sym 'entry=$s6XCTest7XCTMain' tests.o
            cc -shared -o libXCTest.so framework.o
            cc -o in/a.xctest tests.o -L. -lXCTest
            """
        let made = try Subprocess("/bin/sh", ["-ec", script], in: directory.path).wait()
        try #require(made.status == 0, "\(made.errors)")
        let archive = directory.file("a.tar")
        // No toolchain, and so no adapter.
        let words = ["archive", "--output", archive, directory.file("in")]
        let packed = try Runner.run(words, environment: ["PATH": "/nonexistent"]).exiting(4)
        let reason = "left out \(directory.file("in"))/a.xctest: no Swift toolchain was found"
        #expect(packed.errors.contains(reason), "\(packed.errors)")
        FixtureModel.ordinary.expectMatch(Report(try Runner.run(["-v", "--no-state", archive]).output))
    }

    @Test("an archive stands alone on a command line")
    func usage() throws {
        let archive = try directory.write([0], to: "a.tar")
        for words in [[archive, directory.path], ["--watch", archive], ["--ids", "-", "-"]] {
            let refused = try Runner.run(words).exiting(2)
            #expect(refused.errors.contains("cannot be used together"), "\(words): \(refused.errors)")
        }
        #expect(try Runner.run(["archive", directory.path]).status == 2)
        #expect(try Runner.run(["archive", "--output", "x.tar", directory.makeDirectory("none")]).status == 3)
    }
}
