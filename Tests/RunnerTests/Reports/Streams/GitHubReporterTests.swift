// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// GitHub's workflow commands, against text written from its documentation and the escapes of its Actions toolkit.
struct GitHubReporterTests {
    /// Returns the reporter's output for some events.
    private func report(_ run: SampleRun, _ events: [Event]) throws -> String {
        try run.report(events) {
            GitHubReporter(context: $0, settings: GitHubReporter.Settings(workspace: "/src", token: "word"), output: $1)
        }
    }

    @Test("failures are annotated after the run")
    func annotations() throws {
        let run = SampleRun()
        let expected = """
            ::stop-commands::word
            ::word::
            ::error file=CartTests.swift,line=21,title=Shop/Shop.CartTests/testPay failed::expected equal values, got 1 and 2%0Aafter a discount%0A- 2%0A+ 1%0Aat /src/CartTests.swift:21
            ::error file=CartTests.swift,line=30,title=Shop/Shop.CartTests/outlineTestTax[low] crashed::was ended by SIGSEGV in the case's body%0Aat /src/CartTests.swift:30 (last known)

            """
        #expect(try report(run, run.events) == expected)
    }

    @Test("a line is annotated once, however often a test fails there, and however many tests say the same")
    func sameLine() throws {
        let run = SampleRun()
        func failures(_ count: Int) -> [RunnerModel.Issue] {
            (0..<count).map { index in
                var issue = RunnerModel.Issue(kind: .assertion, message: "expected 1, got \(index + 2)")
                (issue.file, issue.line) = ("/src/CartTests.swift", 40)
                return issue
            }
        }
        let text = try report(
            run,
            [
                .caseEnded(run.result(.add, .failed, failures(40))), .caseEnded(run.result(.pay, .failed, failures(1))),
                .caseEnded(run.result(.low, .failed, failures(1))),
            ])
        #expect(
            text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("::error ") } == [
                "::error file=CartTests.swift,line=40,title=Shop/Shop.CartTests/testAdd failed"
                    + "::expected 1, got 2%0Aat /src/CartTests.swift:40%0Aand 39 others at this line",
                "::error file=CartTests.swift,line=40,title=Shop/Shop.CartTests/testPay failed, and 1 other test"
                    .replacing(", and", with: "%2C and") + "::expected 1, got 2%0Aat /src/CartTests.swift:40",
            ])
    }

    @Test("what concerns the run comes first, then one annotation for each line: GitHub shows ten of a kind")
    func whatSaysMostComesFirst() throws {
        let run = SampleRun()
        func failure(_ message: String, _ line: UInt32) -> [RunnerModel.Issue] {
            var issue = RunnerModel.Issue(kind: .assertion, message: message)
            (issue.file, issue.line) = ("/src/CartTests.swift", line)
            return [issue]
        }
        let text = try report(
            run,
            [
                .caseEnded(run.result(.low, .failed, failure("low", 40))),
                .caseEnded(run.result(.high, .failed, failure("high", 40))),
                .caseEnded(run.result(.add, .failed, failure("add", 50))),
                .runIssue(RunnerModel.Issue(kind: .bundleFault, message: "shard 2/3 is missing")),
            ])
        let lines = text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("::error ") }
        #expect(
            lines.map { $0.components(separatedBy: "::").last?.prefix { $0 != "%" } } == [
                "shard 2/3 is missing", "low", "add", "high",
            ])
    }

    @Test("without a place its test has the annotation")
    func withoutPlace() throws {
        let run = SampleRun()
        let issue = Issue(kind: .warning, message: "slow")
        let text = try report(run, [.caseEnded(run.result(.add, .passed, [issue]))])
        #expect(
            text.contains(
                "\n::warning file=CartTests.swift,line=10,title=Shop/Shop.CartTests/testAdd passed::warning: slow\n"
            )
        )
    }

    @Test("hostile text is no command")
    func hostileCommands() throws {
        let (run, events) = SampleRun.hostileRun
        let text = try report(run, events)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("::error ") })
        let plain = #"\u{0}\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{FFFE}]]>`*é😀"#
        let property = #"a<b>&"'\n%3A%3Aerror%3A%3Ax%25%2C%3A|# SKIP\"# + plain
        let data = #"a<b>&"'%0A::error::x%25,:|# SKIP\"# + plain
        #expect(lines[2] == "::error title=\(BundleFaultName.escaped)::\(data): \(data)")
        #expect(
            lines[3].hasPrefix(
                "::error file=\(property),line=7,title=\(property)/\(property)/\(property) failed::\(data)%0A"
            )
        )
    }

    /// The name that a fault's file gives it: what stands after the last slash, escaped as a property.
    private enum BundleFaultName {
        static let escaped =
            #"a<b>&"'\n%3A%3Aerror%3A%3Ax%25%2C%3A|# SKIP\\u{0}\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{FFFE}]]>`*é😀"#
    }
}

