// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The data for the script of an HTML report: the run as one JSON object.
///
/// Classes and cases, of which there are many, are arrays. `Sources/ReportPage/script/model.js` names their elements.
/// Times are microseconds since the start of the run. -1 represents an absent time or index.
struct ReportData {
    /// The run that the report is about.
    private let context: ReportContext
    /// The start of the run, in nanoseconds of CLOCK_MONOTONIC.
    private let start: UInt64
    /// The classes in the report, by registry index, in the order of the run.
    private var classes: [Int] = []
    /// The position of a class among them.
    private var placeOfClass: [Int: Int] = [:]
    /// The bundles, including those that could not be used.
    private var bundles: [(name: String, isFaulty: Bool)] = []
    /// The position of a bundle among them.
    private var placeOfBundle: [String: Int] = [:]
    /// The source files.
    private var files: [String] = []
    /// The position of a file among them.
    private var placeOfFile: [String: Int] = [:]
    /// The details of cases and classes, as JSON.
    private var details: [String] = []
    /// Links to attached files, and shows small ones.
    private var attachments: AttachmentView
    /// Reads the lines around an issue.
    private var excerpts: SourceExcerpts

    /// The number of source lines to show before and after the line of an issue.
    private static let margin = 4

    /// Prepares the data of a run.
    private init(_ context: ReportContext, start: UInt64, directory: String?) {
        self.context = context
        attachments = AttachmentView(directory: directory)
        excerpts = SourceExcerpts(copies: context.sources, survey: context.survey)
        self.start = start
    }

    /// Returns the data for everything that the reporter has received.
    static func text(
        _ events: HTMLReporter.CollectedEvents, _ context: ReportContext, facts: [(String, String)],
        directory: String? = nil
    ) -> String {
        var data = ReportData(context, start: events.clock.instant, directory: directory)
        return data.text(events, facts)
    }

    /// Everything.
    private mutating func text(_ events: HTMLReporter.CollectedEvents, _ facts: [(String, String)]) -> String {
        for unit in context.plan.classes { add(class: unit.classIndex) }
        for result in events.cases { add(class: context.classIndex(of: result.slot)) }
        let bodies = (cases(events), problems(events), classRows(events))
        var json = JSONWriter()
        json.beginObject()
        json.member("repeat", context.repeatCommand)
        json.key("duration")
        json.element(microsecondsOf: events.duration)
        json.array("facts", facts) { $0.array([$1.0, $1.1]) { $0.element($1) } }
        json.objects("bundles", bundles) { json, bundle in
            json.member("name", bundle.name)
            json.member("isFaulty", bundle.isFaulty)
        }
        json.member("files", files)
        json.member("workers", context.workerNames?.all ?? [])
        json.member("classes", json: bodies.2)
        json.member("cases", json: bodies.0)
        json.member("problems", json: bodies.1)
        if let history = context.history, !history.runs.isEmpty {
            json.key("history")
            let classes = context.registry.classes.indices.map(context.registry.identity(ofClass:))
            HistoryData(history).write(
                events.cases.map { context.identity(of: $0.slot) }, classes: classes, to: &json)
        }
        json.member("details", json: "[" + details.joined(separator: ",\n") + "]")
        json.endObject()
        return json.text
    }

    // MARK: Classes, bundles and files

    /// Adds a class and its superclasses.
    private mutating func add(class index: Int) {
        guard placeOfClass[index] == nil else { return }
        for one in context.registry.chain(from: index) where placeOfClass[one] == nil {
            placeOfClass[one] = classes.count
            classes.append(one)
            _ = place(ofBundle: context.registry.bundleName(of: one))
        }
    }

    /// Returns the position of a bundle, and adds it if it is new.
    private mutating func place(ofBundle name: String, isFaulty: Bool = false) -> Int {
        let place = placeOfBundle[name] ?? bundles.count
        if place == bundles.count { bundles.append((name, false)) }
        placeOfBundle[name] = place
        if isFaulty { bundles[place].isFaulty = true }
        return place
    }

