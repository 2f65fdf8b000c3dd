// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// Swift Testing's words for the events of a run: readers of its stream show them, and some look for them.
struct TestingWords: StreamVocabulary {
    /// The counts of a test or a suite that runs.
    private struct Progress {
        /// When it started, in nanoseconds.
        var started: UInt64
        /// The number of issues, known ones included.
        var issues = 0
        /// The number of known issues.
        var known = 0
        /// The number of warnings.
        var warnings = 0

        /// Counts an issue.
        mutating func count(isKnown: Bool, isFailure: Bool) {
            issues += 1
            if isKnown { known += 1 } else if !isFailure { warnings += 1 }
        }
    }

    /// The run.
    private let context: ReportContext
    /// The tests and suites, by how the stream names them.
    private var progress: [String: Progress] = [:]
    /// The run itself.
    private var run = Progress(started: 0)
    /// The number of suites that have started.
    private var suites = 0
    /// The number of tests that have started or were skipped.
    private var tests = 0

    /// Whether readers know no warnings: before 6.3, every issue that is not known is a failure.
    private let hasNoWarnings: Bool
    /// The names of classes and cases.
    private let names: StreamNames
    /// The parameters of the case of the last example that started: of the next one, nearly always.
    private var lastParameters: (index: UInt32?, names: [String]) = (nil, [])
    /// The suites that are no classes, by how the stream names them.
    private let outer: [String: FrameworkSuites.Suite]

    /// The words for a run, in a version of the schema.
    init(_ context: ReportContext, _ format: EventFormat) {
        self.context = context
        hasNoWarnings = format.version == .zero
        names = StreamNames(context)
        outer = Dictionary(context.registry.suites.map { ($0.identity.text, $0) }) { first, _ in first }
    }

    /// The project's own kinds are none of Swift Testing's.
    func knows(_ kind: EventRecord.Kind) -> Bool { !kind.isOwn }

    /// A class that represents a source file is no suite.
    func knows(classIndex: Int) -> Bool { !names.isUnknownToSwiftTests(classIndex: classIndex) }

    /// A test that a trait skips does not start.
    var startsSkippedTests: Bool { false }

    // MARK: Names

    /// The name of a suite.
    private func name(ofClass index: Int) -> String {
        let name = context.className(index)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return StreamNames.title(last, context.registry.classDescriptions[index]).map { "\"\($0)\"" } ?? last
    }

    /// The name of a suite, which may be no class.
    private func name(ofSuite id: String, _ index: Int?) -> String {
        if let index { return name(ofClass: index) }
        let (name, suite) = (StreamNames.typeName(id), outer[id])
        let description = suite.map { Description(title: $0.title, identity: $0.identity) }
        return StreamNames.title(name, description).map { "\"\($0)\"" } ?? name
    }

    /// The name of a test.
    private func name(ofCase index: UInt32) -> String {
        let description = context.registry.caseDescriptions[Int(index)]
        let name = context.registry.string(context.registry.cases[Int(index)].name)
        return StreamNames.title(name, description).map { "\"\($0)\"" }
            ?? StreamNames.function(name, description?.identity)
    }

    /// Some arguments with the names of their parameters: "2 arguments name → "apple", count → 0".
    private mutating func arguments(_ text: String, of index: UInt32) -> String {
        let labels = parameters(of: index)
        let values = labels.count == 1 ? [text] : Self.values(in: text)
        if labels.isEmpty || values.count != labels.count { return text }
        let pairs = zip(labels, values).map { $0 == "_" ? $1 : "\($0) → \($1)" }
        return "\(Count.text(labels.count, "argument")) " + pairs.joined(separator: ", ")
    }

    /// The names of a case's parameters in its body: where its framework states none, its labels.
    private mutating func parameters(of index: UInt32) -> [String] {
        if lastParameters.index != index { lastParameters = (index, findParameters(of: index)) }
        return lastParameters.names
    }