/// The job's summary, against Markdown written by hand.
struct JobSummaryReporterTests {
    @Test("counts failures and seed")
    func summary() throws {
        let run = SampleRun()
        let expected = """
            ## Tests failed

            | bundle | passed | failed | skipped | not run |
            | --- | ---: | ---: | ---: | ---: |
            | Shop | 1 | 2 | 2 | 0 |
            | all | 1 | 2 | 2 | 0 |

            In 3.00 s. Seed 18446744073709551615. Repeat: <code>runner &#45;&#45;seed 18446744073709551615 Shop&#46;so</code>

            <details><summary>Shop&#47;Shop&#46;CartTests&#47;testPay failed</summary>

            <pre>expected equal values, got 1 and 2
            after a discount
            - 2
            + 1
            at /src/CartTests.swift:21

            output:
            paying
            </pre>

            </details>

            <details><summary>Shop&#47;Shop&#46;CartTests&#47;outlineTestTax&#91;low&#93; crashed</summary>

            <pre>was ended by SIGSEGV in the case's body
            at /src/CartTests.swift:30 (last known)</pre>

            </details>


            """
        #expect(try run.report(run.events) { JobSummaryReporter(context: $0, output: $1) } == expected)
    }

    @Test("what concerns the run comes before the failures of tests, and known issues are counted")
    func whatConcernsTheRunComesFirst() throws {
        let run = SampleRun()
        let known = run.result(.add, .passed, [Issue(kind: .known, message: "slow")])
        let missing = Issue(kind: .bundleFault, message: "shard 2/3 is missing")
        let text = try run.report(run.events.dropFirst(2) + [.caseEnded(known), .runIssue(missing)]) {
            JobSummaryReporter(context: $0, output: $1)
        }
        let titles = text.split(separator: "\n").filter { $0.hasPrefix("<details>") }
        #expect(titles.first == "<details><summary>the run</summary>")
        #expect(titles.count == 3)
        #expect(text.contains("\nIn 3.00 s. 1 known issue. Seed "))
    }

    @Test("hostile text is no markdown")
    func hostileMarkdown() throws {
        let (run, events) = SampleRun.hostileRun
        let text = try run.report(events) { JobSummaryReporter(context: $0, output: $1) }
        let known = ["## ", "| ", "<details>", "<pre>", "</pre>", "</details>", "In 3.00 s."]
        // Within <pre> any line may stand, if only no tag does.
        var isInside = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("<pre>") { isInside = true }
            #expect(isInside || known.contains { line.hasPrefix($0) }, "\(line)")
            if isInside {
                let inner = line.replacing("<pre>", with: "").replacing("</pre>", with: "")
                #expect(!inner.contains("<") && !inner.contains(">"), "\(line)")
            }
            if line.hasSuffix("</pre>") { isInside = false }
        }
        #expect(
            text.contains(
                "<summary>bundle a&#60;b&#62;&#38;&#34;&#39;&#92;n&#58;&#58;error&#58;&#58;x&#37;&#44;&#58;&#124;&#35; SKIP"
            )
        )
    }
}
