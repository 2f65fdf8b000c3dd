// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The text that XCTest prints on Linux, for programs that read it.
///
/// The lines of a case follow each other, and so do the cases of a class: classes run side by side, but readers take a line to belong to
/// the case, and the class, whose start they saw last. One class is shown as its cases end; what others do meanwhile is kept. Names
/// have their module in front, which XCTest leaves out, so that no reader has to guess it.
public struct XCTestTextReporter: Reporter {
    /// The counts of a class.
    private struct Suite {
        /// The text of its cases that is not printed yet.
        var text = ""
        /// Whether its tear-down has ended.
        var hasEnded = false
        /// The number of cases that ended, and their outcomes.
        var counts = Counts()
    }

    /// The counts of a line "Executed 3 tests, …".
    private struct Counts {
        /// Cases that ran.
        var executed = 0
        /// The cases that skipped themselves.
        var skipped = 0
        /// Failures, of which a case may have several.
        var failures = 0
        /// The failures that are no failed assertions.
        var unexpected = 0
        /// The time that the cases took, in nanoseconds.
        var duration: UInt64 = 0

        /// Adds others.
        mutating func add(_ other: Counts) {
            executed += other.executed
            skipped += other.skipped
            failures += other.failures
            unexpected += other.unexpected
            duration += other.duration
        }
    }

    /// The run.
    private let context: ReportContext
    /// The outermost suites, the outer one first.
    private let outer: [String]
    /// The output of the text.
    public private(set) var output: TextOutput
    /// The classes that have begun and are not printed whole, by registry index.
    private var suites: [Int: Suite] = [:]
    /// The class whose cases are printed as they end.
    private var shown: Int?
    /// The counts of all classes.
    private var total = Counts()
    /// The relation of instants to the time of day.
    private var clock = RunClock()
    /// The last instant.
    private var now: UInt64 = 0

    /// Prepares the text of a run of the tests of a file; `isPart` if that is not all of them.
    public init(context: ReportContext, file: String, isPart: Bool, output: TextOutput) {
        self.context = context
        self.output = output
        outer = [isPart ? "Selected tests" : "All tests", file]
    }

    /// Takes the next event.
    public mutating func handle(_ event: Event, at instant: UInt64) {
        now = instant
        switch event {
        case .runStarted(let clock):
            self.clock = clock
            for name in outer { output.line("Test Suite '\(name)' started at \(time(clock.instant))") }
        case .caseEnded(let result): take(result)
        case .unitEnded(let result): take(result)
        case .lateIssue(let issue, _), .runIssue(let issue):
            if issue.isFailure { total.failures += 1 }
            output.line("\(issue.isFailure ? "error" : "warning"): \(issue.message)")
        case .bundleFaulted(let fault): output.line("error: \(fault.name): \(fault.reason)")
        case .runEnded: finish()
        default: return
        }
        output.flush()
    }

    // MARK: Cases

    /// A case that has ended.
    private mutating func take(_ result: CaseResult) {
        if result.isLeftOver { return }
        let index = context.classIndex(of: result.slot)
        let name = "\(context.className(index)).\(context.caseName(of: result.slot))"
        var suite = suites[index] ?? Suite()
        suite.text += text(of: result, name)
        suite.counts.add(counts(of: result))
        suites[index] = suite
        if shown == nil { show(index) }
        if shown == index { printText(of: index) }
    }

    /// The counts that a case adds.
    private func counts(of result: CaseResult) -> Counts {
        let failures = result.issues.filter(\.isFailure)
        return Counts(
            executed: 1, skipped: result.outcome == .skipped ? 1 : 0,
            failures: result.isFailure || result.outcome == .notRun ? max(1, failures.count) : 0,
            unexpected: failures.count { !$0.isExpected }, duration: result.duration)
    }

    /// The lines of a case.
    private func text(of result: CaseResult, _ name: String) -> String {
        let started = result.started > 0 ? result.started : now
        var text = "Test Case '\(name)' started at \(time(started))\n"
        text += Self.lines(result.output)
        for issue in result.issues where issue.isFailure {
            text += place(of: issue, result.slot) + ": error: \(name) : \(Self.message(of: issue))\n"
        }
        let word: String
        switch result.outcome {
        case .passed: word = "passed"
        case .skipped:
            word = "skipped"
            text += place(of: nil, result.slot) + ": \(name) : Test skipped"
            if let reason = result.reason, reason != .skipped(nil) { text += " - \(reason.words)" }
            text += "\n"
        case .failed, .crashed, .timedOut, .notRun:
            word = "failed"
            if !result.issues.contains(where: \.isFailure) {
                let reason = result.reason?.words ?? result.outcome.words
                text += place(of: nil, result.slot) + ": error: \(name) : \(reason)\n"
            }
        }
        return text + "Test Case '\(name)' \(word) (\(DurationText.thousandths(result.duration)) seconds)\n"
    }