    /// Returns the position of a file, and adds it if it is new; -1 for none.
    private mutating func place(ofFile file: String?) -> Int {
        guard let file, !file.isEmpty else { return -1 }
        if let known = placeOfFile[file] { return known }
        placeOfFile[file] = files.count
        files.append(context.relative(file))
        return files.count - 1
    }

    /// Writes an instant; -1 for none.
    private func write(instant: UInt64, to json: inout JSONWriter) {
        if instant == 0 { return json.element(-1) }
        json.element(microsecondsOf: instant > start ? instant - start : 0)
    }

    /// Writes a set of tags.
    private func write(tags number: UInt32, to json: inout JSONWriter) {
        json.array(context.registry.tagSets[number]) { $0.element($1) }
    }

    // MARK: Rows

    /// Returns the cases in the order of the plan, then those that cannot run here.
    private mutating func cases(_ events: HTMLReporter.CollectedEvents) -> String {
        var json = JSONWriter()
        json.beginArray()
        for result in events.cases {
            let index = result.slot.caseIndex
            let place = context.place(ofCase: index)
            let detail = detail(of: result, earlier: events.attempts[result.slot] ?? [])
            json.beginArray()
            json.element(placeOfClass[context.classIndex(of: result.slot)] ?? -1)
            json.element(context.registry.string(context.registry.cases[Int(index)].name))
            json.element(context.example(of: result.slot))
            json.element(result.outcome.rawValue)
            write(instant: result.started, to: &json)
            json.element(microsecondsOf: result.duration)
            json.element(result.worker ?? -1)
            json.element(self.place(ofFile: place?.file))
            json.element(Int(place?.line ?? 0))
            json.element(detail)
            json.element(result.isFlaky ? 1 : 0)
            write(tags: context.registry.cases[Int(index)].tags, to: &json)
            if let change = context.earlier?.change(result) { Self.write(change, to: &json) }
            json.endArray()
        }
        json.endArray()
        return json.text
    }

    /// Writes what is different from the run before, and for what takes longer, how long it took.
    private static func write(_ change: EarlierResults.Change, to json: inout JSONWriter) {
        json.element(change.word)
        if case .slower(let before) = change { json.element(Int(clamping: before)) }
    }

    /// Returns the classes, with the results of their set-up and tear-down.
    private mutating func classRows(_ events: HTMLReporter.CollectedEvents) -> String {
        var json = JSONWriter()
        json.beginArray()
        for index in classes {
            let (entry, result, place) = (
                context.registry.classes[index], events.units[index], context.place(ofClass: index)
            )
            json.beginArray()
            json.element(context.className(index))
            json.element(self.place(ofBundle: context.registry.bundleName(of: index)))
            json.element(entry.superclass.flatMap { placeOfClass[$0] } ?? -1)
            json.element(Int(entry.runGroup))
            json.element(self.place(ofFile: place?.file))
            json.element(Int(place?.line ?? 0))
            json.element(result.map { detail(of: $0) } ?? -1)
            json.element(result?.worker ?? -1)
            write(instant: result?.started ?? 0, to: &json)
            write(instant: result?.ended ?? 0, to: &json)
            write(tags: entry.tags, to: &json)
            json.element(context.tally.counts(ofClass: index).classWords)
            let title = context.registry.classDescriptions[index]?.title ?? ""
            let isForeign = entry.cases.contains {
                context.registry.cases[$0].isParameterised && !context.registry.hasExampleSuites(inCase: $0)
            }
            if isForeign || !title.isEmpty { json.element(title) }
            if isForeign { json.element(1) }
            json.endArray()
        }
        json.endArray()
        return json.text
    }

    /// Returns the problems outside of cases.
    private mutating func problems(_ events: HTMLReporter.CollectedEvents) -> String {
        var json = JSONWriter()
        json.beginArray()
        for problem in events.problems {
            json.beginObject()
            json.member("title", problem.title)
            json.member("class", problem.classIndex.flatMap { placeOfClass[$0] } ?? -1)
            json.member("bundle", problem.bundle.map { place(ofBundle: $0, isFaulty: true) } ?? -1)
            json.member("detail", detail(problem.issues, output: problem.output))
            json.endObject()
        }
        json.endArray()
        return json.text
    }