    /// Looks these names up.
    private func findParameters(of index: UInt32) -> [String] {
        let identity = context.registry.caseDescriptions[Int(index)]?.identity
        if let stated = identity?.parameters, !stated.isEmpty { return stated }
        let name = StreamNames.function(context.registry.string(context.registry.cases[Int(index)].name), identity)
        guard let open = name.lastIndex(of: "("), name.hasSuffix(")") else { return [] }
        return name[name.index(after: open)...].dropLast().split(separator: ":").map(String.init)
    }

    /// The values of a text, separated by ", " outside of quotes and parentheses.
    static func values(in text: String) -> [String] {
        var (values, depth, isQuoted, isEscaped): ([String], Int, Bool, Bool) = ([""], 0, false, false)
        for character in text {
            let isBetween = character == "," && depth == 0 && !isQuoted
            if isBetween { values.append("") } else { values[values.count - 1].append(character) }
            if !isEscaped, character == "\"" { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            if !isQuoted, "([{".contains(character) { depth += 1 }
            if !isQuoted, ")]}".contains(character) { depth -= 1 }
        }
        return values.map { String($0.drop { $0 == " " }) }
    }

    /// Something was attached.
    func attached(_ file: AttachedFile, by index: UInt32?, _ identity: String) -> [Message] {
        let owner = index.map { " to \(name(ofCase: $0))" } ?? ""
        return [(.attachment, "Attached '\(file.name)'\(owner)."), (.details, "Written to '\(file.path)'.")]
    }

    // MARK: Starts

    /// The run starts.
    mutating func runStarted(at instant: UInt64) -> [Message] {
        run.started = instant
        // The next words are about the library, of each version that the run has.
        let records = context.registry.runRecords.compactMap { FrameworkRecord($0) }
        var details: [Message] = []
        for message in records.flatMap({ $0.messages.dropFirst() }) where !details.contains(where: { $0 == message }) {
            details.append(message)
        }
        return [(.default, "Test run started.")] + details
    }

    /// A suite starts.
    mutating func suiteStarted(_ index: Int?, _ id: String, at instant: UInt64) -> [Message] {
        progress[id] = Progress(started: instant)
        suites += 1
        return [(.default, "Suite \(name(ofSuite: id, index)) started.")]
    }

    /// A test starts.
    mutating func testStarted(_ index: UInt32, _ names: StreamNames.OfSlot, at instant: UInt64) -> [Message] {
        progress[names.id] = Progress(started: instant)
        tests += 1
        return [(.default, "Test \(name(ofCase: index)) started.")]
    }

    /// An argument's turn starts.
    mutating func exampleStarted(_ index: UInt32, _ example: String, _ names: StreamNames.OfSlot) -> [Message] {
        [(.default, "Test case passing \(arguments(example, of: index)) to \(name(ofCase: index)) started.")]
    }

    // MARK: Ends

    /// A test is skipped that has not started.
    mutating func testSkipped(_ result: CaseResult, _ names: StreamNames.OfSlot) -> [Message] {
        tests += 1
        return skipped("Test \(name(ofCase: result.slot.caseIndex))", result.reason)
    }

    /// A test or one of its arguments, which has started, is skipped; of an argument, Swift Testing says nothing.
    func cancelled(_ result: CaseResult, _ names: StreamNames.OfSlot) -> [Message] {
        guard result.slot.exampleIndex == TESTKIT_NO_EXAMPLE else { return [] }
        return skipped("Test \(name(ofCase: result.slot.caseIndex))", result.reason)
    }

    /// A suite is skipped, which has not started.
    mutating func suiteSkipped(_ index: Int?, _ id: String, _ reason: NotRunReason?) -> [Message] {
        if progress[id] == nil { suites += 1 }
        return skipped("Suite \(name(ofSuite: id, index))", reason)
    }

    /// Something is skipped.
    private func skipped(_ subject: String, _ reason: NotRunReason?) -> [Message] {
        [(.skip, "\(subject) skipped\(Self.comment(reason))")]
    }

    /// The reason of a skip or cancellation, after a colon; a full stop where there is none.
    private static func comment(_ reason: NotRunReason?) -> String {
        guard let reason, reason != .skipped(nil) else { return "." }
        return ": \"\(reason.words)\""
    }

    /// Counts an issue of tests and suites; each line of its comment is a message, that of a known issue the last.
    mutating func issue(_ issue: Issue, isFailure: Bool, of ids: [String]) -> [Message]? {
        let isKnown = issue.kind == .known
        if hasNoWarnings, !isFailure, !isKnown { return nil }
        for id in ids { progress[id]?.count(isKnown: isKnown, isFailure: isFailure) }
        run.count(isKnown: isKnown, isFailure: isFailure)
        let lines = (issue.comment ?? "").split(separator: "\n").map { (EventRecord.Symbol.details, String($0)) }
        let mark = isKnown ? EventRecord.Symbol.passWithKnownIssue : isFailure ? .fail : .warning
        return [(mark, issue.message)] + (isKnown ? Array(lines.dropFirst() + lines.prefix(1)) : lines)
    }

    /// A suite ends.
    func suiteEnded(_ index: Int?, _ id: String, isAbnormal: Bool, at instant: UInt64) -> [Message] {
        let identity = index.map { context.registry.classDescriptions[$0]?.identity } ?? outer[id]?.identity
        return ended("Suite \(name(ofSuite: id, index))", progress[id], at: instant, comments: identity?.comments ?? [])
    }

    /// A test without arguments ends; the end of an argument's turn has no words.
    func ended(
        _ result: CaseResult, _ names: StreamNames.OfSlot, isExample: Bool, isCancelled: Bool, at instant: UInt64
    ) -> [Message] {
        if isExample { return [] }
        let index = result.slot.caseIndex
        guard isCancelled else { return testEnded(index, names.id, names.test, examples: nil, at: instant) }
        return ended("Test \(name(ofCase: index))", progress[names.id], cancelledFor: result.reason, at: instant)
    }

    /// A test ends, of which so many arguments ran.
    func testEnded(
        _ index: UInt32, _ id: String, _ identity: String, examples: Int?, at instant: UInt64
    ) -> [Message] {
        let count = examples.map { " with \(Count.text($0, "test case"))" } ?? ""
        return ended(
            "Test \(name(ofCase: index))\(count)", progress[id], at: instant,
            comments: context.registry.caseDescriptions[Int(index)]?.identity?.comments ?? [])
    }

    /// The run ends.
    func runEnded(at instant: UInt64) -> [Message] {
        let words = "Test run with \(Count.text(tests, "test")) in \(Count.text(suites, "suite"))"
        return ended(words, run, at: instant)
    }

    /// Something ends; a test that cancelled itself has not failed, and may say why.
    ///
    /// If it failed, the comments before its declaration follow.
    private func ended(
        _ subject: String, _ progress: Progress?, cancelledFor reason: NotRunReason? = nil, at instant: UInt64,
        comments: @autoclosure () -> [String] = []
    ) -> [Message] {
        let progress = progress ?? Progress(started: instant)
        let time = "\(DurationText.thousandths(instant - min(instant, progress.started))) seconds"
        if let reason {
            let text = "\(subject) was cancelled after \(time)\(issues(progress))\(Self.comment(reason))"
            return [(.skip, text)]
        }
        let isFailed = progress.issues > progress.known + progress.warnings
        let symbol: EventRecord.Symbol = isFailed ? .fail : progress.known > 0 ? .passWithKnownIssue : .pass
        let words = "\(subject) \(isFailed ? "failed" : "passed") after \(time)\(issues(progress))."
        return [(symbol, words)] + (isFailed ? comments().map { (.details, $0) } : [])
    }

    /// " with 5 issues (including 1 warning and 1 known issue)".
    private func issues(_ progress: Progress) -> String {
        let kinds = [
            progress.warnings > 0 ? Count.text(progress.warnings, "warning") : nil,
            progress.known > 0 ? Count.text(progress.known, "known issue") : nil,
        ].compactMap(\.self).joined(separator: " and ")
        if progress.issues == progress.known + progress.warnings { return kinds.isEmpty ? "" : " with \(kinds)" }
        return " with \(Count.text(progress.issues, "issue"))" + (kinds.isEmpty ? "" : " (including \(kinds))")
    }
}
