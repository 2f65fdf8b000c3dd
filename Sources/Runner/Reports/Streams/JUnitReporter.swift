// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The run as a JUnit report, as Jenkins and GitLab read it: a suite for each class.
///
/// A failed assertion is a `failure`, anything else that fails a case an `error`. A failure outside of cases is
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
        /// The number of cases.
        var count = 0
        /// The cases that are not in the spool, as whole elements.
        var cases: [UInt8] = []
        /// Where in the spool the others are, in order.
        var extents: [Spool.Extent] = []
        /// Whether no more of it is expected.
        var isClosed = false
        /// The number of cases that failed by an assertion.
        var failures = 0
        /// The number of cases that failed by something else.
        var errors = 0
        /// The number of cases that were skipped or not run.
        var skipped = 0
        /// The time of all cases, in nanoseconds.
        var duration: UInt64 = 0
        /// When its first case started, in nanoseconds of CLOCK_MONOTONIC.
        var started = UInt64.max

        /// Counts a case that failed: by an assertion, or by anything else.
        mutating func count(_ issues: [Issue]) {
            if issues.first(where: \.isFailure)?.isExpected == true { failures += 1 } else { errors += 1 }
        }
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

    /// The size up to which a suite that has not ended is kept out of the spool, in bytes.
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
            take(issue, "(\(context.title(ofLate: subject)))", suite(ofClass: context.classIndex(of: subject)))
        // No case of its own: a report of a run that is cut short has as many cases as the run.
        case .runIssue(let issue) where issue.kind == .warning:
            suites[suite(ofClass: nil)].properties.append(("warning", issue.text))
        case .runIssue(let issue): take(issue, "(the run)", suite(ofClass: nil))
        case .attemptFailed(let result): attempts[result.slot, default: []].append(result)
        case .diagnosed(let diagnosis):
            let text = context.lines(diagnosis).joined(separator: "; ")
            let place = suite(ofClass: context.classIndex(of: diagnosis.slot))
            suites[place].properties.append(("diagnosis of \(context.caseName(of: diagnosis.slot))", text))
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
        let isSkipped = result.outcome == .skipped || result.outcome == .notRun
        if isSkipped { suites[index].skipped += 1 } else if result.isFailure { suites[index].count(result.issues) }
        let reported = attempts.removeValue(forKey: result.slot) ?? []
        let warnings = result.issues.filter { !$0.isFailure }.map(\.text)
        let repetitions = result.repetitionWords.map { ["failed \($0)"] } ?? []
        let files = reported.flatMap(\.attachments) + result.attachments
        let remarks = repetitions + warnings + result.logs.map { "log: \($0)" }
        let own = result.properties.map { (name: $0.name, value: $0.value) }
        let (facts, place) = (properties(of: result.slot) + own, context.place(ofCase: result.slot.caseIndex))
        add(context.caseName(of: result.slot), place, result.duration, to: index) { xml in
            Self.write(facts, to: &xml)
            if isSkipped {
                xml.element("skipped", [("message", result.reason?.words ?? result.outcome.words)])
            } else if result.isFailure {
                Self.write(result.issues, result.outcome.words, to: &xml)
            }
            for attempt in reported where !result.isReported(by: attempt) {
                Self.write(attempt, hasPassed: result.outcome == .passed, to: &xml)
            }
            Self.write(remarks, result.output, files, to: &xml)
        }
    }

    /// A class whose own set-up or tear-down went wrong or printed something; nothing where all is well.
    private mutating func take(_ result: UnitResult) {
        defer { close(class: result.classIndex) }
        guard !result.issues.isEmpty || !result.attachments.isEmpty || result.output != nil else { return }
        let index = suite(ofClass: result.classIndex)
        if result.isAbnormal { suites[index].count(result.issues) }
        add("(set-up and tear-down)", context.place(ofClass: result.classIndex), to: index) { xml in
            if result.isAbnormal { Self.write(result.issues, "terminated abnormally", to: &xml) }
            let remarks = result.issues.filter { !$0.isFailure }.map(\.text)
            Self.write(remarks, result.output, result.attachments, to: &xml)
        }
    }

    /// Something that belongs to no running case.
    private mutating func take(_ issue: Issue, _ name: String, output: String? = nil, _ index: Int) {
        if issue.isFailure { suites[index].count([issue]) }
        add(name, issue.place, to: index) { xml in
            if issue.isFailure { Self.write([issue], "failed", to: &xml) }
            Self.write(issue.isFailure ? [] : [issue.text], output, to: &xml)
        }
    }

    /// A bundle that could not be used: a suite of its own.
    private mutating func take(_ fault: BundleFault) {
        var suite = Suite(name: fault.name, className: fault.name)
        suite.properties = [("bundle", fault.name)]
        suites.append(suite)
        let issue = Issue(kind: .bundleFault, message: "\(fault.path): \(fault.reason)")
        take(issue, "(bundle)", output: fault.output, suites.count - 1)
    }

    /// Appends a case to a suite.
    private mutating func add(
        _ name: String, _ place: ReportContext.Place?, _ duration: UInt64 = 0, to index: Int,
        _ content: (inout XMLWriter) -> Void
    ) {
        var xml = XMLWriter(depth: 2)
        var attributes: XMLWriter.Attributes = [("name", name), ("classname", suites[index].className)]
        attributes += self.attributes(of: place)
        // As Surefire writes it, since its schema and Jenkins's take no more digits.
        attributes.append(("time", DurationText.thousandths(duration)))
        xml.element("testcase", attributes, content)
        suites[index].count += 1
        suites[index].cases += xml.take()
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
    private func properties(of slot: Plan.Slot) -> [(name: String, value: String)] {
        let tags = context.registry.tagSets[context.registry.cases[Int(slot.caseIndex)].tags]
        let suite = context.example(of: slot).flatMap(Self.suite)
        let description = context.registry.caseDescriptions[Int(slot.caseIndex)] ?? Description()
        let title = description.title.isEmpty ? [] : [("displayName", description.title)]
        return title + tags.map { ("tag", $0) } + description.links.map { ("link", $0) }
            + (suite.map { [("suite", $0)] } ?? [])
    }

    /// Writes properties, where there are any.
    private static func write(_ properties: [(name: String, value: String)], to xml: inout XMLWriter) {
        if properties.isEmpty { return }
        xml.element("properties") { xml in
            for (name, value) in properties { xml.element("property", [("name", name), ("value", value)]) }
        }
    }

    /// The suite of an example, "s1/inner" of "s1/inner/one"; nil if it is in none.
    private static func suite(of example: String) -> String? {
        example.lastIndex(of: "/").map { String(example[..<$0]) }
    }

    /// Writes all failures in one element, since readers take only the first.
    private static func write(_ issues: [Issue], _ words: String, to xml: inout XMLWriter) {
        let failures = issues.filter(\.isFailure)
        xml.element(
            failures.first?.isExpected == true ? "failure" : "error", attributes(of: failures.first, words),
            text: failures.map(\.text).joined(separator: "\n\n"))
    }

    /// Writes a failed attempt, as Maven's Surefire writes it and Jenkins reads it.
    private static func write(_ attempt: CaseResult, hasPassed: Bool, to xml: inout XMLWriter) {
        let failures = attempt.issues.filter(\.isFailure)
        let name: StaticString =
            switch (hasPassed, failures.first?.isExpected == true) {
            case (true, true): "flakyFailure"
            case (true, false): "flakyError"
            case (false, true): "rerunFailure"
            case (false, false): "rerunError"
            }
        xml.element(name, attributes(of: failures.first, attempt.outcome.words)) { xml in
            xml.element("stackTrace", text: failures.map(\.text).joined(separator: "\n\n"))
        }
    }

    /// The message and the kind of a failure.
    private static func attributes(of failure: Issue?, _ words: String) -> XMLWriter.Attributes {
        [("message", failure?.summary ?? words), ("type", failure?.kind.rawValue ?? "error")]
    }

    /// Writes a case's logs, output and attachments in the form that Jenkins and GitLab look for.
    private static func write(
        _ remarks: [String], _ output: String?, _ files: [AttachedFile] = [], to xml: inout XMLWriter
    ) {
        let marks = files.map { "[[ATTACHMENT|\($0.path)]]" }
        let text = (remarks + (output.map { [$0] } ?? []) + marks).joined(separator: "\n")
        if !text.isEmpty { xml.element("system-out", text: text) }
    }

    /// File and line, as GitLab and Jenkins's plug-ins read them.
    private func attributes(of place: ReportContext.Place?) -> XMLWriter.Attributes {
        guard let place else { return [] }
        var attributes: XMLWriter.Attributes = [("file", context.relative(place.file))]
        if place.line > 0 { attributes.append(("line", String(place.line))) }
        return attributes
    }

    /// Writes everything.
    private mutating func finish(_ duration: UInt64) {
        if let fault = context.omissionFault {
            take(Issue(kind: .error, message: fault.words), fault.name, suite(ofClass: nil))
        }
        func sum(_ part: (Suite) -> Int) -> String { String(suites.reduce(0) { $0 + part($1) }) }
        var xml = XMLWriter()
        xml.declaration()
        let attributes: XMLWriter.Attributes = [
            ("name", "runner"), ("tests", sum(\.count)), ("failures", sum(\.failures)), ("errors", sum(\.errors)),
            ("skipped", sum(\.skipped)), ("time", DurationText.thousandths(duration)),
        ]
        xml.element("testsuites", attributes) { xml in
            for suite in suites { write(suite, to: &xml) }
        }
        output.write(xml.take())
        if let code = spool.failure { output.fail(code) }
        output.flush()
    }

    /// Writes a suite.
    private mutating func write(_ suite: Suite, to xml: inout XMLWriter) {
        let started = suite.started == .max ? clock.instant : suite.started
        let attributes: XMLWriter.Attributes = [
            ("name", suite.name), ("tests", String(suite.count)), ("failures", String(suite.failures)),
            ("errors", String(suite.errors)), ("skipped", String(suite.skipped)),
            ("time", DurationText.thousandths(suite.duration)),
            ("timestamp", UTCTime.text(clock.wallClock(at: started))),
            ("hostname", context.host),
        ]
        let shard = context.plan.shard.map { [("shard", $0.description)] } ?? []
        // The counts of the class; the attributes count the elements of the suite, set-up and tear-down included.
        let counts = suite.classIndex.map { context.tally.counts(ofClass: $0).classMembers } ?? []
        let counted = counts.map { ("\($0.name)", String($0.count)) }
        let left = context.omissions.isEmpty ? [] : [("notEverythingRan", context.omissions.details())]
        let facts = [("seed", String(context.plan.seed)), ("host", context.host)] + shard + left + suite.properties
        xml.element("testsuite", attributes + self.attributes(of: suite.place)) { xml in
            Self.write(facts + counted, to: &xml)
            output.write(xml.take())
            for extent in suite.extents { spool.write(extent, to: &output) }
            output.write(suite.cases)
        }
    }
}
