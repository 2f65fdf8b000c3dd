// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// A run of one bundle, made by hand: what the tests of all reports tell their reporter.
///
/// The bundle `Shop` has the class `Shop.CartTests`, which inherits from `Shop.Base`, with the cases `testAdd`,
/// `testPay`, `outlineTestTax` with the examples `low` and `high`, and `testTouch_iPad`, which cannot run here. The
/// run starts at instant 1 s, which is 2026-01-02T03:04:05 UTC.
struct SampleRun {
    /// Where the slots stand in the plan.
    enum Case: Int {
        case add, pay, low, high, touch
    }

    /// The start of the run.
    static let clock = RunClock(instant: 1_000_000_000, wallClock: 1_767_323_045_000_000_000)

    /// The context that reporters receive.
    var context: ReportContext

    /// Makes the run; the names of bundle, class and first case can be replaced.
    init(
        bundle: String = "Shop",
        className: String = "Shop.CartTests",
        firstCase: String = "testAdd",
        file: String = "/src/CartTests.swift"
    ) {
        var registry = Registry()
        func text(_ string: String) -> Text {
            defer { registry.bytes += Array(string.utf8) }
            return Text(start: UInt32(registry.bytes.count), count: UInt32(string.utf8.count))
        }
        let path = text(file)
        registry.classes = [
            Registry.Class(
                bundle: 0,
                index: 0,
                name: text("Shop.Base"),
                file: path,
                line: 1,
                superclass: nil,
                flags: 0,
                declaredSupport: 0,
                cases: 0..<0,
                runGroup: 1
            ),
            Registry.Class(
                bundle: 0,
                index: 1,
                name: text(className),
                file: path,
                line: 3,
                superclass: 0,
                flags: 0,
                declaredSupport: 0,
                cases: 0..<4,
                runGroup: 2
            ),
        ]
        for (index, name) in [firstCase, "testPay", "outlineTestTax", "testTouch_iPad"].enumerated() {
            let isOutline = index == 2
            registry.cases.append(
                Registry.Case(
                    classIndex: 1,
                    ownerIndex: 1,
                    index: UInt32(index),
                    flags: isOutline ? TESTKIT_CASE_PARAMETERISED.rawValue : 0,
                    line: UInt32(10 + index),
                    name: text(name),
                    file: path,
                    examples: isOutline ? 0..<2 : 0..<0,
                    isSupported: index != 3
                )
            )
        }
        registry.examples = [text("low"), text("high")]
        registry.bundles = [Registry.Bundle(fileIndex: 0, name: bundle, producer: "test", classes: 0..<2)]
        let none = TESTKIT_NO_EXAMPLE
        let slots = [(0, none), (1, none), (2, 0), (2, 1)].map { Plan.Slot(caseIndex: $0.0, exampleIndex: $0.1) }
        let plan = Plan(
            seed: 18_446_744_073_709_551_615,
            units: [Plan.Unit(classIndex: 1, runGroup: 2, slots: 0..<4)],
            slots: slots,
            unsupported: [Plan.Slot(caseIndex: 3, exampleIndex: none)],
            focus: FocusEffect(),
            filteredOut: 0
        )
        context = ReportContext(
            registry: registry,
            plan: plan,
            repeatCommand: "runner --seed 18446744073709551615 Shop.so",
            seedSource: "--seed",
            host: "box",
            directory: "/src"
        )
    }

    /// The same run in another context.
    init(context: ReportContext) { self.context = context }

    /// The same run of another registry.
    init(registry: Registry) {
        var context = SampleRun().context
        context = ReportContext(
            registry: registry, plan: context.plan, repeatCommand: context.repeatCommand,
            seedSource: context.seedSource, host: context.host, directory: context.directory)
        self.context = context
    }

    /// A case's result, which started at 2 s and took 1.5 ms.
    func result(_ place: Case, _ outcome: Outcome, _ issues: [Issue] = []) -> CaseResult {
        let slot = place == .touch ? context.plan.unsupported[0] : context.plan.slots[place.rawValue]
        var result = CaseResult(slot: slot, outcome: outcome, issues: issues)
        if place == .touch {
            result.reason = .platform("iPad")
        } else {
            (result.started, result.duration) = (2_000_000_000, 1_500_000)
        }
        return result
    }

    /// The results of a case that fails with a message, and passes at its second attempt.
    func retried(_ place: Case, _ message: String) -> (first: CaseResult, again: CaseResult) {
        var again = result(place, .passed)
        again.attempt = 2
        return (result(place, .failed, [Issue(kind: .assertion, message: message)]), again)
    }