    // MARK: Details

    /// Returns the position of a case's details; -1 if it has none.
    private mutating func detail(of result: CaseResult, earlier: [CaseResult]) -> Int {
        detail(
            result.issues, reason: result.reason?.words, repetitions: result.repetitionWords,
            logs: result.properties.map { "\($0.name): \($0.value)" } + result.logs,
            output: result.output,
            attachments: earlier.filter(result.isReported(by:)).flatMap(\.attachments) + result.attachments,
            earlier: earlier.filter { !result.isReported(by: $0) },
            description: context.registry.caseDescriptions[Int(result.slot.caseIndex)] ?? Description())
    }

    /// Returns the position of a class's details; -1 if it has none.
    private mutating func detail(of result: UnitResult) -> Int {
        detail(
            result.issues, reason: result.skipReason?.words, output: result.output, attachments: result.attachments)
    }

    /// Stores details and returns their position; -1 if there are none.
    private mutating func detail(
        _ issues: [Issue], reason: String? = nil, repetitions: String? = nil, logs: [String] = [],
        output: String? = nil, attachments: [AttachedFile] = [], earlier: [CaseResult] = [],
        description: Description = Description()
    ) -> Int {
        let hasText = reason != nil || !logs.isEmpty || !(output ?? "").isEmpty || !description.isEmpty
        if issues.isEmpty, !hasText, attachments.isEmpty, earlier.isEmpty { return -1 }
        var json = JSONWriter()
        json.beginObject()
        write(issues, to: &json)
        if !description.title.isEmpty { json.member("title", description.title) }
        if !description.links.isEmpty { json.member("links", description.links) }
        json.member("reason", reason)
        json.member("repetitions", repetitions)
        json.member("logs", logs)
        json.member("output", output)
        write(attachments, to: &json)
        json.objects("attempts", earlier) { json, attempt in
            json.member("when", attempt.attemptWords)
            json.member("outcome", attempt.outcome.rawValue)
            json.key("started")
            write(instant: attempt.started, to: &json)
            json.key("duration")
            json.element(microsecondsOf: attempt.duration)
            json.member("worker", attempt.worker ?? -1)
            write(attempt.issues, to: &json)
            json.member("output", attempt.output)
            write(attempt.attachments, to: &json)
        }
        json.endObject()
        details.append(json.text)
        return details.count - 1
    }

    /// Writes the attached files: name, path, link, and what the page shows of them.
    private mutating func write(_ files: [AttachedFile], to json: inout JSONWriter) {
        json.array("attachments", files) { json, file in
            json.beginArray()
            for text in [file.name, context.relative(file.path), attachments.link(to: file.path)] { json.element(text) }
            if let (kind, content) = attachments.content(of: file) {
                json.element(kind)
                json.element(content)
            }
            json.endArray()
        }
    }

    /// Returns the hook in which an issue occurred; nil for the body, or if it is unknown.
    private static func phase(of issue: Issue) -> String? {
        let isPlain = issue.phase == TESTKIT_PHASE_NONE.rawValue || issue.phase == TESTKIT_PHASE_BODY.rawValue
        return isPlain ? nil : Phase.description(issue.phase)
    }

    /// Writes issues, each with the source lines around it.
    private mutating func write(_ issues: [Issue], to json: inout JSONWriter) {
        json.objects("issues", issues) { json, issue in
            json.member("kind", issue.kind.rawValue)
            json.member("message", issue.message)
            json.member("comment", issue.comment)
            json.member("details", issue.details)
            json.member("file", place(ofFile: issue.place?.file))
            json.member("line", Int(issue.line))
            json.member("lastKnown", issue.isLastKnownLocation)
            json.member("phase", Self.phase(of: issue))
            let lines =
                issue.place.map { excerpts.lines(around: Int($0.line), in: $0.file, margin: Self.margin) } ?? []
            json.array("source", lines) { json, line in
                json.beginArray()
                json.element(line.number)
                json.element(line.text)
                json.endArray()
            }
        }
    }
}
