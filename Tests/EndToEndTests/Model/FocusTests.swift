// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rules 7 to 9 of the semantics: focus.
struct FocusTests {
    /// The bundles.
    private let directory: TemporaryDirectory
    private let focused: String
    private let ordinary: String

    /// Makes them.
    init() throws {
        directory = TemporaryDirectory()
        focused = try FixtureModel.focus.make(in: directory)
        ordinary = try FixtureModel.ordinary.make(in: directory)
    }

    /// The focused cases that can run here.
    private var chosen: Set<String> { FixtureModel.focus.identities { $0.isFocused && $0.isPlanned } }
    /// All cases that can run here.
    private var runnable: Set<String> { FixtureModel.focus.identities { $0.isPlanned } }

    @Test(
        "rule 9: the last line of a focused run says so, with the number of cases left out",
        arguments: [["-q"], [], ["-v"]])
    func isLoud(options: [String]) throws {
        let result = try Runner.run(options + [focused, ordinary]).exiting(0)
        let leftOut = runnable.count - chosen.count
        #expect(
            result.lines.last == "ok, but focused: \(leftOut) cases left out, because of a focus in FocusSuites")
        let wide = try Runner.run(options + ["--focus", "all", focused, ordinary])
        let others = leftOut + FixtureModel.ordinary.planned.count
        #expect(wide.lines.last == "ok, but focused: \(others) cases left out, because of a focus in FocusSuites")
        // Where nothing else was selected, there is nothing to count.
        let directory = TemporaryDirectory()
        let (page, summary) = (directory.file("run.html"), try directory.write([], to: "summary.md"))
        let narrow = try Runner.run(
            options + ["--html", page, focused, "ExplicitTests/testChosen"],
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
        let texts = try [page, summary].map { try String(contentsOfFile: $0, encoding: .utf8) } + [narrow.output]
        for text in texts {
            #expect(text.contains("there is a focus in FocusSuites") && !text.contains("0 cases left"))
        }
        let ignoring = try Runner.run(options + [focused, ordinary, "--focus", "ignore"])
        #expect(!ignoring.output.contains("but focused"))
        #expect(ignoring.lines.contains("focus ignored on \(chosen.count) cases"))
    }

    @Test(
        "rule 9: with CI set, a focused run is an error, unless a variable or the configuration allows it",
        arguments: [
            ("true", "", 6), ("1", "", 6), ("woodpecker", "", 6), ("", "", 0), ("0", "", 0), ("false", "", 0),
            ("False", "", 0), ("true", "false", 0), ("true", "true", 6), ("", "true", 6),
        ])
    func continuousIntegration(engine: String, allowance: String, status: Int32) throws {
        let variables = ["CI": engine, "TESTKIT_FORBID_FOCUS": allowance]
        let result = try Runner.run([focused, ordinary], environment: variables).exiting(status)
        #expect(result.lines.last?.hasPrefix(status == 6 ? "FOCUSED: " : "ok, but focused: ") == true)
        #expect(!result.output.contains("runner --forbid-focus"))
        #expect(try Runner.run([ordinary], environment: variables).status == 0)
        #expect(try Runner.run(["--focus", "ignore", focused], environment: variables).status == 0)
    }

    @Test("rule 9: with CI set, every way to run says that a focus left tests out")
    func ways() throws {
        let variables = ["CI": "true"]
        // A list is one of a focused run; each shard has the focus, also one without a class of it; so has each repetition.
        let ways = [
            ["--list"], ["--list", "--format", "json"], ["--shard", "1/2"], ["--shard", "2/2"], ["--repeat", "2"],
            ["--retry", "1"], ["--diagnose"], ["--isolation", "case"],
            ["--affected=list", "--state", directory.file("state")], ["why", "--state", directory.file("state")],
        ]
        for way in ways {
            let result = try Runner.run(way + [focused, ordinary], environment: variables)
            #expect(result.status == 6, "\(way): \(result.output)\(result.errors)")
        }
        let listed = try Runner.run(["--list", focused, ordinary]).exiting(0)
        #expect(listed.errors.contains("listed, but focused: \(runnable.count - chosen.count) cases left out"))
        // An order says what runs, whatever is focused.
        let order = try directory.write(Array("FocusSuites.UnfocusedTests/testUnfocused\n".utf8), to: "order.txt")
        let prescribed = try Runner.run(["--order", order, focused], environment: variables)
        #expect(prescribed.status != 6, "\(prescribed.output)")
    }

    @Test("rule 9: shards of a focused run, merged, shown again or in any report, are as they were")
    func merged() throws {
        let files = try [1, 2].map { shard in
            let file = directory.file("shard\(shard).jsonl")
            let reports = ["junit", "tap", "html"].map { ($0, directory.file("report.\($0)")) }
            let words = ["--shard", "\(shard)/2", "--events", file] + reports.flatMap { ["--\($0)", $1] }
            try Runner.run(words + [focused, ordinary], environment: ["CI": "true"]).exiting(6)
            for (kind, file) in reports {
                let text = try String(contentsOfFile: file, encoding: .utf8)
                let isTold = text.contains("because of a focus in FocusSuites")
                #expect(isTold && text.contains("the variable CI makes this an error"), "\(kind)")
            }
            return file
        }
        // On a machine where CI is not set.
        let merged = try Runner.run(["merge"] + files)
        #expect(merged.status == 6 && merged.lines.last?.hasPrefix("FOCUSED: ") == true, "\(merged.output)")
        #expect(try Runner.run(["replay", files[0]]).status == 6)
        let open = directory.file("open.jsonl")
        #expect(try Runner.run(["--events", open, focused, ordinary]).status == 0)
        #expect(try Runner.run(["merge", open]).lines.last?.hasPrefix("ok, but focused: ") == true)
        #expect(try Runner.run(["merge", open], environment: ["CI": "true"]).status == 6)
        // A run shown again is no run of this machine.
        #expect(try Runner.run(["replay", open], environment: ["CI": "true"]).status == 0)
    }
}
