// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The run as a JUnit report, as Jenkins and GitLab read it: a suite for each class.
///
/// A failed assertion is a `failure`, anything else that fails a case an `error`. What went wrong outside of cases is
/// a case of its own, with a name in parentheses. All of it is written when the run has ended.
struct JUnitReporter: Reporter {
    /// A class, a bundle or a run, with its result.
    private struct Suite {
        /// Its name: "bundle/Module.Class".
        let name: String
        /// The class name of its cases, "bundle.Module.Class", which readers split at the dots.
        let className: String
        /// Further properties.
        var properties: [(name: String, value: String)] = []
        /// The class, by registry index; nil for a suite that is not a class.
        var classIndex: Int?
        /// The place of the class's declaration.
        var place: ReportContext.Place?
        /// How many cases it has.
        var count = 0
        /// Those of its cases that are not in the spool, as XML.
        var cases: [UInt8] = []
        /// Where in the spool the others are, in order.
        var extents: [Spool.Extent] = []
        /// Whether no more of it is expected.
        var isClosed = false
        /// How many of them failed by an assertion.
        var failures = 0
        /// How many failed by something else.
        var errors = 0
        /// How many were skipped or not run.
        var skipped = 0
        /// The time of all cases, in nanoseconds.
        var duration: UInt64 = 0
        /// When its first case started, in nanoseconds of CLOCK_MONOTONIC.
        var started = UInt64.max
    }

    /// The run that the report is about.
    private let context: ReportContext
    /// The target.
    private(set) var output: TextOutput
    /// The relation of instants to the time of day.
    private var clock = RunClock()
    /// The suites, in the order in which they were first heard of.
    private var suites: [Suite] = []
    /// Where a class's suite is among them.
    private var suiteOfClass: [Int: Int] = [:]
    /// The failed attempts of cases that are tried again or repeated.
    private var attempts: [Plan.Slot: [CaseResult]] = [:]
    /// The elements of cases, until the whole report can be written.
    private let spool = Spool()

    /// How much of a suite that has not ended is kept out of the spool, in bytes.
    private static let openLimit = 1 << 14

