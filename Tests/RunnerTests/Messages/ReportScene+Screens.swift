// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel
@testable import RunnerReports

/// The scenes that show how a report fits narrow and wide screens.
extension ReportScene {
    /// The widths of screens, in columns.
    private static let widths = [60, 80, 120]

    /// The scenes, each at all widths.
    static var screens: [ReportScene] {
        [crash, cutShort, timeOut, narrowed, example, loop, long, wordless, many, unusable].flatMap { scene in
            widths.map { columns in
                var scene = scene
                let settings = scene.settings
                scene.title += ", at \(columns) columns"
                scene.settings = {
                    settings(&$0)
                    $0.columns = { columns }
                    $0.directory = "/home/ann/shop"
                }
                return scene
            }
        }
    }

    /// Bundles whose classes have long names that begin alike.
    private static let longNames = [
        (
            "WarehouseSuites",
            [
                FakeClass(
                    "WarehouseSuites.InventoryReconciliationTests", ["testShelvesAreCountedTwice", "testLabels"]),
                FakeClass("WarehouseSuites.InventoryReplenishmentTests", ["testOrdersWhatIsLow"]),
            ]
        )
    ]

    /// The end of a run of 1.5 s.
    private static let end = Event.runEnded(duration: 1_500_000_000, interruption: nil)

    /// A failure at a line of a source.
    private static func failure(
        _ message: String, kind: RunnerModel.Issue.Kind = .assertion, line: UInt32 = 21, call: String? = nil
    ) -> RunnerModel.Issue {
        var issue = RunnerModel.Issue(kind: kind, message: message, call: call)
        issue.phase = TESTKIT_PHASE_BODY.rawValue
        (issue.file, issue.line) = ("/home/ann/shop/Sources/WarehouseSuites/InventoryTests.swift", line)
        return issue
    }

    /// A case that failed after 12.3 ms.
    private static func failed(_ slot: Plan.Slot, _ issues: [RunnerModel.Issue]) -> CaseResult {
        CaseResult(slot: slot, outcome: .failed, issues: issues, duration: 12_300_000)
    }

    /// A crash with a reason of Swift's runtime and a backtrace.
    private static var crash: ReportScene {
        ReportScene(
            title: "A crash",
            settings: { $0.earlierRuns = { $0.map { "\($0) has never failed before, in 57 runs" } } },
            bundles: longNames,
            events: { at in
                let report = """
                    about to count
                    WarehouseSuites/InventoryTests.swift:38: Fatal error: Index out of range

                    *** Swift runtime failure: Backtracing from 0x7f0012345678 ***

                    *** Program crashed: Illegal instruction at 0x00007f0012345678 ***

                    Thread 0 "runner" crashed:

                    0 0x00007f0012345678 InventoryReconciliationTests.shelf(of:at:) + 91 in libWarehouseSuites.so at \
                    /home/ann/shop/Sources/WarehouseSuites/InventoryTests.swift:38:14
                    1 [ra] 0x00007f0012345abc InventoryReconciliationTests.testShelvesAreCountedTwice() + 12 in \
                    libWarehouseSuites.so at /home/ann/shop/Sources/WarehouseSuites/InventoryTests.swift:21:9

                    Registers:
                    """
                var issue = RunnerModel.Issue(
                    kind: .crash,
                    message: "was ended by SIGILL (illegal instruction, as a Swift runtime check raises) "
                        + "in the case's body")
                issue = issue.explained(by: CrashReport(report))
                let slot = at("testShelvesAreCountedTwice")
                var result = CaseResult(slot: slot, outcome: .crashed, issues: [issue], duration: 12_300_000)
                result.output = "about to count\n"
                return [.runStarted(RunClock()), .caseEnded(result), end]
            })
    }

    /// A run that an interrupt cuts short while a case runs.
    private static var cutShort: ReportScene {
        ReportScene(
            title: "An interrupt", bundles: longNames, events: { at in cut(at, by: .signal(2)) })
    }

    /// A run that takes longer than its limit.
    private static var timeOut: ReportScene {
        ReportScene(
            title: "The time limit of a run", bundles: longNames,
            events: { at in
                var events = cut(at, by: .runTimeout)
                guard case .caseEnded(var result) = events[2] else { return events }
                result.issues[0].details =
                    "backtrace:\n  InventoryReconciliationTests.testLabels() in libWarehouseSuites.so at "
                    + "/home/ann/shop/Sources/WarehouseSuites/InventoryTests.swift:21:9"
                events[2] = .caseEnded(result)
                return events
            })
    }

    /// The events of a run that is cut short.
    private static func cut(_ at: (String) -> Plan.Slot, by interruption: Interruption) -> [Event] {
        let words = "had been running for 31.2 s when the run was cut short"
        let running = CaseResult(
            slot: at("testLabels"), outcome: .notRun, issues: [failure(words, kind: .warning)], reason: .interrupted,
            duration: 31_200_000_000)
        let rest = [
            Event.caseEnded(CaseResult(slot: at("testOrdersWhatIsLow"), outcome: .notRun, reason: .cutShort))
        ]
        let first: [Event] = [
            .runStarted(RunClock()),
            .caseEnded(CaseResult(slot: at("testShelvesAreCountedTwice"), outcome: .passed, duration: 1000)),
            .caseEnded(running),
        ]
        return first + rest + [.runEnded(duration: 31_500_000_000, interruption: interruption)]
    }

