// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel
@testable import RunnerReports

/// The scenes that show every event, outcome and kind of issue.
extension ReportScene {
    /// All scenes.
    static var all: [ReportScene] {
        [run, verbose, causes] + focused + notable + warned + empty + [repeated, stopped, shard, nothing, broken]
            + recording + interruptions + logged + screens
    }

    /// The end of a run of 1.5 s.
    private static let end = Event.runEnded(duration: 1_500_000_000, interruption: nil)

    /// A run with each outcome and each kind of issue.
    private static var run: ReportScene {
        ReportScene(
            title: "A run in which everything happens",
            settings: {
                $0.attachments = "/tmp/kept"
                $0.isRecorded = { true }
            },
            seedSource: "--seed",
            events: { at in
                let strays: [Event] = [
                    .unitEnded(UnitResult(classIndex: 1, issues: [issue(.error, in: TESTKIT_PHASE_TEST_SET_UP)])),
                    .unitEnded(UnitResult(classIndex: 0, issues: [issue(.warning)])),
                    .lateIssue(issue(.error), .slot(at("testPay"))), .lateIssue(issue(.error), nil),
                    .runIssue(issue(.crash)), .startedEarly(0..<2), .workerEnded(0), end,
                ]
                let start: [Event] = [
                    .runStarted(RunClock()), .bundleFaulted(BundleFault(path: "dir/libBad.so", .file(.empty))),
                    .progressed(Progress(cases: [(at("testPay"), 0), (at("testAdd"), 1_000_000_000)])),
                    .progressed(Progress(slow: slow(at))), .waiting, passed(at("testAdd")),
                ]
                return start + outcomes(at) + strays
            })
    }

    /// The slow parts that are announced.
    private static func slow(_ at: (String) -> Plan.Slot) -> [Progress.Slow] {
        [
            Progress.Slow(classIndex: 0, phase: .body(at("testPay")), elapsed: 10_000_000_000),
            Progress.Slow(classIndex: 0, phase: .setUp, elapsed: 10_000_000_000),
            Progress.Slow(classIndex: 0, phase: .tearDown, elapsed: 10_000_000_000),
        ]
    }

    /// A case for each outcome and each kind of issue.
    private static func outcomes(_ at: (String) -> Plan.Slot) -> [Event] {
        let outcomes = Outcome.samples.map { outcome -> Event in
            var result = CaseResult(slot: at("testSlow"), outcome: outcome, duration: 250_000_000)
            result.attempt = outcome == .passed ? 2 : 1
            if outcome == .skipped { result.reason = .skipped("no network") }
            if outcome == .notRun { result.reason = .setUpFailed }
            return .caseEnded(result)
        }
        let kinds = Issue.Kind.samples.map { kind -> Event in
            let outcome = kind == .warning || kind == .known ? Outcome.passed : .failed
            return .caseEnded(
                CaseResult(slot: at("testFind"), outcome: outcome, issues: [issue(kind)], duration: 2_000_000))
        }
        var whole = CaseResult(slot: at("testPay"), outcome: .failed, issues: [], duration: 3_000_000)
        var first = issue(.assertion, in: TESTKIT_PHASE_CASE_TEAR_DOWN)
        (first.comment, first.details) = ("why", "left: 1\nright: 2")
        (first.file, first.line, first.isLastKnownLocation) = ("nowhere/Cart.swift", 7, true)
        whole.issues = [first, issue(.error)]
        (whole.logs, whole.output) = (["a remark"], "printed\n")
        whole.attachments = [AttachedFile(name: "receipt", path: "/tmp/kept/receipt.txt", size: 12)]
        var again = whole
        again.slot = at("testAdd")
        let wholes: [Event] = [.attemptFailed(whole), .caseEnded(whole), .caseEnded(again)]
        return wholes + outcomes + kinds
    }

    /// The lines that only `-v` shows.
    private static var verbose: ReportScene {
        ReportScene(
            title: "With -v, and every reason for not running", settings: { $0.verbosity = .verbose },
            events: { at in
                let reasons = NotRunReason.samples.map { reason -> Event in
                    .caseEnded(CaseResult(slot: at("testPay"), outcome: .notRun, reason: reason))
                }
                let skipped = CaseResult(slot: at("testAdd"), outcome: .skipped, reason: .skipped("no network"))
                let unit = UnitResult(classIndex: 1, skipReason: .skipped("no printer"))
                let others: [Event] = [.caseEnded(skipped), passed(at("testSlow")), .unitEnded(unit), end]
                return reasons + others
            })
    }

