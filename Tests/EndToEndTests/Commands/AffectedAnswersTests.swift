// SPDX-License-Identifier: MIT

import Foundation
import Testing

#if arch(x86_64)
/// What the records of `--affected` answer, how they are merged, and how they serve a watch.
///
/// Rule 73.
struct AffectedAnswersTests {
    /// A directory for the bundle, the file that it reads, and the records.
    private let directory = TemporaryDirectory()

    init() throws {
        try "hello".write(toFile: directory.file("data.txt"), atomically: true, encoding: .utf8)
        try build()
    }

    /// Builds the bundle, at one stroke, with some numbers.
    private func build(_ numbers: [String: String?] = [:]) throws {
        var define = numbers
        define["DATA"] = "\"\(directory.file("data.txt"))\""
        let elsewhere = TemporaryDirectory()
        let path = try CFixture.compile(
            "affected.c", to: "Reach.so", in: elsewhere, define: define,
            options: ["-pthread", "-g", "-Wl,--emit-relocs"])
        try #require(rename(path, directory.file("Reach.so")) == 0)
    }

    /// Runs the runner in the directory.
    private func run(_ arguments: String...) throws -> Subprocess.Result {
        try Runner.run(arguments, in: directory.path)
    }

    /// The line of the fixture that begins with some text.
    private func line(_ text: String) throws -> Int {
        let source = try String(contentsOfFile: CFixture.root + "/Tests/Fixtures/C/affected.c", encoding: .utf8)
        let lines = source.components(separatedBy: "\n")
        return try #require(lines.firstIndex { $0.contains(text) }) + 1
    }

    @Test("why says which functions changed and where; covers names the tests that enter one")
    func whyAndCovers() throws {
        #expect(try run("covers", "forked", "--state", "state").status == 3)
        #expect(try run("Reach.so", "--state", "state", "--affected=record").status == 0)
        let place = "`forked` at affected.c:\(try line("static int forked(void)"))"
        let expected = ["\(place) is entered by 1 test", "  Reach/Reach.Tests/testForked"]
        #expect(try run("covers", "forked", "--state", "state").lines == expected)
        let byLine = "affected.c:\(try line("static int forked(void)"))"
        #expect(try run("covers", byLine, "--state", "state").lines == expected)
        let unknown = try run("covers", "forkd", "--state", "state")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'forked'?"))

        try build(["FORKED": "2"])
        let why = try run("why", "Reach.so", "--state", "state", "--filter", "testForked", "--filter", "testPlain")
        #expect(why.status == 0, "\(why.errors)")
        #expect(why.lines.contains("Reach/Reach.Tests/testForked: \(place) changed; entered by 1 test"))
        #expect(why.lines.contains { $0.hasPrefix("Reach/Reach.Tests/testPlain: unchanged since 20") })
        #expect(why.lines.count == 2)
        #expect(try run("why", "Reach.so", "--state", "state", "--filter", "testGone").status == 3)
    }

    @Test(
        "each list of tests says which bundles cannot be used, and why", .long,
        arguments: [["--affected=list"], ["why"]])
    func unusable(words: [String]) throws {
        try LoadFault("CYCLE", "").make(directory, "faulty.so")
        let bundles = ["Reach.so", "faulty.so", "--state", "state"]
        let plain = try Runner.run(["--list"] + bundles, in: directory.path)
        #expect(plain.errors.contains("faulty.so: a class inherits from itself"))
        let result = try Runner.run(words + bundles, in: directory.path).exiting(4)
        #expect(result.errors == plain.errors)
        #expect(result.lines.contains("Reach/Reach.Tests/testPlain: no record of a run in which it passed"))
        let alone = try Runner.run(words + ["faulty.so", "--state", "state"], in: directory.path)
        #expect(alone.errors == plain.errors && alone.status == 4, "\(alone.errors)")
        let broken = try SwiftFixtures.bundle("BrokenExampleSuites")
        let examples = try Runner.run(words + [broken, "--state", "state"], in: directory.path)
        #expect(examples.errors.contains("BrokenTests/outlineTestExits: its examples could not be read: "))
    }

    @Test("shards' records are merged, and what failed in one is not what passed before in another")
    func merged() throws {
        #expect(try run("Reach.so", "--state", "one", "--affected=record").status == 0)
        try FileManager.default.copyItem(atPath: directory.file("one"), toPath: directory.file("two"))
        try build(["PLAIN": "2"])
        #expect(try run("Reach.so", "--state", "two", "--affected").status == 1)
        try build()
        for (number, files) in [["one/affected", "two/affected"], ["two/affected", "one/affected"]].enumerated() {
            try FileManager.default.createDirectory(
                atPath: directory.file("all\(number)"), withIntermediateDirectories: true)
            let target = "all\(number)/affected"
            #expect(try run("merge", "--record", target, files[0], files[1]).status == 0)
            let list = try run("Reach.so", "--state", "all\(number)", "--affected=list")
            #expect(list.lines.contains("Reach/Reach.Tests/testPlain: no record of a run in which it passed"))
            #expect(list.lines.last == "4 to run, 12 unchanged", "\(list.output)")
        }
        #expect(try run("merge", "one/affected").errors.contains("needs --record FILE"))
    }

    @Test("a watch runs only what a change can reach, and says when nothing does")
    func watched() throws {
        // What always runs is left out here.
        let skipped = ["testProgram", "testNetwork", "testOtherName"].flatMap { ["--skip", $0] }
        let words = ["--watch", "--affected", "--state", directory.file("state"), "-v", "-j1", "--seed", "1"]
        let process = try Runner.start(words + skipped + [directory.file("Reach.so")])
        defer { kill(process.identifier, SIGKILL) }
        #expect(try process.rounds(1)[0].contains("\nok: 13 cases run"))
        try build(["PLAIN": "1 + 0"])
        #expect(try process.rounds(2)[1].contains("\nok, 0 run, 13 unchanged since 20"))
        try build(["PLAIN": "2"])
        let third = try process.rounds(3)[2]
        #expect(third.contains("FAILED: 1 case run") && third.contains("testPlain"), "\(third)")
        try build()
        #expect(try process.rounds(4)[3].contains("\nok, 1 run, 12 unchanged since 20"))
        process.interrupt()
        #expect(try process.wait().status == 0)
    }
}
#endif
