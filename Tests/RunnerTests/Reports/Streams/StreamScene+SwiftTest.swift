// SPDX-License-Identifier: MIT

@testable import RunnerModel
@testable import RunnerReports

/// The scenes in which `Shop.CartTests` is a suite of Swift Testing.
extension StreamScene {
    /// All of them, each with the streams that show it.
    static var ofSwiftTest: [(scene: StreamScene, formats: [EventFormat])] {
        let plain = EventFormat(isSwiftTests: true)
        let experimental = EventFormat(isSwiftTests: true, isExperimental: true)
        let zero = EventFormat(version: .zero, isSwiftTests: true)
        let latest = EventFormat(version: .sixFour, isSwiftTests: true)
        return [
            (StreamScene("Each outcome", foreignRun) { $0.events }, [plain, zero, .own]),
            (StreamScene("Tags", taggedRun) { $0.events }, [latest]),
            (StreamScene("Suites in suites, and suites without a test", nestedRun) { $0.events }, [latest, .own]),
            (StreamScene("A suite of which nothing is stated, around others", outerRun) { $0.events }, [plain]),
            (StreamScene("Tests of two bundles of one name in their framework", twinRun, events: passed), [plain]),
            (StreamScene("The second function of a name", overloadRun, events: passed), [plain]),
            (StreamScene("Parameters with names, and a comment", namedRun) { $0.events }, [plain]),
            (StreamScene("Libraries, of which two say the same", libraryRun) { _ in [] }, [plain]),
            (recordedIssue, [plain, experimental]), (cancelled, [plain]), (skippedByTrait, [plain]),
            (failedAndCancelled, [plain]), (lastArgument, [plain]), (attachment, [experimental]),
            (skippedSuite, [experimental]), (traitsUnderWay, [plain, .own]), (warning, [plain, zero]),
            (placeless, [plain]), (crashes, [plain]),
        ]
    }

    // MARK: Runs

    /// The sample run with the identities of Swift Testing, after a change of its registry.
    private static func foreignRun(_ change: (inout Registry) -> Void) -> SampleRun {
        var registry = SampleRun().context.registry
        registry.classDescriptions[1] = Description(identity: suite("Shop.CartTests"))
        for (index, name) in ["testAdd()", "testPay()", "outlineTestTax(rate:)", "testTouch_iPad()"].enumerated() {
            let identity = ForeignIdentity(
                text: "Shop.CartTests/\(name)/CartTests.swift:\(10 + index):6", fileID: "Shop/CartTests.swift",
                line: UInt32(10 + index), column: 6)
            registry.caseDescriptions[index] = Description(title: index == 1 ? "Paying" : "", identity: identity)
        }
        change(&registry)
        return SampleRun(registry: registry)
    }

    /// The identity of a suite.
    private static func suite(_ text: String, line: UInt32 = 4, comments: [String] = []) -> ForeignIdentity {
        ForeignIdentity(text: text, fileID: "Shop/CartTests.swift", line: line, column: 2, comments: comments)
    }

    /// The sample run with the identities of Swift Testing.
    private static var foreignRun: SampleRun { foreignRun { _ in } }

    /// One with tags.
    private static var taggedRun: SampleRun {
        foreignRun { $0.cases[0].tags = $0.tagSets.number(of: ["slow", "disk"]) }
    }

    /// One in a suite of which the bundle states nothing.
    private static var outerRun: SampleRun {
        foreignRun { $0.classDescriptions[1] = Description(identity: suite("Shop.Outer/CartTests")) }
    }

    /// One in a suite of which the bundle states everything, beside others without a test.
    private static var nestedRun: SampleRun {
        func stated(
            _ text: String, _ line: UInt32, _ title: String = "", _ tags: [String] = []
        ) -> FrameworkSuites.Suite {
            FrameworkSuites.Suite(
                identity: suite(text, line: line, comments: ["// \(text)"]), file: "/src/CartTests.swift", title: title,
                tags: tags)
        }
        return foreignRun {
            $0.classDescriptions[1] = Description(identity: suite("Shop.Outer/CartTests", comments: ["// Carts."]))
            $0.suites = [
                stated("Shop.Outer", 2, "All carts", ["slow"]), stated("Shop.Outer/Void", 30),
                stated("Shop.Nothing", 40), stated("Shop.Nothing/Less", 41),
            ]
        }
    }

    /// One whose first case has the name of a test of another bundle.
    private static var twinRun: SampleRun {
        foreignRun {
            $0.bundles.append(Registry.Bundle(fileIndex: 1, name: "Other", producer: "test", classes: 0..<1))
            let base = $0.classes[0]
            $0.classes[0] = Registry.Class(
                bundle: 1, index: 0, name: base.name, file: base.file, line: 1, superclass: nil, flags: 0,
                declaredSupport: 0, cases: 0..<0, runGroup: 1)
            $0.classDescriptions[0] = Description(
                identity: ForeignIdentity(text: "Shop.CartTests/testAdd()/CartTests.swift:10:6"))
        }
    }

    /// One whose first case is a function that has the name of another one.
    private static var overloadRun: SampleRun {
        var registry = SampleRun(firstCase: "add(_:)#2").context.registry
        registry.caseDescriptions[0] = Description(
            identity: ForeignIdentity(text: "Shop.CartTests/add(_:)/CartTests.swift:10:6", parameters: ["what"]))
        return SampleRun(registry: registry)
    }

    /// One that knows the names of parameters and a comment of a function, and nothing of the others.
    private static var namedRun: SampleRun {
        foreignRun {
            $0.caseDescriptions = [
                2: Description(
                    identity: ForeignIdentity(
                        text: "Shop.CartTests/tax(_:)", comments: ["// why"], parameters: ["rate"]))
            ]
        }
    }