    /// Causes of failures, and a hunt for them.
    private static var causes: ReportScene {
        ReportScene(
            title: "Causes of failures",
            events: { at in
                let under = HuntResult(classes: 3, pairs: 6, seen: 4)
                let clean = HuntResult(classes: 3, pairs: 6, seen: 6, seeds: 4)
                var dirty = clean
                dirty.failures = [at("testPay")]
                let slots = [at("testAdd"), at("testFind")]
                let causes = Diagnosis.Cause.samples(slots).map { cause -> Event in
                    var diagnosis = Diagnosis(slot: at("testPay"), cause: cause)
                    (diagnosis.shown, diagnosis.without) = (Evidence(16, of: 16), Evidence(0, of: 16))
                    diagnosis.command = "runner --seed 1 --order order.txt dir"
                    return Event.diagnosed(diagnosis)
                }
                let progress = DiagnosisProgress(slot: at("testPay"), run: 4, number: 1, of: 2)
                let never = Event.diagnosed(Diagnosis(slot: at("testPay"), cause: .flaky))
                let single = HuntResult(classes: 1, pairs: 0, seen: 0, seeds: 8)
                var (still, orders) = (HuntResult(), HuntResult())
                var counts = HuntResult.Tasks()
                still.tasks = counts
                (counts.tests, counts.runs, counts.orders) = (2, 100, 40)
                orders.tasks = counts
                var broken = orders
                broken.failures = [at("testPay")]
                let tasks: [Event] = [.hunting(orders), .hunted(still), .hunted(orders), .hunted(broken)]
                let hunts: [Event] = [
                    .hunting(under), .hunted(under), .hunted(dirty), .hunted(clean), .hunted(single),
                    .hunted(HuntResult()),
                ]
                return [Event.diagnosing(progress)] + causes + [never] + hunts + tasks
            })
    }

    /// A run that a focus narrows.
    private static var focused: [ReportScene] {
        var focus = FocusEffect(isNarrowed: true, leftOut: 6, bundles: ["Shop"], ignored: 2)
        focus.ineffective = ["Shop/M.Cart/focus_testOld_macOS: its platform macOS is not current"]
        let bans: [FocusBan?] = [nil, .option("--forbid-focus"), .continuousIntegration, .recorded]
        return bans.map { ban in
            ReportScene(
                title: ban.map { "A focused run, which is an error: \($0)" } ?? "A focused run", focus: focus,
                ban: ban,
                events: { at in [.runStarted(RunClock()), passed(at("testAdd")), end] })
        }
    }

    /// A run of bundles whose builds warned, at three widths, and with `--strict`.
    private static var warned: [ReportScene] {
        let file = "Sources/ShopSuites/CartTests.swift"
        let advice = "it is a method of a structure; if it is no test, make it private"
        let warnings = [
            BuildWarning(bundle: "Shop", kind: .methods, testCount: 2, file: file, line: 3, message: advice),
            BuildWarning(
                bundle: "Shop", kind: .functions, testCount: 1, file: file, line: 12, message: "not registered"),
            BuildWarning(bundle: "Search", kind: .other, testCount: 0, file: file, line: 20, message: "no hook"),
            BuildWarning(unregistered: "dir/libLost.so", of: "Lost", tests: 12),
        ]
        return [(60, false), (80, false), (120, true)].map { (columns: Int, isStrict: Bool) in
            ReportScene(
                title: "Warnings of the build, at \(columns) columns\(isStrict ? ", with --strict" : "")",
                settings: { $0.columns = { columns } }, warnings: warnings, isStrict: isStrict,
                events: { at in [passed(at("testAdd")), end] })
        }
    }

    /// Runs without a bundle.
    private static var empty: [ReportScene] {
        [0, 3].map { passedOver in
            ReportScene(
                title: "No bundle, and \(passedOver) other libraries",
                settings: { $0.searched = .init(["build/bundles"], passedOver: passedOver) }, isEmpty: true,
                events: { _ in [.runStarted(RunClock()), end] })
        } + [
            ReportScene(
                title: "A package without tests",
                settings: { $0.searched = .init([".build/debug"], passedOver: 1, isPackage: true) }, isEmpty: true,
                events: { _ in [.runStarted(RunClock()), end] })
        ]
    }

    /// Cases in which something failed that does not count, at three widths.
    private static var notable: [ReportScene] {
        [60, 80, 120].map { (columns: Int) in
            ReportScene(
                title: "Known issues, flaky cases and forgiven failures, at \(columns) columns",
                settings: { $0.columns = { columns } },
                events: { at in notableEvents(at) + [end] })
        }
    }