    /// The output of a case, which may end in half a line.
    private static func lines(_ output: String?) -> String {
        guard let output, !output.isEmpty else { return "" }
        return output.hasSuffix("\n") ? output : output + "\n"
    }

    /// The message of an issue; readers take the rest of its first line after the last " : " for it.
    private static func message(of issue: Issue) -> String {
        let lines = [issue.message, issue.comment, issue.details].compactMap(\.self).filter { !$0.isEmpty }
        return lines.joined(separator: "\n").replacing(" : ", with: ": ")
    }

    /// "FILE:LINE" of an issue, or else of the case's declaration.
    private func place(of issue: Issue?, _ slot: Plan.Slot) -> String {
        if let issue, let file = issue.file, !file.isEmpty { return "\(file):\(issue.line)" }
        let entry = context.registry.cases[Int(slot.caseIndex)]
        let text = entry.file.count > 0 ? entry.file : context.registry.classes[entry.classIndex].file
        return text.count > 0 ? "\(context.registry.string(text)):\(entry.line)" : "<unknown>:0"
    }

    // MARK: Classes

    /// A class that has ended.
    private mutating func take(_ result: UnitResult) {
        // All its cases were left out.
        guard suites[result.classIndex] != nil || !result.issues.isEmpty else { return }
        let name = context.registry.string(context.registry.classes[result.classIndex].name)
        suites[result.classIndex]?.text += Self.lines(result.output)
        for issue in result.issues where issue.isFailure {
            let place = issue.file.map { "\($0):\(issue.line)" } ?? "<unknown>:0"
            let line = "\(place): error: \(name) : \(Self.message(of: issue))\n"
            suites[result.classIndex, default: Suite()].text += line
            suites[result.classIndex]?.counts.failures += 1
            suites[result.classIndex]?.counts.unexpected += issue.isExpected ? 0 : 1
        }
        suites[result.classIndex]?.hasEnded = true
        if shown == nil { show(result.classIndex) }
        if shown == result.classIndex { end(result.classIndex) }
    }

    /// Shows a class from its start.
    private mutating func show(_ index: Int) {
        shown = index
        let name = context.registry.string(context.registry.classes[index].name)
        output.line("Test Suite '\(name)' started at \(time(now))")
        printText(of: index)
    }

    /// Prints the kept lines of a class.
    private mutating func printText(of index: Int) {
        output.write(suites[index]?.text ?? "")
        suites[index]?.text = ""
    }

    /// Ends the class that is shown, and goes on with those that were kept meanwhile.
    private mutating func end(_ index: Int) {
        printText(of: index)
        let counts = suites.removeValue(forKey: index)?.counts ?? Counts()
        writeEnd(context.registry.string(context.registry.classes[index].name), counts)
        total.add(counts)
        shown = nil
        let kept = suites.keys.sorted()
        guard let next = kept.first(where: { suites[$0]?.hasEnded == true }) ?? kept.first else { return }
        show(next)
        if suites[next]?.hasEnded == true { end(next) }
    }

    /// Writes the lines of the end of a suite.
    private mutating func writeEnd(_ name: String, _ counts: Counts) {
        output.line("Test Suite '\(name)' \(counts.failures > 0 ? "failed" : "passed") at \(time(now))")
        let skipped = counts.skipped > 0 ? "\(Count.text(counts.skipped, "test")) skipped and " : ""
        let duration = DurationText.thousandths(counts.duration)
        output.line(
            "\t Executed \(Count.text(counts.executed, "test")), with \(skipped)\(Count.text(counts.failures, "failure")) "
                + "(\(counts.unexpected) unexpected) in \(duration) (\(duration)) seconds")
    }

    /// Ends the run.
    private mutating func finish() {
        while let index = shown ?? suites.keys.min() {
            if shown == nil { show(index) }
            end(index)
        }
        for name in outer.reversed() { writeEnd(name, total) }
    }

    // MARK: Times

    /// An instant as XCTest writes it, in UTC.
    private func time(_ instant: UInt64) -> String {
        let wallClock = clock.wallClock(at: instant)
        let thousandths = String(wallClock / 1_000_000 % 1000 + 1000).dropFirst()
        return UTCTime.text(wallClock).replacing("T", with: " ") + "." + thousandths
    }
}
