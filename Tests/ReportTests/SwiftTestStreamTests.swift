// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport
@testable import Runner

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
            registry.caseDescriptions.append(Description(title: title, identity: identity), ofCase: index)
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
    func theRunnersOwnStreamHasBothIdentities() throws {
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
    func testsOfTwoBundlesHaveTheirIdentities() throws {
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
    func theStreamOfSwiftTestHasSwiftTestingsWords() throws {
        let run = foreignRun()
        let format = EventFormat(version: .sixThree, isSwiftTests: true)
        let lines = try lines(run, run.events, format)
        let texts = lines.flatMap { line in line.matches(of: /"text":"((?:[^"\\]|\\.)*)"/).map { String($0.1) } }
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

    @Test("version 0 has neither severities nor paths by their new name")
    func versionZeroHasNeitherSeveritiesNorPaths() throws {
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

    @Test("an issue without a place has that of its test")
    func anIssueWithoutAPlaceHasThatOfItsTest() throws {
        let run = foreignRun()
        let events: [Event] = [.caseEnded(run.result(.add, .timedOut, [Issue(kind: .timeout, message: "took long")]))]
        let lines = try lines(run, events, EventFormat(version: .sixThree, isSwiftTests: true))
        let place =
            #""sourceLocation":{"fileID":"Shop/CartTests.swift","filePath":"/src/CartTests.swift","#
            + #""_filePath":"/src/CartTests.swift","line":10,"column":6}"#
        #expect(lines.contains { $0.contains(#""kind":"issueRecorded""#) && $0.contains(place) })
    }

    @Test(
        "versions are read as swift test takes them",
        arguments: [("0", EventFormat.Version.zero), ("6.3", .sixThree), ("6.3.0", .sixThree), ("6.4", .sixFour)])
    func versionsAreRead(text: String, version: EventFormat.Version) {
        #expect(EventFormat.Version(text) == version)
    }

    @Test("versions of no known schema are none", arguments: ["", "-1", "1", "6.5", "abc"])
    func versionsOfNoKnownSchemaAreNone(text: String) { #expect(EventFormat.Version(text) == nil) }

    @Test("a description keeps a foreign identity beside its title and its links")
    func aDescriptionKeepsAForeignIdentity() {
        var descriptions = CaseDescriptions()
        let full = Description(
            title: "é", links: ["https://example.com a bug"],
            identity: ForeignIdentity(text: "M.S/f()", fileID: "M/F.swift", line: 7, column: 9))
        let bare = Description(identity: ForeignIdentity(text: "M.S/g()"))
        descriptions.append(full, ofCase: 0)
        descriptions.append(bare, ofCase: 2)
        #expect(descriptions[0] == full)
        #expect(descriptions[1] == nil)
        #expect(descriptions[2] == bare)
    }
}