    /// A known issue or four, a case that passes at its third attempt, and a case in quarantine.
    private static func notableEvents(_ at: (String) -> Plan.Slot) -> [Event] {
        var known = Issue(kind: .known, message: "expected equal values, got \"two pints\" and \"one quart of milk\"")
        (known.file, known.line) = ("Sources/ShopSuites/CartTests.swift", 7)
        var named = known
        named.comment = "rounding is wrong since the move to decimals"
        let pay = CaseResult(slot: at("testPay"), outcome: .passed, issues: [named, known, known, known])
        var lost = CaseResult(slot: at("testSlow"), outcome: .failed, issues: [issue(.assertion)])
        var crashed = CaseResult(slot: at("testSlow"), outcome: .crashed, issues: [issue(.crash)])
        var passed = CaseResult(slot: at("testSlow"), outcome: .passed)
        (lost.attempt, crashed.attempt, passed.attempt) = (1, 2, 3)
        var forgiven = CaseResult(
            slot: at("testFind"), outcome: .skipped, issues: [issue(.warning)],
            reason: .forgiven("in quarantine (fails on Mondays, as the index is built on Sundays); failed"))
        forgiven.issues[0].message = "expected the index to have 12 entries and got 11"
        return [
            .caseEnded(pay), .attemptFailed(lost), .attemptFailed(crashed), .caseEnded(passed), .caseEnded(forgiven),
        ]
    }

    /// Repetitions of which one failed.
    private static var repeated: ReportScene {
        ReportScene(
            title: "Repetitions", settings: { $0.repetitionCommand = { "runner --seed \($0) dir" } },
            events: { at in
                var result = CaseResult(slot: at("testPay"), outcome: .failed, issues: [issue(.assertion)])
                result.repetition = CaseResult.Repetition(number: 3, seed: 44)
                let failed = Event.attemptFailed(result)
                result.repetition = CaseResult.Repetition(number: 3, seed: 44, runs: 10, failures: 2)
                let progress = Progress(repetition: Progress.Repetition(number: 4, limit: 10, ended: 2))
                return [failed, .progressed(progress), .caseEnded(result), end]
            })
    }

    /// A run that stopped after its first failure.
    private static var stopped: ReportScene {
        ReportScene(
            title: "Stopped after a failure",
            events: { at in
                [
                    .caseEnded(CaseResult(slot: at("testPay"), outcome: .failed, issues: [issue(.assertion)])),
                    .caseEnded(CaseResult(slot: at("testAdd"), outcome: .notRun, reason: .stopped)),
                    end,
                ]
            })
    }

    /// One of several shards.
    private static var shard: ReportScene {
        ReportScene(
            title: "A shard, of a selection", isShard: true,
            events: { at in [.runStarted(RunClock()), passed(at("testAdd")), end] })
    }

    /// A run without a case.
    private static var nothing: ReportScene {
        ReportScene(title: "Nothing ran", events: { _ in [.runStarted(RunClock()), end] })
    }

    /// A run of bundles that cannot be used.
    private static var broken: ReportScene {
        ReportScene(
            title: "No bundle could be used",
            events: { _ in [.bundleFaulted(BundleFault(path: "dir/libBad.so", .notABundle)), end] })
    }

    /// Runs that record what their tests use: without an earlier run, and behind one that took less, and one that took far less.
    private static var recording: [ReportScene] {
        [nil, 480_000_000, 12_000_000].map { (plain: UInt64?) in
            let time = plain.map { "\($0 / 1_000_000) ms" } ?? "unknown time"
            return ReportScene(
                title: "Recording what tests use, behind a run of \(time)",
                settings: {
                    $0.recordsUse = true
                    $0.plainDuration = { $0 == 1 ? plain : nil }
                },
                events: { at in [.runStarted(RunClock()), passed(at("testAdd")), end] })
        }
    }

    /// The ways to be cut short.
    private static var interruptions: [ReportScene] {
        Interruption.samples.map { interruption in
            ReportScene(
                title: "Cut short by \(interruption)", settings: { $0.verbosity = .quiet },
                events: { at in
                    [
                        passed(at("testAdd")),
                        .caseEnded(CaseResult(slot: at("testPay"), outcome: .notRun, reason: .cutShort)),
                        .runEnded(duration: 1_500_000_000, interruption: interruption),
                    ]
                })
        }
    }

    /// A case that passed.
    private static func passed(_ slot: Plan.Slot) -> Event {
        .caseEnded(CaseResult(slot: slot, outcome: .passed, duration: 1000))
    }

    /// An issue of a kind.
    private static func issue(
        _ kind: RunnerModel.Issue.Kind, in phase: testkit_phase = TESTKIT_PHASE_NONE
    ) -> RunnerModel.Issue {
        var issue = RunnerModel.Issue(kind: kind, message: "an issue of the kind \(kind)")
        issue.phase = phase.rawValue
        return issue
    }
}
