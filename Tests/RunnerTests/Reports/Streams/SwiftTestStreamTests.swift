// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport

/// The event stream of tests that another framework's tools know, for the runner's readers and for those of `swift test`.
///
/// The expected lines are written from what Swift Testing 6.3.1 writes.
struct SwiftTestStreamTests {
    /// The sample run, as if `Shop.CartTests` were a suite of Swift Testing.
    private func foreignRun() -> SampleRun {
        let run = SampleRun()
        var registry = run.context.registry
        registry.classDescriptions[1] = Description(
            identity: ForeignIdentity(text: "Shop.CartTests", fileID: "Shop/CartTests.swift", line: 4, column: 2))
        for (index, name) in ["testAdd()", "testPay()", "outlineTestTax(rate:)", "testTouch_iPad()"].enumerated() {
            let identity = ForeignIdentity(
                text: "Shop.CartTests/\(name)/CartTests.swift:\(10 + index):6", fileID: "Shop/CartTests.swift",
                line: UInt32(10 + index), column: 6)
            let title = index == 1 ? "Paying" : ""
            registry.caseDescriptions[index] = Description(title: title, identity: identity)
        }
        return SampleRun(registry: registry)
    }

    /// The lines of a stream, less the instants and `testkit`.
    private func lines(_ run: SampleRun, _ events: [Event], _ format: EventFormat) throws -> [String] {
        try run.report(events) { EventStreamReporter(context: $0, output: $1, format: format) }
            .split(separator: "\n").map { line in
                String(line).replacing(/"instant":{[^}]*},/, with: "").replacing(/,"testkit":{.*}}}/, with: "}}")
            }
    }

    @Test("the runner's own stream has both identities")
    func runnersStream() throws {
        let run = foreignRun()
        let text = try run.report([.caseEnded(run.result(.add, .passed))]) {
            EventStreamReporter(context: $0, output: $1)
        }
        let test =
            #""line":10,"column":6},"id":"Shop.CartTests/testAdd()/CartTests.swift:10:6","isParameterized":false,"#
            + #""testkit":{"identity":"Shop/Shop.CartTests/testAdd","#
        #expect(text.contains(test))
        #expect(text.contains(#""fileID":"Shop/CartTests.swift","filePath":"/src/CartTests.swift""#))
        let ended =
            #""testID":"Shop.CartTests/testAdd()/CartTests.swift:10:6","testkit":{"identity":"Shop/Shop.CartTests/testAdd""#
        #expect(text.contains(ended))
    }

    @Test("tests of two bundles that their framework knows by one name have their identities in place of it")
    func twoBundles() throws {
        let run = foreignRun()
        var registry = run.context.registry
        registry.bundles.append(Registry.Bundle(fileIndex: 1, name: "Other", producer: "test", classes: 0..<1))
        let base = registry.classes[0]
        registry.classes[0] = Registry.Class(
            bundle: 1, index: 0, name: base.name, file: base.file, line: 1, superclass: nil, flags: 0,
            declaredSupport: 0,
            cases: 0..<0, runGroup: 1)
        let twin = ForeignIdentity(text: "Shop.CartTests/testAdd()/CartTests.swift:10:6")
        registry.classDescriptions[0] = Description(identity: twin)
        let lines = try lines(
            SampleRun(registry: registry),
            [.caseEnded(run.result(.add, .passed)), .caseEnded(run.result(.pay, .passed))],
            EventFormat(version: .sixThree, isSwiftTests: true))
        let text = lines.joined(separator: "\n")
        #expect(!text.contains(twin.text))
        // The record of the test, its start and its end.
        #expect(text.matches(of: /"(id|testID)":"Shop\/Shop\.CartTests\/testAdd"/).count == 3)
        #expect(text.matches(of: /"(id|testID)":"Shop\.CartTests\/testPay\(\)\/CartTests\.swift:11:6"/).count == 3)
    }

    @Test("the stream of swift test has Swift Testing's words")
    func swiftTestStream() throws {
        let run = foreignRun()
        let format = EventFormat(version: .sixThree, isSwiftTests: true)
        let lines = try lines(run, run.events, format)
        let texts = texts(lines)
        #expect(
            texts
                == [
                    "Test run started.",
                    #"Test testTouch_iPad() skipped: \"its platform iPad is not current\""#,
                    "Suite CartTests started.",
                    "Test testAdd() started.", "Test testAdd() passed after 0.002 seconds.",
                    #"Test \"Paying\" started."#, "expected equal values, got 1 and 2", "after a discount",
                    #"- 2\n+ 1"#,
                    #"Test \"Paying\" failed after 0.002 seconds with 1 issue."#,
                    "Test outlineTestTax() started.",
                    "Test case passing low to outlineTestTax() started.",
                    "was ended by SIGSEGV in the case's body",
                    "Test case passing high to outlineTestTax() started.",
                    "Test outlineTestTax() with 2 test cases failed after 0.002 seconds with 1 issue.",
                    "Suite CartTests failed after 1.000 seconds with 2 issues.",
                    "Test run with 4 tests in 1 suite failed after 3.000 seconds with 2 issues.",
                ])
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"version":"6.3.0","kind":""#) })
    }

    /// A record as Swift Testing 6.3.1 writes it, of an issue with an error in a known place.
    private static let record =
        #"{"kind":"event","payload":{"_comments":["why"],"issue":{"_backtrace":[{"address":1}],"_error":{"code":0},"#
        + #""isKnown":false,"sourceLocation":{"column":9,"fileID":"Shop/Cart.swift","line":7}},"kind":"issueRecorded","#
        + #""messages":[{"symbol":"fail","text":"its words"}]},"version":0}"#

    @Test("an issue has the words, the place and the experimental members that Swift Testing writes")
    func issueMembers() throws {
        let run = foreignRun()
        var issue = Issue(kind: .error, message: "the runner's words")
        (issue.file, issue.line, issue.record) = ("/src/Cart.swift", 7, Self.record)
        let events: [Event] = [.caseEnded(run.result(.add, .failed, [issue]))]
        let plain = try lines(run, events, EventFormat(isSwiftTests: true)).joined(separator: "\n")
        #expect(plain.contains(#""messages":[{"symbol":"fail","text":"its words"}]"#))
        let place =
            #""sourceLocation":{"fileID":"Shop/Cart.swift","filePath":"/src/Cart.swift","_filePath":"/src/Cart.swift","#
            + #""line":7,"column":9}"#
        #expect(plain.contains(place + "}"))
        let full = try lines(run, events, EventFormat(isSwiftTests: true, isExperimental: true)).joined(separator: "\n")
        #expect(full.contains(place + #","_backtrace":[{"address":1}],"_error":{"code":0}}"#))
        #expect(full.contains(#""_comments":["why"]"#))
    }

    @Test(
        "a record that is no line of JSON with an event changes nothing",
        arguments: ["", "{", "[]", "{}", #"{"payload":{}}"#, "{\"payload\":\n{\"kind\":\"issueRecorded\"}}", "\u{0}"])
    func malformedRecord(text: String) {
        #expect(FrameworkRecord(text) == nil)
    }

    @Test("members of other kinds than Swift Testing's are left out")
    func foreignMembers() throws {
        let text =
            #"{"payload":{"kind":"issueRecorded","_comments":"x","issue":{"_error":1,"sourceLocation":{"column":-1}}}}"#
        let record = try #require(FrameworkRecord(text))
        #expect(record.ofEvent.isEmpty && record.ofIssue.isEmpty && record.column == 0 && record.messages.isEmpty)
    }

    /// The kinds of a stream's events.
    private func eventKinds(_ lines: [String]) -> [String] {
        lines.compactMap { $0.firstMatch(of: /"payload":{"kind":"(\w+)"/).map { String($0.1) } }
    }

    @Test("a test that cancels itself is cancelled, not skipped")
    func cancelled() throws {
        let run = foreignRun()
        var result = run.result(.add, .skipped)
        result.reason = .skipped("not today")
        result.skipRecord = #"{"payload":{"kind":"testCancelled","_comments":["not today"]}}"#
        let lines = try lines(run, [.caseEnded(result)], EventFormat(isSwiftTests: true))
        let kinds = eventKinds(lines)
        #expect(
            kinds.suffix(7) == [
                "testStarted", "testStarted", "testCaseCancelled", "testCancelled", "testEnded", "testEnded",
                "runEnded",
            ])
        let words = #"Test testAdd() was cancelled after 0.002 seconds: \"not today\""#
        #expect(lines.contains { $0.contains(#""kind":"testEnded""#) && $0.contains(words) })
        // A trait's skip has no such record, and nothing starts.
        result.skipRecord = #"{"payload":{"kind":"testSkipped"}}"#
        let skipped = try self.lines(run, [.caseEnded(result)], EventFormat(isSwiftTests: true))
        #expect(skipped.contains { $0.contains(#""kind":"testSkipped""#) && $0.contains("testAdd()/") })
        #expect(!skipped.contains { $0.contains(#""kind":"testStarted""#) })
    }

    @Test("a test that fails and then cancels itself has failed, and is cancelled")
    func failedAndCancelled() throws {
        let run = foreignRun()
        var result = run.result(.add, .failed, [Issue(kind: .assertion, message: "before")])
        result.skipRecord = #"{"payload":{"kind":"testCancelled","_comments":["not today"]}}"#
        let lines = try lines(run, [.caseEnded(result)], EventFormat(isSwiftTests: true))
        let kinds = eventKinds(lines)
        #expect(
            kinds.suffix(8) == [
                "testStarted", "testStarted", "issueRecorded", "testCaseCancelled", "testCancelled", "testEnded",
                "testEnded", "runEnded",
            ])
        let words = "Test testAdd() failed after 0.002 seconds with 1 issue."
        #expect(lines.contains { $0.contains(#""kind":"testEnded""#) && $0.contains(words) })
    }

    @Test("a test ends with the last of its arguments, of whichever the host learns last")
    func lastArgument() throws {
        let run = foreignRun()
        var (late, early) = (run.result(.low, .passed), run.result(.high, .passed))
        (late.started, early.started) = (2_500_000_000, 2_100_000_000)
        let text = try run.report([.caseEnded(late), .caseEnded(early)]) {
            EventStreamReporter(context: $0, output: $1, format: EventFormat(isSwiftTests: true))
        }
        let ended = text.split(separator: "\n").first { $0.contains("outlineTestTax() with 2 test cases passed") }
        #expect(ended?.contains(#""instant":{"absolute":2.501500000,"#) ?? false, "\(ended ?? "none")")
        #expect(ended?.contains("passed after 0.002 seconds.") ?? false)
    }

    @Test("what an argument attached is of its argument")
    func argumentAttachment() throws {
        let run = foreignRun()
        var result = run.result(.low, .passed)
        result.attachments = [AttachedFile(name: "tax.txt", path: "/a/tax.txt", size: 1)]
        let lines = try lines(run, [.caseEnded(result)], EventFormat(isSwiftTests: true, isExperimental: true))
        let attached = lines.filter { $0.contains(#"alueAttached""#) }
        #expect(attached.count == 2)
        #expect(attached.allSatisfy { $0.contains(#""_testCase":{"id":"low","displayName":"low"}"#) }, "\(attached)")
    }

    @Test("the second function of a name is called as the first one")
    func overload() throws {
        var registry = SampleRun(firstCase: "add(_:)#2").context.registry
        let identity = ForeignIdentity(text: "Shop.CartTests/add(_:)/CartTests.swift:10:6", parameters: ["what"])
        registry.caseDescriptions[0] = Description(identity: identity)
        let run = SampleRun(registry: registry)
        let lines = try lines(run, [.caseEnded(run.result(.add, .passed))], EventFormat(isSwiftTests: true))
        #expect(lines.contains { $0.contains(#""kind":"function","name":"add(_:)","#) })
        let words = texts(lines).filter { $0.contains("add") }
        #expect(words == ["Test add(_:) started.", "Test add(_:) passed after 0.002 seconds."])
    }

    @Test(
        "a function's name has parentheses, and no number behind them",
        arguments: [
            ("testAdd", "testAdd()"), ("test2", "test2()"), ("add(to:)", "add(to:)"), ("add(to:)#12", "add(to:)"),
            ("add#2", "add()"), ("`add #2`", "`add #2`()"), ("`add #2`#2", "`add #2`()"),
            ("`add #2`(to:)", "`add #2`(to:)"),
        ])
    func functionName(name: String, function: String) {
        #expect(StreamNames.function(name, ForeignIdentity(text: "M.f()")) == function)
        #expect(StreamNames.function(name, nil) == name)
    }

    @Test("a suite around others starts before them and ends behind them, with their issues")
    func outerSuite() throws {
        var registry = foreignRun().context.registry
        registry.classDescriptions[1] = Description(
            identity: ForeignIdentity(text: "Shop.Outer/CartTests", fileID: "Shop/CartTests.swift", line: 4, column: 2))
        let run = SampleRun(registry: registry)
        let lines = try lines(run, run.events, EventFormat(isSwiftTests: true))
        let texts = texts(lines)
        let suites = texts.filter { $0.hasPrefix("Suite ") }
        #expect(
            suites == [
                "Suite Outer started.", "Suite CartTests started.",
                "Suite CartTests failed after 1.000 seconds with 2 issues.",
                "Suite Outer failed after 1.000 seconds with 2 issues.",
            ])
        #expect(texts.last == "Test run with 4 tests in 2 suites failed after 3.000 seconds with 2 issues.")
        let place = #""fileID":"Shop/CartTests.swift","filePath":"/src/CartTests.swift""#
        #expect(
            lines.contains {
                $0.contains(#""name":"Outer""#) && $0.contains(place) && $0.contains(#""id":"Shop.Outer""#)
            })
    }

    /// The sample run in a suite of Swift Testing that is in another one, of which the bundle states everything.
    private func nestedRun() -> SampleRun {
        var registry = foreignRun().context.registry
        registry.classDescriptions[1] = Description(
            identity: ForeignIdentity(
                text: "Shop.Outer/CartTests", fileID: "Shop/CartTests.swift", line: 4, column: 2,
                comments: ["// Carts."]))
        func suite(
            _ text: String, _ line: UInt32, _ title: String = "", _ tags: [String] = []
        ) -> FrameworkSuites.Suite {
            let identity = ForeignIdentity(
                text: text, fileID: "Shop/CartTests.swift", line: line, column: 2, comments: ["// \(text)"])
            return FrameworkSuites.Suite(identity: identity, file: "/src/CartTests.swift", title: title, tags: tags)
        }
        registry.suites = [
            suite("Shop.Outer", 2, "All carts", ["slow"]), suite("Shop.Outer/Void", 30), suite("Shop.Nothing", 40),
            suite("Shop.Nothing/Less", 41),
        ]
        return SampleRun(registry: registry)
    }

    /// The words of some lines.
    private func texts(_ lines: [String]) -> [String] {
        lines.flatMap { line in line.matches(of: /"text":"((?:[^"\\]|\\.)*)"/).map { String($0.1) } }
    }

    @Test("a suite that is no class has its title, tags and place; one without a test starts and ends")
    func suiteWithoutClass() throws {
        let run = nestedRun()
        let lines = try lines(run, run.events, EventFormat(version: .sixFour, isSwiftTests: true))
        let record =
            #""kind":"suite","name":"Outer","displayName":"All carts","sourceLocation":{"fileID":"Shop/CartTests.swift","#
            + #""filePath":"/src/CartTests.swift","line":2,"column":2},"id":"Shop.Outer","tags":["slow"]"#
        #expect(lines.contains { $0.contains(record) })
        #expect(
            texts(lines).filter { $0.hasPrefix("Suite ") || $0.hasPrefix("// ") } == [
                "Suite Nothing started.", "Suite Less started.", "Suite Less passed after 0.000 seconds.",
                "Suite Nothing passed after 0.000 seconds.", #"Suite \"All carts\" started."#, "Suite Void started.",
                "Suite Void passed after 0.000 seconds.", "Suite CartTests started.",
                "Suite CartTests failed after 1.000 seconds with 2 issues.", "// Carts.",
                #"Suite \"All carts\" failed after 1.000 seconds with 2 issues."#, "// Shop.Outer",
            ])
        // The runner's own stream has classes only.
        let own = try self.lines(run, run.events, .own)
        #expect(!own.contains { $0.contains("Outer\"") || $0.contains("Nothing") })
    }

    @Test("a suite that a trait skips is skipped once, and neither starts nor ends")
    func skippedSuite() throws {
        let run = nestedRun()
        func record(_ id: String) -> String {
            #"{"payload":{"kind":"testSkipped","testID":"\#(id)","_comments":["off"]}}"#
        }
        func skip(_ place: SampleRun.Case) -> Event {
            var result = run.result(place, .skipped)
            result.reason = .skipped("off")
            result.skipRecord = [record("Shop.Outer/CartTests"), record("Shop.Unknown"), record("M.f()")]
                .joined(separator: "\n")
            return .caseEnded(result)
        }
        let format = EventFormat(isSwiftTests: true, isExperimental: true)
        let lines = try lines(run, [skip(.add), skip(.pay), .unitEnded(UnitResult(classIndex: 1))], format)
        let events = lines.filter { $0.contains(#""testID":"Shop.Outer/CartTests""#) }
        #expect(events.count == 1)
        #expect(events.first?.contains(#""kind":"testSkipped""#) ?? false)
        #expect(events.first?.contains(#""_comments":["off"]"#) ?? false)
        #expect(
            texts(lines).filter { $0.contains("carts") || $0.contains("skipped") } == [
                #"Suite \"All carts\" started."#, #"Suite CartTests skipped: \"off\""#,
                #"Test testAdd() skipped: \"off\""#, #"Test \"Paying\" skipped: \"off\""#,
                #"Suite \"All carts\" passed after 0.000 seconds."#,
            ])
        #expect(texts(lines).last?.hasPrefix("Test run with 2 tests in 5 suites passed") ?? false)
    }

    @Test("a test whose traits are still looked at has not started")
    func traitsUnderWay() throws {
        let run = foreignRun()
        var progress = Progress()
        progress.cases = [(run.context.plan.slots[0], 2_000_000_000), (run.context.plan.slots[1], 2_000_000_000)]
        progress.preparing = [run.context.plan.slots[0]]
        let lines = try lines(run, [.progressed(progress)], EventFormat(isSwiftTests: true))
        let started = lines.filter { $0.contains(#""kind":"testStarted""#) }
        #expect(started.contains { $0.contains("testPay()") } && !started.contains { $0.contains("testAdd()") })
        let own = try self.lines(run, [.progressed(progress)], .own)
        #expect(own.contains { $0.contains(#""kind":"testStarted""#) && $0.contains("testAdd()") })
    }

    @Test("the start of the run names the libraries, each once")
    func libraries() throws {
        var registry = foreignRun().context.registry
        func record(_ version: String) -> String {
            #"{"payload":{"kind":"runStarted","messages":[{"symbol":"default","text":"Test run started."},"#
                + #"{"symbol":"details","text":"Version \#(version)"},{"symbol":"details","text":"Linux"}]}}"#
        }
        registry.runRecords = [record("1"), "{", record("2")]
        let run = SampleRun(registry: registry)
        let lines = try lines(run, [], EventFormat(isSwiftTests: true))
        #expect(texts(lines).prefix(4) == ["Test run started.", "Version 1", "Linux", "Version 2"])
    }

    @Test("arguments have the names of their parameters in the function")
    func argumentNames() throws {
        var registry = foreignRun().context.registry
        registry.caseDescriptions = [:]
        registry.caseDescriptions[2] = Description(
            identity: ForeignIdentity(text: "Shop.CartTests/tax(_:)", comments: ["// why"], parameters: ["rate"]))
        let run = SampleRun(registry: registry)
        let lines = try lines(run, run.events, EventFormat(isSwiftTests: true))
        #expect(texts(lines).contains("Test case passing 1 argument rate → low to outlineTestTax() started."))
        let ended = lines.first { $0.contains("outlineTestTax() with 2 test cases failed") }
        #expect(ended?.contains(#"{"symbol":"details","text":"// why"}"#) ?? false)
    }

    @Test(
        "what is between two arguments may be in one as well",
        arguments: [
            ("1, 2", ["1", "2"]), (#""a, b", "c""#, [#""a, b""#, #""c""#]), (#""\", ", 1"#, [#""\", ""#, "1"]),
            ("[1, 2], (3, 4), P(x: 5, y: 6)", ["[1, 2]", "(3, 4)", "P(x: 5, y: 6)"]), ("", [""]),
        ])
    func betweenArguments(text: String, values: [String]) {
        #expect(TestingWords.values(in: text) == values)
    }

    @Test("warnings are counted as Swift Testing counts them")
    func warningsAreCounted() throws {
        let run = foreignRun()
        let warning = Issue(kind: .warning, message: "nothing to speak of")
        let lines = try lines(run, [.caseEnded(run.result(.add, .passed, [warning]))], EventFormat(isSwiftTests: true))
        #expect(lines.contains { $0.contains("Test testAdd() passed after 0.002 seconds with 1 warning.") })
    }

    @Test("version 0 has neither severities nor paths by their new name")
    func versionZero() throws {
        let run = foreignRun()
        let warning = Issue(kind: .warning, message: "nothing to speak of")
        let events = run.events + [.caseEnded(run.result(.add, .passed, [warning]))]
        let lines = try lines(run, events, EventFormat(version: .zero, isSwiftTests: true))
        let text = lines.joined(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"version":0,"kind":""#) })
        for word in [#""severity""#, #""isFailure""#, #""filePath""#, "nothing to speak of"] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.contains(#""_testCases":[{"id":"low","displayName":"low"},{"id":"high","displayName":"high"}]"#))
        #expect(text.contains(#""_testCase":{"id":"high","displayName":"high"}"#))
    }

    @Test("version 6.4 has tags without a dot, iterations, and paths by their new name alone")
    func versionSixFour() throws {
        var registry = foreignRun().context.registry
        registry.cases[0].tags = registry.tagSets.number(of: ["slow", "disk"])
        let run = SampleRun(registry: registry)
        let lines = try lines(run, run.events, EventFormat(version: .sixFour, isSwiftTests: true))
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("_filePath"))
        #expect(
            lines.contains { $0.contains(#""id":"Shop.CartTests/testAdd"#) && $0.contains(#""tags":["disk","slow"]"#) })
        #expect(lines.contains { $0.contains(#""kind":"function""#) && $0.contains(#""tags":[]"#) })
        for kind in ["testCaseStarted", "testCaseEnded"] {
            let events = lines.filter { $0.contains(#""kind":"\#(kind)""#) }
            #expect(!events.isEmpty && events.allSatisfy { $0.contains(#""iteration":1"#) }, "\(kind)")
        }
        // What is no part of one repetition has no number.
        let outer = lines.filter { $0.contains(#""testID":"Shop.CartTests""#) || $0.contains(#""kind":"runEnded""#) }
        #expect(!outer.isEmpty && outer.allSatisfy { !$0.contains(#""iteration""#) })
    }

    @Test("an issue without a place has that of its test")
    func issueWithoutPlace() throws {
        let run = foreignRun()
        let events: [Event] = [.caseEnded(run.result(.add, .timedOut, [Issue(kind: .timeout, message: "took long")]))]
        let lines = try lines(run, events, EventFormat(version: .sixThree, isSwiftTests: true))
        let place =
            #""sourceLocation":{"fileID":"Shop/CartTests.swift","filePath":"/src/CartTests.swift","#
            + #""_filePath":"/src/CartTests.swift","line":10,"column":6}"#
        #expect(lines.contains { $0.contains(#""kind":"issueRecorded""#) && $0.contains(place) })
    }

    @Test(
        "a crash is in the column of its frame, or in that of its test",
        arguments: [(10, 0, 6), (10, 75, 75), (12, 0, 1)])
    func crashColumn(line: UInt32, column: UInt32, expected: Int) throws {
        let run = foreignRun()
        var crash = Issue(kind: .crash, message: "was ended by SIGILL")
        (crash.file, crash.line, crash.column) = ("/src/CartTests.swift", line, column)
        let events: [Event] = [.caseEnded(run.result(.add, .crashed, [crash]))]
        let lines = try lines(run, events, EventFormat(version: .sixThree, isSwiftTests: true))
        let place = #""line":\#(line),"column":\#(expected)}"#
        #expect(lines.contains { $0.contains(#""kind":"issueRecorded""#) && $0.contains(place) })
    }

    @Test(
        "versions are read as swift test takes them",
        arguments: [("0", EventFormat.Version.zero), ("6.3", .sixThree), ("6.3.0", .sixThree), ("6.4", .sixFour)])
    func versionsAreRead(text: String, version: EventFormat.Version) {
        #expect(EventFormat.Version(text) == version)
    }

    @Test("versions of no known schema are none", arguments: ["", "-1", "1", "6.5", "abc"])
    func unknownVersions(text: String) { #expect(EventFormat.Version(text) == nil) }

    @Test(
        "a description keeps a foreign identity beside its title and its links, from a worker to the host",
        arguments: [
            Description(
                title: "é", links: ["https://example.com a bug"],
                identity: ForeignIdentity(
                    text: "M.S/f()", fileID: "M/F.swift", line: 7, column: 9, comments: ["// é", "// two\n// lines"],
                    parameters: ["_", "b"])),
            Description(identity: ForeignIdentity(text: "M.S/h()", column: 3, parameters: ["a"])),
            Description(identity: ForeignIdentity(text: "M.S/i()", column: 4, comments: ["// c"])),
            Description(identity: ForeignIdentity(text: "M.S/g()")), Description(),
        ])
    func foreignIdentity(_ description: Description) {
        var (written, sent, received) = (CompactCoder(), description, Description())
        sent.pass(&written)
        var reader = CompactCoder(reading: written.bytes[...])
        received.pass(&reader)
        #expect(received == description)
        #expect(reader.isComplete)
    }
}