    /// The events of the sample run: one of each outcome, with output, logs and details.
    var events: [Event] {
        var wrong = Issue(kind: .assertion, message: "expected equal values, got 1 and 2")
        (wrong.details, wrong.comment, wrong.file, wrong.line) = (
            "- 2\n+ 1", "after a discount", "/src/CartTests.swift", 21
        )
        var pay = result(.pay, .failed, [wrong])
        (pay.output, pay.logs) = ("paying\n", ["card declined"])
        var crash = Issue(kind: .crash, message: "was ended by SIGSEGV in the case's body")
        (crash.file, crash.line, crash.isLastKnownLocation) = ("/src/CartTests.swift", 30, true)
        var high = result(.high, .skipped)
        high.reason = .skipped("no such tax")
        return [
            .caseEnded(result(.touch, .skipped)), .caseEnded(result(.add, .passed)), .caseEnded(pay),
            .caseEnded(result(.low, .crashed, [crash])), .caseEnded(high),
            .unitEnded(UnitResult(classIndex: 1)),
        ]
    }

    /// A run of a case that prints and is skipped, in a class whose hooks print.
    static var printingRun: (run: SampleRun, events: [Event]) {
        let run = SampleRun()
        var skipped = run.result(.add, .skipped)
        (skipped.reason, skipped.output) = (.skipped("closed"), "looking\n")
        return (run, [.caseEnded(skipped), .unitEnded(UnitResult(classIndex: 1, output: "opening\n"))])
    }

    /// Returns a reporter's output for some events between the start and the end of the run, which comes at 4 s.
    ///
    /// As a run does, one that is cut short says which cases did not run.
    func report(
        _ events: [Event],
        interruption: Interruption? = nil,
        _ make: (ReportContext, TextOutput) -> any Reporter
    ) throws -> String {
        var template = Array("/tmp/report-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw SystemFault("failed to make a file") }
        unlink(template)
        defer { close(descriptor) }
        var context = context
        context.tally = Tally(context.registry)
        var reporter = make(context, TextOutput(descriptor))
        func tell(_ event: Event, at instant: UInt64) {
            context.tally.handle(event, at: instant)
            reporter.handle(event, at: instant)
        }
        tell(.runStarted(Self.clock), at: Self.clock.instant)
        for event in events { tell(event, at: 3_000_000_000) }
        if interruption != nil {
            for slot in context.plan.slots where context.tally.outcome(of: slot) == nil {
                tell(.caseEnded(CaseResult(slot: slot, outcome: .notRun, reason: .cutShort)), at: 4_000_000_000)
            }
        }
        tell(.runEnded(duration: 3_000_000_000, interruption: interruption), at: 4_000_000_000)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Text that breaks whatever is not escaped: markup, commands, directives, quotes, controls, directions.
    static let hostile = "a<b>&\"'\n::error::x%,:|# SKIP\\\u{0}\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{FFFE}]]>`*é😀"

    /// A run whose every name and text is hostile.
    static var hostileRun: (run: SampleRun, events: [Event]) {
        let run = SampleRun(bundle: hostile, className: hostile, firstCase: hostile, file: hostile)
        var issue = Issue(kind: .error, message: hostile)
        (issue.details, issue.comment, issue.file, issue.line) = (hostile, hostile, hostile, 7)
        var result = run.result(.add, .failed, [issue])
        (result.output, result.logs) = (hostile, [hostile])
        var skipped = run.result(.pay, .skipped)
        skipped.reason = .skipped(hostile)
        let fault = BundleFault(path: hostile, words: hostile)
        return (run, [.bundleFaulted(fault), .caseEnded(result), .caseEnded(skipped), .lateIssue(issue, nil)])
    }

    /// A run in which the texts that few runs have are hostile as well: a diagnosis, an earlier attempt, a description, tags,
    /// attachments, issues of the run, of a class and of repetitions.
    static var fullyHostileRun: (run: SampleRun, events: [Event]) {
        var (run, events) = hostileRun
        let plain = run.context
        var registry = plain.registry
        registry.caseDescriptions[0] = Description(title: hostile, links: [hostile])
        registry.caseDescriptions[1] = Description(identity: ForeignIdentity(text: hostile))
        registry.classDescriptions[1] = Description(title: hostile)
        run = SampleRun(
            context: ReportContext(
                registry: registry, plan: plain.plan, repeatCommand: hostile, seedSource: hostile, host: hostile,
                directory: hostile))
        let file = AttachedFile(name: hostile, path: hostile, size: 1)
        var (attempt, passed) = run.retried(.low, hostile)
        attempt.attachments = [file]
        var diagnosis = Diagnosis(slot: plain.plan.slots[0], cause: .alone)
        (diagnosis.remarks, diagnosis.command) = ([hostile], hostile)
        let unit = UnitResult(classIndex: 1, issues: [Issue(kind: .error, message: hostile)])
        events += [
            .attemptFailed(attempt), .caseEnded(passed), .diagnosed(diagnosis), .unitEnded(unit),
            .runIssue(Issue(kind: .warning, message: hostile)), .runIssue(Issue(kind: .error, message: hostile)),
        ]
        return (run, events)
    }
}
