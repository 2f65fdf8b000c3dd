// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel
@testable import RunnerReports

/// The scenes in which the report goes to a log, or as much of it is shown as is asked for.
extension ReportScene {
    /// All of them.
    static var logged: [ReportScene] {
        [sameName, repetitions, equalFailures, running, skips]
            + [.normal, .quiet].flatMap { [silence($0), question($0)] }
            + [quiet] + FailureOutput.allCases.map(whole)
    }

    /// A scene without a screen.
    private static func log(
        _ title: String, _ verbosity: TerminalReporter.Verbosity = .normal, seconds: UInt64 = 0,
        settings: @escaping (inout TerminalReporter.Settings) -> Void = { _ in },
        events: @escaping (_ at: (String) -> Plan.Slot) -> [Event]
    ) -> ReportScene {
        var scene = ReportScene(
            title: "A log: \(title)\(verbosity == .normal ? "" : ", \(verbosity)")",
            settings: {
                $0.verbosity = verbosity
                settings(&$0)
            }, events: events)
        (scene.hasScreen, scene.seconds) = (false, seconds)
        return scene
    }

    /// The end of a run of 1.5 s.
    private static let end = Event.runEnded(duration: 1_500_000_000, interruption: nil)

    /// A case that failed at a line.
    private static func failed(_ slot: Plan.Slot, details: String) -> Event {
        var issue = RunnerModel.Issue(kind: .assertion, message: "one")
        (issue.file, issue.line, issue.details) = ("nowhere/A.swift", 7, details)
        return .caseEnded(CaseResult(slot: slot, outcome: .failed, issues: [issue]))
    }

    /// A case that passed.
    private static func passed(_ slot: Plan.Slot) -> Event {
        .caseEnded(CaseResult(slot: slot, outcome: .passed, duration: 1000))
    }

    /// A fault of a file does not hide the bundle of its name.
    private static var sameName: ReportScene {
        log("a fault of the name of a bundle that runs") { at in
            [
                .bundleFaulted(BundleFault(path: "other/Shop.so", words: "the file is empty")), passed(at("testPay")),
                end,
            ]
        }
    }

    /// Of the failed repetitions, the one with the lowest number is to be repeated.
    private static var repetitions: ReportScene {
        log("repetitions", .quiet, settings: { $0.repetitionCommand = { "runner --seed \($0) dir" } }) { at in
            let names = ["testAdd", "testPay", "testSlow", "testFind"]
            return names.enumerated().map { index, name in
                var result = CaseResult(slot: at(name), outcome: index < 2 ? .failed : .passed)
                result.repetition = CaseResult.Repetition(
                    number: 9 - index, seed: UInt64(20 - index), runs: 9, failures: index < 2 ? 1 + index : 0)
                return .caseEnded(result)
            } + [.runEnded(duration: 1_500_000_000, interruption: .signal(2))]
        }
    }

    /// Failures that differ in an address are shown whole once.
    private static var equalFailures: ReportScene {
        log("two equal failures and another one") { at in
            [
                failed(at("testPay"), details: "left at 0x1234"), failed(at("testAdd"), details: "left at 0xABCD"),
                failed(at("testFind"), details: "right at 0x1234"), end,
            ]
        }
    }

    /// Cases that were skipped, in order of how many have the reason, and a base class that two bundles link.
    private static var skips: ReportScene {
        let reasons: [(String, NotRunReason)] = [
            ("testAdd", .platform("macOS")), ("testPay", .platform("macOS")), ("testSlow", .refused),
            ("testOpen", .skipped("no such device")),
        ]
        let base = FakeClass("M.Base", ["testInherited"])
        let cases = reasons.map { FakeCase($0.0) }
        var scene = log("skipped cases, and two bundles with one base class") { at in
            reasons.map { .caseEnded(CaseResult(slot: at($0), outcome: .skipped, reason: $1)) } + [end]
        }
        scene.bundles = ["Shop", "Search"].map { ($0, [base, FakeClass("M.Cart", cases, superclass: 0)]) }
        return scene
    }

    /// A case that has run for a second is named, once.
    private static var running: ReportScene {
        log("a case that runs at four looks", .verbose, seconds: 2) { at in
            Array(repeating: .progressed(Progress(cases: [(at("testPay"), 1_500_000_000)])), count: 4)
        }
    }

    /// After 30 s without a line, and again after more.
    private static func silence(_ verbosity: TerminalReporter.Verbosity) -> ReportScene {
        log("two minutes in which one case fails and one is announced", verbosity, seconds: 10) { at in
            let running = Event.progressed(
                Progress(cases: [(at("testPay"), 5_000_000_000), (at("testAdd"), 9_000_000_000)]))
            let slow = Progress.Slow(classIndex: 0, phase: .body(at("testPay")), elapsed: 10_000_000_000)
            let looks = Array(repeating: running, count: 5)
            let failed = Event.caseEnded(CaseResult(slot: at("testAdd"), outcome: .failed))
            return looks + [failed] + looks + [.progressed(Progress(slow: [slow]))]
        }
    }

    /// While nothing runs, and while a case does.
    private static func question(_ verbosity: TerminalReporter.Verbosity) -> ReportScene {
        log("the user asks what runs, twice", verbosity, seconds: 3) { at in
            var (none, one) = (Progress(), Progress(cases: [(at("testPay"), 1_000_000_000)]))
            (none.isAsked, one.isAsked) = (true, true)
            return [.progressed(none), .progressed(one)]
        }
    }

    /// A failure with all that it can have.
    private static var quiet: ReportScene {
        var scene = log("a failure in a set-up", .quiet) { at in
            var issue = RunnerModel.Issue(kind: .assertion, message: "1 !=\n2\u{1B}[2J")
            (issue.details, issue.comment) = ("left: 1\r\nright: 2\n", "why")
            (issue.file, issue.line) = ("nowhere/A.swift", 7)
            issue.phase = TESTKIT_PHASE_CASE_SET_UP.rawValue
            var result = CaseResult(slot: at("testPay"), outcome: .failed, issues: [issue], duration: 1_000_000)
            (result.output, result.logs) = ("printed\n", ["remark"])
            return [.runStarted(RunClock()), passed(at("testAdd")), .caseEnded(result), end]
        }
        scene.seedSource = "TESTKIT_SEED"
        return scene
    }

    /// Where failures are shown whole.
    private static func whole(_ choice: FailureOutput) -> ReportScene {
        log("failures whole: \(choice)", settings: { $0.failureOutput = choice }) { at in
            [failed(at("testPay"), details: "operands"), passed(at("testAdd")), end]
        }
    }
}