    /// A run that a focus in one of two bundles narrows.
    private static var narrowed: ReportScene {
        var focus = FocusEffect(isNarrowed: true, leftOut: 5_020, bundles: ["Shop"], ignored: 0)
        focus.ineffective = ["Shop/M.Cart/focus_testOld_macOS: its platform macOS is not current"]
        return ReportScene(
            title: "A focused run", focus: focus, ban: .continuousIntegration,
            events: { at in
                let passed = CaseResult(slot: at("testAdd"), outcome: .passed, duration: 1000)
                return [.runStarted(RunClock()), .caseEnded(passed), end]
            })
    }

    /// An example that fails, with its values.
    private static var example: ReportScene {
        ReportScene(
            title: "An example with values", bundles: longNames,
            events: { at in
                let call = "expectEqual(a + b, try example[\"sum\"])"
                var result = failed(at("testLabels"), [failure("expected 3, got 2", call: call)])
                result.logs = ["example: a: 1, b: 1, sum: 3"]
                return [.runStarted(RunClock()), .caseEnded(result), end]
            })
    }

    /// Forty failures in one line, at two attempts that print the same.
    private static var loop: ReportScene {
        ReportScene(
            title: "A loop of forty failures", bundles: longNames,
            events: { at in
                let call = "expectTrue(shelves.contains(article), \"shelf \\(number) of the warehouse\")"
                let issues = (1...40).map { number in
                    var issue = failure("expected true, got false", call: call)
                    issue.comment = "shelf \(number) of the warehouse"
                    return issue
                }
                var (first, second) = (failed(at("testLabels"), issues), failed(at("testLabels"), issues))
                (first.output, second.output) = ("counting\n", "counting\n")
                second.attempt = 2
                return [.runStarted(RunClock()), .attemptFailed(first), .caseEnded(second), end]
            })
    }

    /// Texts of 300 characters that differ at their ends.
    private static var long: ReportScene {
        ReportScene(
            title: "Long texts", bundles: longNames,
            events: { at in
                let label = String(repeating: "pallet-", count: 42)
                var issue = failure(
                    "expected \"…llet-pallet-south-1\", got \"…llet-pallet-north-1\" at character 295",
                    call: "expectEqual(label + \"north-1\", label + \"south-1\")")
                issue.details =
                    "expected: \"\(label)south-1\"\ngot: \"\(label)north-1\"\nfirst difference at character 295:\n"
                    + "- (101 characters) …pallet-pallet-south-1\n+ (101 characters) …pallet-pallet-north-1"
                return [.runStarted(RunClock()), .caseEnded(failed(at("testLabels"), [issue])), end]
            })
    }

    /// Failures without a message, of many lines, and in wide characters.
    private static var wordless: ReportScene {
        ReportScene(
            title: "Messages of no words, of many lines, and of wide characters", bundles: longNames,
            events: { at in
                let wide = "expected \"北京\", got \"北京仓库的库存清单已经更新但是没有通知任何人因为系统在更新的时候停止了工作\""
                return [
                    .runStarted(RunClock()), .caseEnded(failed(at("testLabels"), [failure("")])),
                    .caseEnded(failed(at("testOrdersWhatIsLow"), [failure("first\nsecond\n\nfourth\n", line: 22)])),
                    .caseEnded(failed(at("testShelvesAreCountedTwice"), [failure(wide, line: 23)])), end,
                ]
            })
    }

    /// Six hundred failures of two classes.
    private static var many: ReportScene {
        ReportScene(
            title: "Six hundred failures", isEnd: true, bundles: longNames,
            events: { at in
                let failures = (1...300).flatMap { number in
                    ["testLabels", "testOrdersWhatIsLow"].map { name in
                        Event.caseEnded(
                            failed(at(name), [failure("the article \(number) is in no catalogue of the warehouse")]))
                    }
                }
                return [.runStarted(RunClock())] + failures + [end]
            })
    }

    /// A bundle that cannot be used, a slow case, and one that passes at a retry.
    private static var unusable: ReportScene {
        ReportScene(
            title: "A fault, a slow case and a flaky one", bundles: longNames,
            events: { at in
                let fault = BundleFault(
                    path: "build/bundles/libReportingSuites.so", .missingLibrary("libshop.so"))
                let slow = Progress.Slow(classIndex: 0, phase: .body(at("testLabels")), elapsed: 10_000_000_000)
                let lost = failed(at("testLabels"), [failure("expected 3, got 2")])
                var passed = CaseResult(slot: at("testLabels"), outcome: .passed, duration: 12_000_000_000)
                passed.attempt = 2
                return [
                    .runStarted(RunClock()), .bundleFaulted(fault), .progressed(Progress(slow: [slow])),
                    .attemptFailed(lost), .caseEnded(passed), end,
                ]
            })
    }
}
