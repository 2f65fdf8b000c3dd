// SPDX-License-Identifier: MIT

import Testing

/// A bundle that ends its worker in a library's destructor, behind all exit handlers.
///
/// Rule 30.
struct DestructorTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test(
        "a death in a destructor fails the run, with the bundle's name, each time",
        arguments: [
            "abort()": "was ended by SIGABRT", "_exit(0)": "ended the process with exit status 0",
            "_exit(3)": "ended the process with exit status 3",
        ], ["worker", "class"])
    func death(deed: (key: String, value: String), isolation: String) throws {
        let bundle = try CFixture.compile("destructor.c", to: "Deadly.so", in: directory, define: ["DEED": deed.key])
        for _ in 0..<3 {
            let (result, report) = try Runner.report(["--no-state", "--jobs", "1", "--isolation", isolation, bundle])
            // The run itself has failed as well, once for each process that died.
            #expect(report.outcomes.filter { $0.identity != "the run" }.map(\.kind) == [.passed])
            let told = report.entries(about: "the run").map(\.text)
            #expect(!told.isEmpty)
            for text in told {
                #expect(text.contains("Deadly \(deed.value)") && text.contains("or a destructor"), "\(text)")
            }
            #expect(result.status == 1)
        }
    }

    @Test(
        "an exit handler that never comes back takes one time limit, however many processes run it, and is reported once",
        .long
    )
    func staying() throws {
        let bundle = try CFixture.compile("blocking_exit_handler.c", to: "Staying.so", in: directory)
        let limit = try HangLimit()
        // One limit, and two seconds for each process that is ended step by step.
        let all = "\(limit.seconds * 6 + 12)"
        let limits = ["--timeout", limit.option, "--run-timeout", all]
        let (result, report) = try Runner.report(
            ["--no-state", "--jobs", "1", "--isolation", "case"] + limits + [bundle])
        #expect(report.outcomes.filter { $0.identity != "the run" }.map(\.kind) == Array(repeating: .passed, count: 10))
        let told = report.entries(about: "the run").map(\.text)
        #expect(told.count == 1, "\(told)")
        let words = "a worker that had run Staying took longer than \(limit.text()) in an exit handler or a destructor"
        #expect(told.first?.contains(words) == true, "\(told)")
        #expect(result.status == 1)
    }

    @Test("a bundle that was opened and none of whose classes ran is named as well")
    func merelyOpened() throws {
        try CFixture.compile("destructor.c", to: "Deadly.so", in: directory, define: ["DEED": "abort()"])
        try FixtureModel.ordinary.named("Ordinary").make(in: directory)
        // A second worker would open the one bundle alone, and might run all of it.
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", directory.path, "Ordinary"]).exiting(1)
        let told = Report(result.output).entries(about: "the run").map(\.text)
        #expect(told.count == 1)
        #expect(told.first?.contains("that had run Ordinary and had opened Deadly was ended by SIGABRT") == true)
    }

    @Test("destructors that flush and close streams are none of it")
    func harmless() throws {
        for (name, deed) in ["Flushes": "fflush(NULL)", "Closes": "fclose(stdout)", "Prints": "puts(\"bye\")"] {
            try CFixture.compile("destructor.c", to: name + ".so", in: directory, define: ["DEED": deed])
        }
        for isolation in ["worker", "class"] {
            try Runner.run(["--no-state", "--isolation", isolation, directory.path]).exiting(0)
        }
    }
}
