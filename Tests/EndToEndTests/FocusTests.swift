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
        directory = try TemporaryDirectory()
        focused = try FixtureModel.focus.make(in: directory)
        ordinary = try FixtureModel.ordinary.make(in: directory)
    }

    /// Returns the listed cases.
    private func list(_ arguments: String...) throws -> Set<String> {
        Set(try Runner.run(["--list"] + arguments).lines)
    }

    /// The focused cases that can run here.
    private var chosen: Set<String> { FixtureModel.focus.identities { $0.isFocused && $0.isPlanned } }
    /// All cases that can run here.
    private var runnable: Set<String> { FixtureModel.focus.identities { $0.isPlanned } }

    @Test("rule 7: the narrowest focus wins; a class's reaches its subclasses, across modules")
    func narrowest() throws {
        #expect(try list(focused) == chosen)
        // Class by class, the same.
        for name in ["ExplicitTests", "NarrowTests", "ClassTests", "InheritingFocus", "FromSharedFocus"] {
            let expected = chosen.filter { $0.contains(".\(name)/") }
            #expect(try list(focused, name) == expected)
            #expect(!expected.isEmpty)
        }
        // Where nothing is focused, all run.
        #expect(try list(focused, "UnfocusedTests", "SharedBase").count == 3)
    }

    @Test("rule 8: a focus that cannot run does not silence the others, and is told of")
    func ineffective() throws {
        let result = try Runner.run(["-v", focused, "ImpossibleTests", "UnfocusedTests"])
        #expect(Report(result.output).outcomes.filter { $0.kind == .passed }.count == 2)
        #expect(!result.output.contains("FOCUSED RUN"))
        let name = "FocusSuites/FocusSuites.ImpossibleTests/testThere_macOS"
        #expect(result.lines.contains("focus without effect: \(name) (its platform macOS is not current)"))
        #expect(
            result.lines.contains(
                "focus without effect: FocusSuites/FocusSuites.Lonely (it is abstract and no subclass runs)"))
        // Where it can run, it counts.
        #expect(try list(focused, "ImpossibleTests", "UnfocusedTests", "--platform", "macOS") == [name])
    }

    @Test("rule 8: a focus that is filtered out does not silence the others")
    func filteredOut() throws {
        let patterns = ["NarrowTests/testNarrow", "testChosen", "ClassTests", "Inheriting", "FromShared"]
        let result = try Runner.run(["-v", focused] + patterns.flatMap { ["--skip", $0] })
        let passed = Report(result.output).outcomes.filter { $0.kind == .passed }.map(\.identity)
        // NarrowTests is itself focused, and so is what remains of it.
        #expect(passed == ["FocusSuites/FocusSuites.NarrowTests/testWide"])
        #expect(
            result.lines.contains(
                "focus without effect: FocusSuites/FocusSuites.ExplicitTests/testChosen (it is not selected)"))
        #expect(
            try list(
                focused, "--skip", "NarrowTests", "--skip", "testChosen", "--skip", "ClassTests", "--skip",
                "Inheriting", "--skip", "FromShared"
            ).count == 5)
    }

    @Test("rule 9: --focus all narrows the whole run, bundle only its own, ignore nothing")
    func reach() throws {
        #expect(try list(focused, ordinary) == chosen)
        #expect(try list(focused, ordinary, "--focus", "all") == chosen)
        #expect(try list(focused, ordinary, "--focus", "bundle") == chosen.union(FixtureModel.ordinary.planned))
        #expect(try list(focused, ordinary, "--focus", "ignore") == runnable.union(FixtureModel.ordinary.planned))
    }

    @Test(
        "rule 9: the end of a focused run says so loudly, with the number of cases left out",
        arguments: [["-q"], [], ["-v"]])
    func isLoud(options: [String]) throws {
        let result = try Runner.run(options + [focused, ordinary])
        let leftOut = runnable.count - chosen.count + FixtureModel.ordinary.planned.count
        #expect(result.lines.contains("FOCUSED RUN: \(leftOut) cases left out, because of a focus in FocusSuites"))
        #expect(result.status == 0)
        // Where nothing else was selected, there is nothing to count.
        let directory = try TemporaryDirectory()
        let (page, summary) = (directory.file("run.html"), try directory.write([], to: "summary.md"))
        let narrow = try Runner.run(
            options + ["--html", page, focused, "ExplicitTests/testChosen"],
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
        let texts = try [page, summary].map { try String(contentsOfFile: $0, encoding: .utf8) } + [narrow.output]
        for text in texts {
            #expect(text.contains("there is a focus in FocusSuites") && !text.contains("0 cases left"))
        }
        let ignoring = try Runner.run(options + [focused, ordinary, "--focus", "ignore"])
        #expect(!ignoring.output.contains("FOCUSED RUN"))
        #expect(ignoring.lines.contains("focus ignored on \(chosen.count) cases"))
    }

    @Test("rule 9: --forbid-focus makes a focused run an error, and a failure comes before that")
    func forbidden() throws {
        #expect(try Runner.run(["--forbid-focus", focused]).status == 6)
        #expect(try Runner.run(["--forbid-focus", ordinary]).status == 0)
        #expect(try Runner.run(["--forbid-focus", "--focus", "ignore", focused]).status == 0)
        let failing = try FixtureModel.failing.make(in: directory)
        #expect(try Runner.run(["--forbid-focus", "--focus", "bundle", focused, failing]).status == 1)
        try LoadFault("MAJOR", "").make(directory, "faulty.so")
        #expect(try Runner.run(["--forbid-focus", focused, directory.file("faulty.so")]).status == 4)
    }
}
