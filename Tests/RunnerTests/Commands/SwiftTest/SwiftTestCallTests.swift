// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// What SwiftPM's arguments mean.
struct SwiftTestCallTests {
    /// A call for Swift Testing, whose mark SwiftPM puts behind all other arguments.
    private func call(_ arguments: String...) -> SwiftTestCall {
        SwiftTestCall(executable: "P.xctest", arguments: arguments + ["--testing-library", "swift-testing"])
    }

    @Test("an executable alone is all of XCTest")
    func executableAlone() {
        let call = SwiftTestCall(executable: "P.xctest", arguments: [])
        #expect(call.selection == AdapterSelection(framework: .xctest))
        #expect(call.passing == nil)
        #expect(call.listed == .someClasses)
    }

    @Test("a list names cases of XCTest")
    func xctestList() {
        let call = SwiftTestCall(executable: "P.xctest", arguments: ["M.A/testX,M.B"])
        #expect(call.selection == AdapterSelection(framework: .xctest, cases: ["M.A/testX", "M.B"]))
        #expect(call.listed == .someCases)
    }

    @Test("a list is one of many calls with --parallel, and the only one with --filter")
    func calls() {
        let call = SwiftTestCall(executable: "P.xctest", arguments: ["M.A/testX"])
        #expect(call.isOfOneCase(["--parallel"]) && call.isOfOneCase(nil) && !call.isOfOneCase(["--filter", "A"]))
        #expect(!SwiftTestCall(executable: "P.xctest", arguments: []).isOfOneCase(["--parallel"]))
    }

    @Test(
        "other arguments for XCTest are left to the executable",
        arguments: [["--list-tests"], ["M.A/testX", "M.B/testY"], ["-h"]])
    func otherArguments(arguments: [String]) {
        let call = SwiftTestCall(executable: "P.xctest", arguments: arguments)
        #expect(call.passing == .unknown(arguments.joined(separator: " ")))
    }

    @Test("options of the build are passed over")
    func buildOptions() {
        let call = call(
            "--skip-build", "--toolset", "t.json", "-Xswiftc", "-DX", "--sanitize=thread", "--enable-code-coverage",
            "--disable-xctest", "--an-option-of-a-later-version", "-c", "release")
        #expect(call.selection == AdapterSelection(framework: .swiftTesting))
        #expect(call.passing == nil)
        #expect(call.runnerWords == ["--", "P.xctest"])
    }

    @Test("filters come in both spellings and in order")
    func filters() {
        let call = call("--filter", "A/", "--skip=b$", "--filter=C")
        #expect(call.selection.filters == ["A/", "C"])
        #expect(call.selection.skips == ["b$"])
        #expect(call.listed == .someCases)
    }

    @Test("reports have their paths")
    func reportPaths() {
        let call = call(
            "--xunit-output", "x.xml", "--event-stream-output-path", "e.jsonl", "--event-stream-version=6.3",
            "--attachments-path", "a")
        #expect(call.xml == "x.xml")
        #expect(call.events == "e.jsonl")
        #expect(call.eventsVersion == .sixThree)
        #expect(call.runnerWords == ["--attachments", "a", "--", "P.xctest"])
    }

    @Test("the experimental spellings of 6.0 mean the same")
    func experimentalSpellings() {
        let call = call(
            "--experimental-event-stream-output", "e", "--experimental-event-stream-version", "0",
            "--experimental-attachments-path", "a")
        #expect(call.events == "e")
        #expect(call.eventsVersion == .zero)
        #expect(call.attachments == "a")
    }

    @Test(
        "what a run is like goes to the runner's options",
        arguments: [
            (["--no-parallel"], ["--jobs", "1"]), (["--parallel"], []), (["--num-workers", "3"], ["--jobs", "3"]),
            (["--parallel", "--num-workers=0"], []), (["-v"], ["--verbose"]), (["--vv"], ["--verbose"]),
            (["-q"], ["--quiet"]), (["-q", "-v"], ["--verbose"]), (["--repetitions", "4"], ["--repeat", "4"]),
            (["--repetitions", "4", "--repeat-until", "fail"], ["--until-failure", "--repeat", "4"]),
            (["--repeat-until", "Fail"], ["--until-failure"]),
            (["--repetitions", "4", "--repeat-until", "pass"], ["--retry", "3"]),
        ] as [([String], [String])])
    func runOptions(arguments: [String], words: [String]) throws {
        let call = SwiftTestCall(
            executable: "P.xctest", arguments: arguments + ["--testing-library", "swift-testing"])
        #expect(call.runnerWords == words + ["--", "P.xctest"])
        _ = try CommandLineWords(call.runnerWords).options()
    }

    @Test("what only Swift Testing understands is left to the executable")
    func swiftTestingOnly() {
        #expect(call("--list-tests").passing == .listing)
        #expect(call("list").passing == .listing)
        #expect(call("--configuration-path", "c.json").passing == .option("--configuration-path"))
        #expect(call("--event-stream-version", "7").passing == .option("--event-stream-version 7"))
        #expect(call("--repeat-until", "noon").passing == .option("--repeat-until"))
    }

    @Test("exit codes are those that SwiftPM knows")
    func exitCodes() {
        let swiftTesting = HostedCall(call(), session: nil, printsXCTestText: false)
        let xctest = HostedCall(
            SwiftTestCall(executable: "P", arguments: []), session: nil, printsXCTestText: false)
        for code in ExitCode.allCases {
            let status: Int32 = code == .success ? 0 : 1
            #expect(swiftTesting.status(code) == (code == .nothingRan ? 69 : status))
            #expect(xctest.status(code) == (code == .nothingRan ? 0 : status))
        }
    }
}
