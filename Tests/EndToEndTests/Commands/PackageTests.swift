// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// `runner` without a path: the package in the working directory is built, and its tests run.
///
/// A script stands in for SwiftPM; Tests/SwiftTest/check.py does it with SwiftPM itself.
///
/// Rule 44.
struct PackageTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// A package of which "building" puts a bundle in its place.
    private final class Package {
        /// The root.
        let directory: TemporaryDirectory
        /// The directory with the script.
        private let tools: TemporaryDirectory
        /// The variables of a run.
        var environment: [String: String] {
            ["PATH": "\(tools.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
        }

        /// Makes a package; its build runs a further command first.
        init(before: String = "") throws {
            directory = TemporaryDirectory()
            tools = TemporaryDirectory()
            let products = ".build/x86_64/debug"
            let script = """
                #!/bin/sh
                case "$*" in *--show-bin-path*) echo asked >> .asked; echo "$PWD/\(products)"; exit 0;; esac
                echo "$*" >> .calls
                echo 'Building for debugging...'
                \(before)
                mkdir -p \(products)
                ln -sfn x86_64/debug .build/debug
                cp "$(cat Sources/source)" \(products)/new
                mv \(products)/new \(products)/libPlain.so
                """
            try tools.write(Array(script.utf8), to: "swift")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools.file("swift"))
            try directory.write([], to: "Package.swift")
            try directory.makeDirectory("Sources")
            try change(fails: false)
        }

        /// Changes what the next build makes.
        func change(fails: Bool) throws {
            let path = try CFixture.compile(
                "ordinary.c", to: fails ? "failing.so" : "passing.so", in: tools, define: fails ? ["FAILS": nil] : [:])
            try directory.write(Array(path.utf8), to: "Sources/source")
        }

        /// The arguments of the builds.
        var calls: [String] {
            let text = try? String(contentsOfFile: directory.file(".calls"), encoding: .utf8)
            return text?.split(separator: "\n").map(String.init) ?? []
        }

        /// Runs the runner in its root, or in a directory of it.
        func run(_ arguments: String..., in name: String = "", variables: [String: String] = [:]) throws
            -> Subprocess.Result
        {
            try Runner.run(
                arguments, environment: environment.merging(variables) { $1 }, in: directory.file(name))
        }
    }

    @Test("a bundle that the build did not plan runs, and is named")
    func left() throws {
        let package = try Package()
        #expect(try package.run("-q").errors == "Building for debugging...\n")
        let products = ".build/x86_64/debug"
        let source = try CFixture.compile("ordinary.c", to: "libOld.so", in: package.directory)
        try FileManager.default.moveItem(atPath: source, toPath: package.directory.file("\(products)/libOld.so"))
        try package.directory.write([0x7F], to: "\(products)/libNone.so")
        // As the copies that the runner makes of test executables are called.
        try FileManager.default.copyItem(
            atPath: package.directory.file("\(products)/libOld.so"),
            toPath: package.directory.file("\(products)/.Old.testkit.so"))
        // Without a plan, nobody knows.
        #expect(try package.run("-q").errors == "Building for debugging...\n")
        let plan = #"  "C.Plain": outputs: ["/p/\#(products)/libPlain.so"]"#
        try package.directory.write(Array(plan.utf8), to: ".build/debug.yaml")
        let result = try package.run("-q")
        #expect(
            result.errors == """
                Building for debugging...
                runner: warning: '.build/debug/libOld.so' is not a product of this package, but also runs; \
                if its target is gone, delete the file

                """, "\(result.errors)")
    }

    @Test("it is built and run, with SwiftPM's words on standard error; the command that repeats it does the same")
    func built() throws {
        let package = try Package()
        let result = try package.run("--seed", "1", "-v").exiting(0)
        #expect(package.calls == ["build --build-tests"])
        #expect(result.errors == "Building for debugging...\n")
        #expect(Report(result.output).order.count == 17)
        #expect(result.lines.contains("repeat: runner --seed 1 -v"))
        try package.change(fails: true)
        #expect(try package.run("-q", "Plain.TextTests").status == 1)
        #expect(try package.run("-q", "--filter", "SumTests").status == 0)
        // SwiftPM is not asked where it built: its link says it.
        #expect(!FileManager.default.fileExists(atPath: package.directory.file(".asked")))
    }

    @Test("behind --build are options for SwiftPM; configuration and environment also have them, for runs that build")
    func options() throws {
        let package = try Package()
        let result = try package.run("Plain.SumTests", "--seed", "1", "--build", "-c", "release", "-Xswiftc", "-D X")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.contains("repeat: runner --seed 1 Plain.SumTests --build -c release -Xswiftc '-D X'"))
        #expect(try package.run("--build=-v").status == 0)
        try package.directory.write(Array(#"{"options": {"build": ["--jobs", "1"]}}"#.utf8), to: "testkit.json")
        #expect(try package.run().status == 0)
        #expect(try package.run(variables: ["TESTKIT_BUILD": "-c\ndebug"]).status == 0)
        #expect(
            package.calls.map { $0.dropFirst("build --build-tests ".count) }
                == ["-c release -Xswiftc -D X", "-v", "--jobs 1", "-c debug"])
        #expect(try package.run(".build/debug").status == 0)
        let refused = try package.run(".build/debug", "--build", "-v")
        #expect(refused.status == 2 && refused.errors.contains("--build and a path cannot be used together"))
        #expect(try package.run("--build").status == 2)
        #expect(package.calls.count == 4)
        // It is built for coverage, whatever the run then finds.
        _ = try package.run("--coverage", "coverage")
        #expect(package.calls.last == "build --build-tests --jobs 1 --enable-code-coverage")
    }

    @Test("a package that does not build, or without SwiftPM, has an exit code of its own, and nothing runs")
    func notBuilt() throws {
        let package = try Package(before: "echo 'error: no such module' >&2; exit 1")
        let result = try package.run()
        #expect(result.status == 9 && result.output.isEmpty)
        #expect(result.errors.contains("error: no such module\n"))
        #expect(result.errors.hasSuffix("runner: the package does not build; nothing ran\n"))
        try package.directory.makeDirectory("Tests")
        try package.directory.write([], to: "Tests/LinuxMain.swift")
        let hint = "nothing ran; if the error is in Tests/LinuxMain.swift, remove that file"
        #expect(try package.run().errors.contains(hint))
        let missing = try package.run(variables: ["PATH": "/nowhere"]).exiting(9)
        #expect(missing.errors == "runner: the package was not built: no 'swift' was found in PATH\n")
    }

    @Test("outside of a package there is nothing to run, and below its root the root is named")
    func elsewhere() throws {
        let outside = try Runner.run([], in: directory.path)
        #expect(
            outside.status == 2 && outside.errors.contains("no directory or bundle given, and no Package.swift is here")
        )
        let package = try Package()
        let below = try package.run(in: "Sources").exiting(2)
        #expect(below.errors.contains("; the package around it is '\(package.directory.path)': run it there\n"))
        #expect(package.calls.isEmpty)
    }

    @Test("a word that is a path is one, also in a package")
    func paths() throws {
        let package = try Package()
        #expect(try package.run("Sources").status == 3)
        #expect(package.calls.isEmpty)
        #expect(try package.run("Source").errors.contains("Source"))
        #expect(package.calls.count == 1)
    }

    @Test("an interrupt ends SwiftPM, and the exit code is that of a run that was cut short")
    func interrupted() throws {
        let package = try Package(before: "echo waiting; exec sleep 600")
        let process = try Subprocess(Runner.path, [], environment: package.environment, in: package.directory.path)
        try #require(try waitUntil { try process.errorsSoFar().contains("waiting") })
        kill(process.identifier, SIGTERM)
        let result = try process.wait().exiting(5)
        #expect(result.errors.hasSuffix("runner: cut short while the package was built; nothing ran\n"))
    }

    @Test("--watch builds at each change of a source and runs what changed; a failed build waits for the next")
    func watched() throws {
        let package = try Package(before: "test ! -e Sources/broken || exit 1; test ! -e Sources/same || exit 0")
        let process = try Subprocess(
            Runner.path, ["--watch", "-v"], environment: package.environment, in: package.directory.path)
        let nothing = "\nwaiting for changes in this package"
        #expect(Report(try process.rounds(1)[0]).outcomes.count == 17)
        try package.directory.write([], to: "Sources/broken")
        #expect(try process.rounds(2)[1] == nothing)
        try package.change(fails: true)
        #expect(try process.rounds(3)[2] == nothing)
        try FileManager.default.removeItem(atPath: package.directory.file("Sources/broken"))
        #expect(Report(try process.rounds(4)[3]).outcomes.contains { $0.kind == .failed })
        // A build that changes nothing mends nothing.
        try package.directory.write([], to: "Sources/same")
        #expect(try process.rounds(5)[4] == nothing)
        process.interrupt()
        #expect(try process.wait().status == 1)
    }

    @Test("testkit.json in the root counts for the products as well, and --show-config says where one was looked for")
    func configuration() throws {
        let package = try Package()
        #expect(try package.run().status == 0)
        try package.directory.write(Array(#"{"options": {"skip": "SumTests"}}"#.utf8), to: "testkit.json")
        for arguments in [[".build/debug"], [".build/debug/libPlain.so"], []] {
            let result = try Runner.run(
                arguments + ["--list"], environment: package.environment, in: package.directory.path)
            #expect(!result.output.contains("SumTests") && result.output.contains("TextTests"), "\(arguments)")
        }
        let shown = try package.run(".build/debug", "--show-config").lines
        #expect(
            shown.prefix(2) == [
                "configuration files: ./testkit.json", "looked for: ./testkit.json, .build/debug/testkit.json",
            ])
        #expect(try package.run("--show-config").lines.dropFirst().first == "looked for: ./testkit.json")
    }

    /// A bundle of a source in a directory, with debugging information, which may name another source in its place.
    private func bundle(
        in directory: TemporaryDirectory, sources: Int = 1, named source: String? = nil
    ) throws -> String {
        let header = """
            #include "\(CFixture.root)/Tests/Fixtures/C/fixture.h"
            static uint32_t fail_at(const char *file, uint32_t line) {
                testkit_issue issue = {.struct_size = sizeof issue, .kind = TESTKIT_ISSUE_ASSERTION, .line = line, .file = file};
                issue.message = "one";
                fixture_host->report_issue(fixture_host, fixture_activity, &issue);
                return TESTKIT_FAILED;
            }
            """
        try directory.write(Array(header.utf8), to: "own.h")
        let text = """
            #include "own.h"
            static uint32_t fails(void) { return fail_at(__FILE__, __LINE__); }
            static const fixture_case cases[] = {CASE_AS(fails, "testFails", 0, NULL)};
            static const fixture_class classes[] = {CLASS("Plain.OnlyTests", cases)};
            FIXTURE_BUNDLE(classes)
            """
        let place = source.map { "#line 2 \"\($0)\"\n" } ?? ""
        let lines = text.replacing("\nstatic uint32_t fails", with: "\n\(place)static uint32_t fails")
        var paths = [try directory.write(Array(lines.utf8), to: "own.c")]
        for number in 1..<sources {
            paths.append(
                try directory.write(Array("int other\(number)(void) { return 1; }\n".utf8), to: "s\(number).c"))
        }
        let include = "-I\(CFixture.root)/Sources/BundleABI/include"
        try Subprocess.succeed(
            ["cc", "-g", "-shared", "-fPIC", "-w", include, "-o", directory.file("Plain.so")] + paths)
        return directory.file("Plain.so")
    }

    /// Gives a file a time after that of all others.
    private func renew(_ path: String, by seconds: Double = 60) throws {
        let time = Date(timeIntervalSinceNow: seconds)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }

    @Test("a source that is newer than its bundle is named, and no line of it is shown")
    func newer() throws {
        let path = try bundle(in: directory)
        let fresh = try Runner.run([path], in: directory.path)
        #expect(fresh.status == 1 && fresh.output.contains("> 2 | static uint32_t fails"), "\(fresh.output)")
        #expect(!fresh.output.contains("older than its sources"))
        try renew(directory.file("own.c"))
        let stale = try Runner.run([path, "--html", "report.html"], in: directory.path).exiting(1)
        #expect(stale.lines.contains("Plain is older than its sources, so build it again: own.c"), "\(stale.output)")
        #expect(!stale.output.contains("static uint32_t fails") && stale.output.contains("the file has changed"))
        let page = try String(contentsOfFile: directory.file("report.html"), encoding: .utf8)
        #expect(!page.contains("static uint32_t fails"))
    }

    @Test("a source that was compiled again to the same object is not newer than its bundle")
    func compiledAgain() throws {
        // As SwiftPM builds Swift: the object stays as it was, and only the list of sources beside it is written.
        let source = try directory.write(Array("// a source\n".utf8), to: "Own.swift")
        let path = try bundle(in: directory, named: source)
        try renew(source)
        let isStale: () throws -> Bool = {
            try Runner.run([path], in: directory.path).output.contains("is older than its sources")
        }
        #expect(try isStale())
        let objects = directory.file("Plain.build")
        try FileManager.default.createDirectory(atPath: objects, withIntermediateDirectories: false)
        try directory.write([], to: "Plain.build/Own.swift.o")
        let list = try directory.write(Array("Own.swift.o : \(source) other.swift\n".utf8), to: "Plain.build/Own.d")
        let past = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)]
        try FileManager.default.setAttributes(past, ofItemAtPath: objects + "/Own.swift.o")
        #expect(try isStale())
        try renew(list, by: 120)
        #expect(try !isStale())
        // It was compiled to another object, which the bundle does not have yet.
        try renew(objects + "/Own.swift.o")
        #expect(try isStale())
        // It is a source of another module.
        try FileManager.default.setAttributes(past, ofItemAtPath: objects + "/Own.swift.o")
        try Data("Own.swift.o : /elsewhere/Own.swift\n".utf8).write(to: URL(fileURLWithPath: list))
        try renew(list, by: 120)
        #expect(try isStale())
    }

    @Test("where every source is newer, they may have been checked out later, and are shown")
    func checkedOut() throws {
        let path = try bundle(in: directory, sources: 8)
        for name in ["own.c", "own.h"] + (1..<8).map({ "s\($0).c" }) { try renew(directory.file(name)) }
        let result = try Runner.run([path], in: directory.path)
        #expect(result.output.contains("static uint32_t fails"))
        #expect(
            result.lines.contains("all sources of Plain are newer, as after a checkout; rebuild it if they changed"))
    }
}