    /// Prepares a report.
    init(context: ReportContext, output: TextOutput) {
        self.context = context
        self.output = output
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .runStarted(let clock): self.clock = clock
        case .bundleFaulted(let fault): take(fault)
        case .caseEnded(let result): take(result)
        case .unitEnded(let result): take(result)
        case .lateIssue(let issue, let subject):
            let name = context.identity(of: subject) ?? "by an unknown case"
            take(issue, "(reported late: \(name))", suite(ofClass: context.classIndex(of: subject)))
        // No case of its own: a report of a run that is cut short has as many cases as the run.
        case .runIssue(let issue) where issue.kind == .warning:
            suites[suite(ofClass: nil)].properties.append(("warning", issue.text))
        case .runIssue(let issue): take(issue, "(the run)", suite(ofClass: nil))
        case .attemptFailed(let result): attempts[result.slot, default: []].append(result)
        case .diagnosed(let diagnosis):
            let text = DiagnosisText(diagnosis: diagnosis, name: context.identity(of:))
            let lines = [text.sentence] + text.evidence + [diagnosis.command]
            let place = suite(ofClass: context.classIndex(of: diagnosis.slot))
            suites[place].properties
                .append(("diagnosis of \(context.caseName(of: diagnosis.slot))", lines.joined(separator: "; ")))
        case .progressed, .waiting, .workerEnded, .startedEarly, .diagnosing, .hunting, .hunted: break
        case .runEnded(let duration, _): finish(duration)
        }
    }

    // MARK: Taking in

    /// The index of a class's suite; without a class, of the run's own.
    private mutating func suite(ofClass index: Int?) -> Int {
        if let known = suiteOfClass[index ?? -1] { return known }
        var suite = Suite(name: "runner", className: "runner")
        if let index {
            let (bundle, name) = (context.registry.bundleName(of: index), context.className(index))
            suite = Suite(name: "\(bundle)/\(name)", className: "\(bundle).\(name)")
            (suite.classIndex, suite.place) = (index, context.place(ofClass: index))
            let above = context.registry.chain(from: index).dropFirst().map { context.className($0) }
            suite.properties = [("bundle", bundle), ("runGroup", String(context.registry.classes[index].runGroup))]
            let tags = context.registry.tagSets[context.registry.classes[index].tags]
            if !tags.isEmpty { suite.properties.append(("tags", tags.joined(separator: " "))) }
            let title = context.registry.classDescriptions[index]?.title ?? ""
            if !title.isEmpty { suite.properties.append(("displayName", title)) }
            if !above.isEmpty { suite.properties.append(("superclasses", above.joined(separator: " "))) }
        }
        suites.append(suite)
        suiteOfClass[index ?? -1] = suites.count - 1
        return suites.count - 1
    }

    /// A case that has ended, or is known not to run.
    private mutating func take(_ result: CaseResult) {
        let index = suite(ofClass: context.classIndex(of: result.slot))
        suites[index].duration.add(clamping: result.duration)
        if result.started > 0 { suites[index].started = min(suites[index].started, result.started) }
        var inner = properties(of: result.slot)
        switch result.outcome {
        case .passed: break
        case .skipped, .notRun:
            suites[index].skipped += 1
            inner += "      <skipped message=\"\(XMLText.attribute(result.reason?.words ?? result.outcome.words))\"/>\n"
        case .failed, .crashed, .timedOut:
            inner += failure(result.issues, result.outcome.words, &suites[index])
        }
        let reported = attempts.removeValue(forKey: result.slot) ?? []
        let others = reported.filter { !result.isReported(by: $0) }
        inner += earlier(others, hasPassed: result.outcome == .passed)
        let warnings = result.issues.filter { !$0.isFailure }.map(\.text)
        let repetitions = result.repetitionWords.map { ["failed \($0)"] } ?? []
        let files = reported.flatMap(\.attachments) + result.attachments
        inner += systemOut(repetitions + warnings + result.logs.map { "log: \($0)" }, result.output, files)
        add(
            context.caseName(of: result.slot),
            context.place(ofCase: result.slot.caseIndex),
            result.duration,
            inner,
            to: index
        )
    }

    /// A class whose own set-up or tear-down went wrong; nothing where all is well.
    private mutating func take(_ result: UnitResult) {
        defer { close(class: result.classIndex) }
        guard !result.issues.isEmpty || !result.attachments.isEmpty else { return }
        let index = suite(ofClass: result.classIndex)
        var inner = result.isAbnormal ? failure(result.issues, "terminated abnormally", &suites[index]) : ""
        inner += systemOut(result.issues.filter { !$0.isFailure }.map(\.text), result.output, result.attachments)
        add("(set-up and tear-down)", context.place(ofClass: result.classIndex), 0, inner, to: index)
    }

    /// Something that belongs to no running case.
    private mutating func take(_ issue: Issue, _ name: String, _ index: Int) {
        let inner = issue.isFailure ? failure([issue], "failed", &suites[index]) : systemOut([issue.text], nil)
        add(name, issue.place, 0, inner, to: index)
    }

    /// A bundle that could not be used: a suite of its own.
    private mutating func take(_ fault: BundleFault) {
        var suite = Suite(name: fault.name, className: fault.name)
        suite.properties = [("bundle", fault.name)]
        let issue = Issue(kind: .bundleFault, message: "\(fault.path): \(fault.reason)")
        let inner = failure([issue], "failed", &suite) + systemOut([], fault.output)
        suites.append(suite)
        add("(bundle)", nil, 0, inner, to: suites.count - 1)
    }

    /// Appends a case to a suite.
    private mutating func add(
        _ name: String,
        _ place: ReportContext.Place?,
        _ duration: UInt64,
        _ inner: String,
        to index: Int
    ) {
        var text = "    <testcase name=\"\(XMLText.attribute(name))\""
        text += " classname=\"\(XMLText.attribute(suites[index].className))\""
        text += attributes(of: place) + " time=\"\(Self.seconds(duration))\""
        text += inner.isEmpty ? "/>\n" : ">\n\(inner)    </testcase>\n"
        suites[index].count += 1
        suites[index].cases += Array(text.utf8)
        if suites[index].isClosed || suites[index].cases.count > Self.openLimit { store(index) }
    }

    /// Closes a class, so that its results can be spooled.
    private mutating func close(class classIndex: Int) {
        guard let index = suiteOfClass[classIndex] else { return }
        suites[index].isClosed = true
        store(index)
    }

    /// Moves a suite's cases to the spool.
    private mutating func store(_ index: Int) {
        if suites[index].cases.isEmpty { return }
        let extent = spool.append(suites[index].cases)
        suites[index].cases = []
        if let last = suites[index].extents.last, last.start + last.count == extent.start {
            suites[index].extents[suites[index].extents.count - 1].count += extent.count
        } else {
            suites[index].extents.append(extent)
        }
    }

    // MARK: The format

    /// A case's tags, its name for people, its links, and the suite that an example is in, if it has any.
    private func properties(of slot: Plan.Slot) -> String {
        let tags = context.registry.tagSets[context.registry.cases[Int(slot.caseIndex)].tags]
        let suite = context.example(of: slot).flatMap(Self.suite)
        let description = context.registry.caseDescriptions[Int(slot.caseIndex)] ?? Description()
        if tags.isEmpty, suite == nil, description.isEmpty { return "" }
        let title = description.title.isEmpty ? [] : [("displayName", description.title)]
        let properties =
            title + tags.map { ("tag", $0) } + description.links.map { ("link", $0) }
            + (suite.map { [("suite", $0)] } ?? [])
        let lines = properties.map {
            "        <property name=\"\($0.0)\" value=\"\(XMLText.attribute($0.1))\"/>\n"
        }
        return "      <properties>\n\(lines.joined())      </properties>\n"
    }

    /// The suite of an example, "s1/inner" of "s1/inner/one"; nil if it is in none.
    private static func suite(of example: String) -> String? {
        example.lastIndex(of: "/").map { String(example[..<$0]) }
    }

    /// Returns all failures in one element, since readers take only the first.
    private func failure(_ issues: [Issue], _ words: String, _ suite: inout Suite) -> String {
        let failures = issues.filter(\.isFailure)
        let isExpected = failures.first?.isExpected ?? false
        if isExpected { suite.failures += 1 } else { suite.errors += 1 }
        let element = isExpected ? "failure" : "error"
        let kind = failures.first?.kind.word ?? "error"
        let message = XMLText.attribute(failures.first?.summary ?? words)
        let text = XMLText.content(failures.map(\.text).joined(separator: "\n\n"))
        return "      <\(element) message=\"\(message)\" type=\"\(kind)\">\(text)</\(element)>\n"
    }

    /// Failed attempts, as Maven's Surefire writes them and Jenkins reads them.
    private func earlier(_ attempts: [CaseResult], hasPassed: Bool) -> String {
        attempts.map { attempt in
            let failures = attempt.issues.filter(\.isFailure)
            let isExpected = failures.first?.isExpected ?? false
            let element = (hasPassed ? "flaky" : "rerun") + (isExpected ? "Failure" : "Error")
            let message = XMLText.attribute(failures.first?.summary ?? attempt.outcome.words)
            let text = XMLText.content(failures.map(\.text).joined(separator: "\n\n"))
            return "      <\(element) message=\"\(message)\" type=\"\(failures.first?.kind.word ?? "error")\">"
                + "<stackTrace>\(text)</stackTrace></\(element)>\n"
        }.joined()
    }

    /// Returns a case's logs, output and attachments in the form that Jenkins and GitLab look for.
    private func systemOut(_ remarks: [String], _ output: String?, _ files: [AttachedFile] = []) -> String {
        let marks = files.map { "[[ATTACHMENT|\($0.path)]]" }
        let text = (remarks + (output.map { [$0] } ?? []) + marks).joined(separator: "\n")
        return text.isEmpty ? "" : "      <system-out>\(XMLText.content(text))</system-out>\n"
    }

    /// File and line, as GitLab and Jenkins's plug-ins read them.
    private func attributes(of place: ReportContext.Place?) -> String {
        guard let place else { return "" }
        let line = place.line > 0 ? " line=\"\(place.line)\"" : ""
        return " file=\"\(XMLText.attribute(context.relative(place.file)))\"\(line)"
    }

    /// "0.001", of nanoseconds: what Surefire writes, since its schema and Jenkins's take no more digits.
    private static func seconds(_ duration: UInt64) -> String {
        let rounded = duration / 1_000_000 + (duration % 1_000_000 >= 500_000 ? 1 : 0)
        let millis = String(rounded % 1000)
        return "\(rounded / 1000)." + String(repeating: "0", count: 3 - millis.count) + millis
    }

    /// Writes everything.
    private mutating func finish(_ duration: UInt64) {
        if let fault = context.omissionFault {
            take(Issue(kind: .error, message: fault.words), fault.name, suite(ofClass: nil))
        }
        func sum(_ part: (Suite) -> Int) -> String { String(suites.reduce(0) { $0 + part($1) }) }
        output.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        output.line(
            "<testsuites name=\"runner\" tests=\"\(sum(\.count))\" failures=\"\(sum(\.failures))\""
                + " errors=\"\(sum(\.errors))\" skipped=\"\(sum(\.skipped))\" time=\"\(Self.seconds(duration))\">"
        )
        for suite in suites { write(suite) }
        output.line("</testsuites>")
        if let code = spool.failure { output.fail(code) }
        output.flush()
    }

    /// One suite.
    private mutating func write(_ suite: Suite) {
        let started = suite.started == .max ? clock.instant : suite.started
        output.line(
            "  <testsuite name=\"\(XMLText.attribute(suite.name))\" tests=\"\(suite.count)\""
                + " failures=\"\(suite.failures)\" errors=\"\(suite.errors)\" skipped=\"\(suite.skipped)\""
                + " time=\"\(Self.seconds(suite.duration))\" timestamp=\"\(UTCTime.text(clock.wallClock(at: started)))\""
                + " hostname=\"\(XMLText.attribute(context.host))\"\(attributes(of: suite.place))>"
        )
        output.line("    <properties>")
        let shard = context.plan.shard.map { [("shard", $0.description)] } ?? []
        // The counts of the class; the attributes count the elements of the suite, set-up and tear-down included.
        let counts = suite.classIndex.map { context.tally.counts(ofClass: $0).classMembers } ?? []
        let counted = counts.map { ("\($0.name)", String($0.count)) }
        let left = context.omissions.isEmpty ? [] : [("notEverythingRan", context.omissions.details())]
        let facts = [("seed", String(context.plan.seed)), ("host", context.host)] + shard + left + suite.properties
        for property in facts + counted {
            output.line("      <property name=\"\(property.0)\" value=\"\(XMLText.attribute(property.1))\"/>")
        }
        output.line("    </properties>")
        for extent in suite.extents { spool.write(extent, to: &output) }
        output.write(suite.cases)
        output.line("  </testsuite>")
    }
}