    /// One of bundles that say how Swift Testing started them; one says nothing of use.
    private static var libraryRun: SampleRun {
        func record(_ version: String) -> String {
            #"{"payload":{"kind":"runStarted","messages":[{"symbol":"default","text":"Test run started."},"#
                + #"{"symbol":"details","text":"Version \#(version)"},{"symbol":"details","text":"Linux"}]}}"#
        }
        return foreignRun { $0.runRecords = [record("1"), "{", record("2")] }
    }

    // MARK: Events

    /// Two cases pass.
    private static func passed(_ run: SampleRun) -> [Event] {
        [.caseEnded(run.result(.add, .passed)), .caseEnded(run.result(.pay, .passed))]
    }

    /// An issue in the words and at the place that Swift Testing wrote, with its experimental members.
    private static var recordedIssue: StreamScene {
        StreamScene("An issue that Swift Testing wrote", foreignRun) { run in
            var issue = Issue(kind: .error, message: "the runner's words")
            (issue.file, issue.line) = ("/src/Cart.swift", 7)
            issue.record =
                #"{"kind":"event","payload":{"_comments":["why"],"issue":{"_backtrace":[{"address":1}],"_error":{"code":0},"#
                + #""isKnown":false,"sourceLocation":{"column":9,"fileID":"Shop/Cart.swift","line":7}},"#
                + #""kind":"issueRecorded","messages":[{"symbol":"fail","text":"its words"}]},"version":0}"#
            return [.caseEnded(run.result(.add, .failed, [issue]))]
        }
    }

    /// The end of a case that has a record of how it was skipped.
    private static func skipped(
        _ run: SampleRun, _ place: SampleRun.Case = .add, _ outcome: Outcome = .skipped, record: String
    ) -> Event {
        let issues = outcome == .failed ? [Issue(kind: .assertion, message: "before")] : []
        var result = run.result(place, outcome, issues)
        if outcome == .skipped { result.reason = .skipped("not today") }
        result.skipRecord = record
        return .caseEnded(result)
    }

    /// The record of a test that cancels itself.
    private static let cancellation = #"{"payload":{"kind":"testCancelled","_comments":["not today"]}}"#

    /// A test that cancels itself.
    private static var cancelled: StreamScene {
        StreamScene("A test that cancels itself", foreignRun) { [skipped($0, record: cancellation)] }
    }

    /// A test that cancels itself behind a failure.
    private static var failedAndCancelled: StreamScene {
        StreamScene("A test that fails, and cancels itself", foreignRun) {
            [skipped($0, .add, .failed, record: cancellation)]
        }
    }

    /// A test that never starts.
    private static var skippedByTrait: StreamScene {
        StreamScene("A test that a trait skips", foreignRun) {
            [skipped($0, record: #"{"payload":{"kind":"testSkipped"}}"#)]
        }
    }

    /// Two tests of a suite that a trait skips; of the suites in their records, others are no suites of the run.
    private static var skippedSuite: StreamScene {
        StreamScene("A suite that a trait skips", nestedRun) { run in
            let records = ["Shop.Outer/CartTests", "Shop.Unknown", "M.f()"].map { name in
                #"{"payload":{"kind":"testSkipped","testID":"\#(name)","_comments":["off"]}}"#
            }
            let record = records.joined(separator: "\n")
            return [
                skipped(run, record: record), skipped(run, .pay, record: record), .unitEnded(UnitResult(classIndex: 1)),
            ]
        }
    }

    /// A test ends with the last of its arguments, of whichever the host learns last.
    private static var lastArgument: StreamScene {
        StreamScene("The host learns first of the argument that ends last", foreignRun) { run in
            var (late, early) = (run.result(.low, .passed), run.result(.high, .passed))
            (late.started, early.started) = (2_500_000_000, 2_100_000_000)
            return [.caseEnded(late), .caseEnded(early)]
        }
    }

    /// A file that an argument attached.
    private static var attachment: StreamScene {
        StreamScene("An attachment of an argument", foreignRun) { run in
            var result = run.result(.low, .passed)
            result.attachments = [AttachedFile(name: "tax.txt", path: "/a/tax.txt", size: 1)]
            return [.caseEnded(result)]
        }
    }

    /// Two tests, of which one has not started for the readers of Swift Testing.
    private static var traitsUnderWay: StreamScene {
        StreamScene("A test whose traits are still looked at, and one that runs", foreignRun) { run in
            let slots = run.context.plan.slots
            var progress = Progress(cases: slots.prefix(2).map { ($0, 2_000_000_000) })
            progress.preparing = [slots[0]]
            return [.progressed(progress)]
        }
    }

    /// A warning, which version 0 does not have.
    private static var warning: StreamScene {
        StreamScene("A warning", foreignRun) {
            [.caseEnded($0.result(.add, .passed, [Issue(kind: .warning, message: "nothing to speak of")]))]
        }
    }

    /// An issue that has the place of its test.
    private static var placeless: StreamScene {
        StreamScene("An issue without a place", foreignRun) {
            [.caseEnded($0.result(.add, .timedOut, [Issue(kind: .timeout, message: "took long")]))]
        }
    }

    /// Crashes in the line of a test, without and with the column of a frame, and elsewhere.
    private static var crashes: StreamScene {
        StreamScene("Crashes with and without a column", foreignRun) { run in
            let places: [(SampleRun.Case, UInt32, UInt32)] = [(.add, 10, 0), (.pay, 11, 75), (.low, 40, 0)]
            return places.map { place, line, column in
                var crash = Issue(kind: .crash, message: "was ended by SIGILL")
                (crash.file, crash.line, crash.column) = ("/src/CartTests.swift", line, column)
                return .caseEnded(run.result(place, .crashed, [crash]))
            }
        }
    }
}
