// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The TAP stream, against text written from the specification (testanything.org/tap-version-13-specification).
struct TAPReporterTests {
    @Test("every outcome is a test point")
    func outcomes() throws {
        let run = SampleRun()
        let text = try run.report(run.events) { TAPReporter(context: $0, output: $1) }
        let expected = #"""
            TAP version 13
            # runner 0.1.0, seed 18446744073709551615
            ok 1 - Shop/Shop.CartTests/testTouch_iPad # SKIP its platform iPad is not current
            ok 2 - Shop/Shop.CartTests/testAdd
              ---
              duration_ms: 1.500
              ...
            not ok 3 - Shop/Shop.CartTests/testPay
              ---
              duration_ms: 1.500
              outcome: "failed"
              message: "expected equal values, got 1 and 2 (after a discount)"
              severity: "fail"
              file: "/src/CartTests.swift"
              line: 21
              issues: "expected equal values, got 1 and 2\nafter a discount\n- 2\n+ 1\nat /src/CartTests.swift:21"
              logs: "card declined"
              output: "paying\n"
              ...
            not ok 4 - Shop/Shop.CartTests/outlineTestTax[low]
              ---
              duration_ms: 1.500
              outcome: "crashed"
              message: "was ended by SIGSEGV in the case's body"
              severity: "fail"
              file: "/src/CartTests.swift"
              line: 30
              issues: "was ended by SIGSEGV in the case's body\nat /src/CartTests.swift:30 (last known)"
              ...
            ok 5 - Shop/Shop.CartTests/outlineTestTax[high] # SKIP no such tax
            1..5

            """#
        #expect(text == expected)
    }

    @Test("what goes wrong outside of cases is a test point")
    func outsideOfCases() throws {
        let run = SampleRun()
        let unit = UnitResult(classIndex: 1, issues: [Issue(kind: .error, message: "no database")])
        let text = try run.report([.unitEnded(unit), .runIssue(Issue(kind: .crash, message: "a worker died"))]) {
            TAPReporter(context: $0, output: $1)
        }
        #expect(text.contains("\nnot ok 1 - Shop/Shop.CartTests set-up and tear-down\n"))
        #expect(text.contains("\nnot ok 2 - the run\n"))
        #expect(text.hasSuffix("\n1..2\n"))
    }

    @Test("what skipped cases and the hooks of classes printed is reported")
    func outputOfSkips() throws {
        let (run, events) = SampleRun.printingRun
        let text = try run.report(events) { TAPReporter(context: $0, output: $1) }
        let expected = #"""
            ok 1 - Shop/Shop.CartTests/testAdd # SKIP closed
              ---
              output: "looking\n"
              ...
            ok 2 - Shop/Shop.CartTests set-up and tear-down
              ---
              output: "opening\n"
              ...
            1..2

            """#
        #expect(text.hasSuffix(expected))
    }

    @Test("a text has less than the 65,534 bytes that Perl's expressions take", arguments: ["y", "\u{1B}", "😀"])
    func longTexts(character: String) throws {
        let run = SampleRun()
        var result = run.result(.add, .failed, [Issue(kind: .assertion, message: "too long")])
        result.output = "begin" + String(repeating: character, count: 65_536) + "end"
        let text = try run.report([.caseEnded(result)]) { TAPReporter(context: $0, output: $1) }
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  output: \"begin") })
        #expect(line.utf8.count < 65_534 && line.hasSuffix("end\"") && line.contains("[55544 characters left out]"))
    }

    @Test("the version is the one that is asked for")
    func version() throws {
        let run = SampleRun()
        func text(_ version: TAPVersion) throws -> String {
            try run.report(run.events) { TAPReporter(context: $0, output: $1, version: version) }
        }
        #expect(try text(.fourteen).hasPrefix("TAP version 14\n"))
        #expect(try text(.fourteen).dropFirst(14) == text(.thirteen).dropFirst(14))
    }

    @Test("a run of nothing fails")
    func emptyRun() throws {
        let text = try SampleRun().report([]) { TAPReporter(context: $0, output: $1) }
        #expect(text.hasSuffix("\nnot ok 1 - no test ran\n1..1\n"))
    }

    @Test("what takes long is a comment")
    func longCase() throws {
        let run = SampleRun()
        let slot = run.context.plan.slots[0]
        let slow = Progress.Slow(classIndex: 0, phase: .body(slot), elapsed: 10_000_000_000)
        let text = try run.report([.progressed(Progress(slow: [slow]))]) { TAPReporter(context: $0, output: $1) }
        #expect(text.contains("\n# still running: Shop/Shop.CartTests/testAdd (10 s)\n"))
    }

    @Test("a cut short run bails out")
    func cutShort() throws {
        let run = SampleRun()
        let text = try run.report(run.events, interruption: .signal(2)) { TAPReporter(context: $0, output: $1) }
        #expect(text.hasSuffix("\nBail out! the run was cut short\n1..5\n"))
    }

    @Test("an earlier attempt is reported")
    func earlierAttempt() throws {
        let run = SampleRun()
        let (first, again) = run.retried(.add, "not yet")
        let text = try run.report([.attemptFailed(first), .caseEnded(again)]) { TAPReporter(context: $0, output: $1) }
        let expected = """
            ok 1 - Shop/Shop.CartTests/testAdd
              ---
              duration_ms: 1.500
              attempt: 2
              earlier_attempts: "not yet"
              ...
            1..1

            """
        #expect(text.hasSuffix(expected))
    }

    @Test("hostile text stays in its place")
    func hostileText() throws {
        let (run, events) = SampleRun.hostileRun
        let text = try run.report(events) { TAPReporter(context: $0, output: $1) }
        let name = ##"a<b>&"'\\n::error::x%,:|\# SKIP\\\\u{0}\\u{1B}[31m\\u{7F}\\u{9B}\\u{202E}\\u{FFFE}]]>`*é😀"##
        let points = text.split(separator: "\n").filter { $0.contains("ok ") && !$0.hasPrefix(" ") }
        #expect(
            points == [
                "not ok 1 - bundle \(name)", "not ok 2 - \(name)/\(name)/\(name)",
                "ok 3 - \(name)/\(name)/testPay # SKIP \(name)", "not ok 4 - reported late: by an unknown case",
            ]
        )
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
    }
}
