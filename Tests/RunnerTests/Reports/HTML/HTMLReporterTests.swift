// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The HTML report beyond the text of `StreamTests`; how it looks and what it does is for `Tests/Reports/html_check.py`.
struct HTMLReporterTests {
    /// The page of some events.
    private func page(_ run: SampleRun, _ events: [Event]) throws -> String {
        try run.report(events) { HTMLReporter(context: $0, output: $1) }
    }

    /// Returns the part of a page between two marks.
    private func part(of page: String, from start: String, to end: String) throws -> Substring {
        let from = try #require(page.firstRange(of: start)?.upperBound)
        let to = try #require(page[from...].firstRange(of: end)?.lowerBound)
        return page[from..<to]
    }

    /// The data that the script reads.
    private func data(of page: String) throws -> Substring {
        try part(of: page, from: #"<script type="application/json" id="data">"#, to: "</script>")
    }

    @Test("the history of the cases is there, and what deserves a look")
    func history() throws {
        var run = SampleRun()
        var content = HistoryContent()
        let names = HistoryNames(identity: "Shop/Shop.CartTests", tests: ["testAdd", "testPay"])
        content.names[names.key] = names
        for number in 1...3 {
            var past = HistoryRun(id: UInt64(number), started: UInt64(number) * 60_000_000_000, seed: UInt64(number))
            past.bundles = [HistoryRun.Bundle(name: "Shop", build: 1)]
            past.classes = [
                HistoryRun.Class(
                    key: names.key,
                    content: .each([
                        HistoryResult(.passed, duration: 64),
                        HistoryResult(number == 2 ? .failed : .passed, duration: 96),
                    ]))
            ]
            content.runs.append(past)
        }
        run.context.history = HistoryBook(content, results: 100)
        let data = try data(of: page(run, run.events))
        #expect(data.contains(#""history":{"runs":[["1970-01-01 00:01","1","",""],"#))
        // 64 ns are 2 to the sixth; 96 ns are half as many more: 32 of 64, but for the precision that is kept.
        #expect(data.contains(#""cases":[["ppp","GBGBGB",0],["pfp","GhGhGh",0],null,null,null]"#), "\(data)")
        let words = "failed in 1 of 3 runs: 33 % (6.1 % to 79 %), last 1970-01-01 00:02; seed 2"
        #expect(data.contains(#""findings":[[1,"flaky","\#(words)"]]"#))
    }

    @Test(
        "JSON in a script element",
        arguments: [
            (
                "</script><script>alert(1)</script>",
                #"\u003c/script\u003e\u003cscript\u003ealert(1)\u003c/script\u003e"#
            ),
            ("<!--<script>", #"\u003c!--\u003cscript\u003e"#), ("a\u{2028}b\u{2029}c", #"a\u2028b\u2029c"#),
            ("\u{A8}\u{A9}é\u{2027}", "\u{A8}\u{A9}é\u{2027}"),
        ])
    func scriptElement(_ text: String, _ expected: String) { #expect(HTMLText.json(text) == expected) }

    @Test("the policy names the one script and style")
    func contentPolicy() throws {
        let run = SampleRun()
        let page = try page(run, run.events)
        let script = try part(of: page, from: "<script>", to: "</script>")
        let style = try part(of: page, from: "<style>", to: "</style>")
        let policy = try part(of: page, from: #"http-equiv="Content-Security-Policy" content=""#, to: "\">")
        func hash(_ text: Substring) -> String { Base64.text(SHA256.hash(Array(text.utf8))) }
        #expect(policy.contains("default-src 'none'; script-src 'sha256-\(hash(script))';"))
        #expect(policy.contains("style-src 'sha256-\(hash(style))';"))
        #expect(!page.contains("{{"))
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            #expect(!script.contains(word), "\(word)")
        }
    }

    @Test("an attached file is linked and a small text or picture is shown")
    func attachments() throws {
        let scratch = TemporaryDirectory()
        try scratch.write(Array("a <b> line\n".utf8), to: "kept/my log.txt")
        try scratch.write([0x89, 0x50, 0x4E], to: "kept/shot.png")
        try scratch.write([1, 2], to: "kept/core.bin")
        let run = SampleRun()
        var result = run.result(.pay, .failed, [Issue(kind: .assertion, message: "no")])
        result.attachments = [("my log.txt", 11), ("shot.png", 3), ("core.bin", 2)].map { name, size in
            AttachedFile(name: name, path: scratch.path("kept/" + name), size: UInt64(size))
        }
        let page = try run.report([.caseEnded(result)]) {
            HTMLReporter(context: $0, output: $1, directory: scratch.path("reports"))
        }
        let data = try data(of: page)
        #expect(data.contains(##""./../kept/my%20log.txt","text","a \u003cb\u003e line\n""##), "\(data)")
        #expect(data.contains(#"./../kept/shot.png","image","data:image/png;base64,iVBO""#))
        #expect(data.contains(#"./../kept/core.bin"]"#))
    }

    @Test(
        "links",
        arguments: [
            ("/a/b", "/a/b/c d", "./c%20d"), ("/a/b", "/a/x/y", "./../x/y"), ("/", "/javascript:x", "./javascript%3Ax"),
            ("/a", "/a/#?%", "./%23%3F%25"),
        ])
    func links(directory: String, path: String, link: String) {
        #expect(AttachmentView(directory: directory).link(to: path) == link)
    }

    @Test("a slash separates the suites of examples, and means nothing in another framework's arguments")
    func aSlashMeansNothingInAnotherFrameworksArguments() throws {
        func rows(_ run: SampleRun) throws -> Substring {
            try part(of: String(data(of: page(run, run.events))), from: #""classes":"#, to: #","cases":"#)
        }
        let run = SampleRun()
        #expect(run.context.registry.hasExampleSuites(inCase: 2))
        #expect(try !rows(run).contains(#","",1]"#))
        var registry = run.context.registry
        let identity = ForeignIdentity(text: "Shop.CartTests/tax(_:)")
        registry.caseDescriptions[2] = Description(identity: identity)
        #expect(!registry.hasExampleSuites(inCase: 2))
        #expect(try rows(SampleRun(registry: registry)).contains(#","",1]"#))
    }

    @Test("what is different from the run before is there")
    func runBefore() throws {
        let run = SampleRun()
        var record = RunRecord(
            run: RunRecord.Run(
                number: 1, time: "", seed: 1, ending: .finished, executed: 3, failed: 1, command: ""))
        var known = RunRecord.Class(identity: "Shop/Shop.CartTests", run: 1)
        known.count = 4
        known.cases = [
            RunRecord.Case(name: "testAdd", outcome: .failed, duration: 10),
            RunRecord.Case(name: "outlineTestTax[high]", outcome: .passed, duration: 50_000),
        ]
        record.classes = [known]
        let earlier = EarlierResults(record, in: run.context.registry)
        func change(_ place: SampleRun.Case, _ outcome: Outcome, _ seconds: Double = 0)
            -> EarlierResults.Change?
        {
            var result = run.result(place, outcome)
            result.duration = UInt64(seconds * 1e9)
            return earlier.change(result)
        }
        #expect(change(.add, .passed) == .fixed)
        #expect(change(.add, .failed) == nil)
        #expect(change(.pay, .crashed) == .newlyFailed)
        #expect(change(.pay, .passed, 0.1) == nil)
        #expect(change(.pay, .passed, 0.2) == .slower(before: 10_000))
        #expect(change(.high, .passed, 0.14) == nil)
        #expect(change(.high, .passed, 0.16) == .slower(before: 50_000))
        record.classes = []
        #expect(EarlierResults(record, in: run.context.registry).change(run.result(.pay, .failed)) == nil)
    }
}
