// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The run as JSON Lines, for programs: the plan first, then each thing as the host learns of it (docs/EVENTS.md).
///
/// A case without examples is a test of its own; a parameterised one is a test with a test case for each example.
struct EventStreamReporter: Reporter {
    /// The run that the report is about.
    let context: ReportContext
    /// The records of its plan.
    private let plan: EventPlan
    /// The schema.
    let format: EventFormat
    /// The names in the stream.
    let streamNames: StreamNames
    /// The words for people.
    var vocabulary: any StreamVocabulary
    /// Where it goes; flushed at a failure and before the host waits.
    private(set) var output: TextOutput
    /// The record under construction.
    private var json = JSONWriter()
    /// The relation of instants to the time of day.
    private var clock = RunClock()
    /// The suites, and which of them are open.
    var suites: SuiteTree
    /// The slots of which the start was written and the end was not, by number.
    private var open: Set<Int> = []
    /// The parameterised cases that were skipped as a whole.
    private var skipped: Set<UInt32> = []
    /// The class of the last event, and its identity, which most next events need.
    private var lastClass = (index: -1, identity: "")
    /// The classes that the readers do not know, by registry index.
    let hidden: Set<Int>
    /// For each parameterised case of the plan, how many examples run.
    private var exampleCounts: [UInt32: Int] = [:]
    /// For each parameterised case that has started and not ended, how many examples are left, and the last end of the others.
    private var openCases: [UInt32: (left: Int, ended: UInt64)] = [:]

    /// Prepares a stream.
    init(context: ReportContext, output: TextOutput, format: EventFormat = .own) {
        self.context = context
        self.format = format
        streamNames = StreamNames(context)
        let vocabulary: any StreamVocabulary =
            format.isSwiftTests ? TestingWords(context, format) : OwnWords(context: context)
        self.vocabulary = vocabulary
        suites = SuiteTree(context, streamNames, isNested: format.isSwiftTests)
        plan = EventPlan(context: context, format: format, names: streamNames, suites: suites)
        hidden = Set(context.registry.classes.indices.filter { !vocabulary.knows(classIndex: $0) })
        self.output = output
        for slot in context.plan.slots where isExample(slot) { exampleCounts[slot.caseIndex, default: 0] += 1 }
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .waiting: output.flush()
        case .workerEnded, .startedEarly, .diagnosing, .hunting: break
        case .hunted(let result): write(result, at: instant)
        case .diagnosed(let diagnosis): write(diagnosis, at: instant)
        case .runStarted(let clock):
            self.clock = clock
            plan.write(to: &output)
            self.event(.runStarted, at: clock.instant, nil, vocabulary.runStarted(at: clock.instant)) { [plan] in
                plan.writeStart(to: &$0)
            }
            writeEmptySuites(in: nil, at: clock.instant)
        case .bundleFaulted(let fault): write(fault, at: instant)
        case .caseEnded(let result): write(result, at: instant)
        case .attemptFailed(let result): writeAttempt(result, at: instant)
        case .unitEnded(let result): write(result, at: instant)
        case .lateIssue(let issue, let subject):
            write(issue, at: instant, testID: nil, identity: context.identity(of: subject), isLate: true)
        case .runIssue(let issue): write(issue, at: instant, testID: nil, identity: nil)
        case .progressed(let progress):
            for entry in progress.cases where context.tally.outcome(of: entry.slot) == nil {
                if !vocabulary.startsSkippedTests, progress.preparing.contains(entry.slot) { continue }
                start(entry.slot, names(of: entry.slot), at: entry.started)
            }
            for slow in progress.slow { write(slow, at: instant) }
        case .runEnded(let duration, let interruption): writeEnd(duration, interruption, at: instant)
        }
        if event.isUrgent { output.flush() }
    }

    /// Writes an event: its subject, its instant, and the words for people; nothing if the readers know no such event.
    mutating func event(
        _ kind: EventRecord.Kind, at instant: UInt64, _ testID: String?,
        _ messages: [(EventRecord.Symbol, String)],
        issue: (issue: Issue, isFailure: Bool, place: EventRecord.Place?)? = nil, attachment: AttachedFile? = nil,
        argument: String? = nil, iteration: Int? = nil, record framework: FrameworkRecord? = nil,
        own: (inout JSONWriter) -> Void = { _ in }
    ) {
        if !vocabulary.knows(kind) { return }
        let extra = format.hasArguments ? framework : nil
        EventRecord.record("event", format, to: &json) { [clock, format] json in
            json.member("kind", kind.rawValue)
            json.key("instant")
            json.beginObject()
            json.member("absolute", nanoseconds: instant)
            json.member("since1970", nanoseconds: clock.wallClock(at: instant))
            json.endObject()
            if let issue { EventRecord.write(issue, extra?.ofIssue ?? [], format, to: &json) }
            if let attachment {
                if kind == .oldValueAttached { json.key("_attachment") } else { json.key("attachment") }
                json.beginObject()
                json.member("path", attachment.path)
                if format.hasArguments { json.member("_preferredName", attachment.name) }
                json.endObject()
            }
            json.key("messages")
            json.beginArray()
            for (symbol, text) in messages {
                json.beginObject()
                json.member("symbol", symbol.rawValue)
                json.member("text", text)
                json.endObject()
            }
            json.endArray()
            if let testID { json.member("testID", testID) }
            if let iteration, format.version == .sixFour { json.member("iteration", iteration) }
            for member in extra?.ofEvent ?? [] { json.member(member.name, json: member.json) }
            if let argument, format.hasArguments {
                json.key("_testCase")
                EventRecord.write(argument: argument, to: &json)
            }
            EventRecord.writeOwn(own, to: &json)
        }
        output.line(json.bytes)
    }

    // MARK: Cases

    /// The names of a slot.
    mutating func names(of slot: Plan.Slot) -> StreamNames.OfSlot {
        let entry = context.registry.cases[Int(slot.caseIndex)]
        if lastClass.index != entry.classIndex {
            lastClass = (entry.classIndex, context.registry.identity(ofClass: entry.classIndex))
        }
        let test = Identity.ofCase(context.registry.string(entry.name), of: lastClass.identity)
        let id = streamNames.id(ofCase: slot.caseIndex) ?? test
        return StreamNames.OfSlot(id: id, test: test, identity: Identity.ofExample(context.example(of: slot), of: test))
    }

    /// The name of a class in the stream.
    func id(ofClass index: Int) -> String {
        streamNames.id(ofClass: index) ?? context.registry.identity(ofClass: index)
    }

    /// Where an issue is, or else the case or the class that it belongs to.
    func place(
        of issue: Issue, _ slot: Plan.Slot?, _ classIndex: Int?, _ record: FrameworkRecord?
    ) -> EventRecord.Place? {
        if let place = issue.place {
            if let record, !record.fileID.isEmpty {
                return EventRecord.Place(
                    file: place.file, line: place.line, column: record.column, fileID: record.fileID)
            }
            let declared = slot.flatMap { streamNames.place(ofCase: $0.caseIndex, identity(of: $0)) }
            guard let declared, declared.file == place.file else {
                return EventRecord.Place(file: place.file, line: place.line, column: issue.column)
            }
            let column = issue.column == 0 && declared.line == place.line ? declared.column : issue.column
            return EventRecord.Place(file: place.file, line: place.line, column: column, fileID: declared.fileID)
        }
        if let slot { return streamNames.place(ofCase: slot.caseIndex, identity(of: slot)) }
        return classIndex.flatMap(streamNames.place(ofClass:))
    }

    /// The name by which its framework knows a case.
    private func identity(of slot: Plan.Slot) -> ForeignIdentity? {
        context.registry.caseDescriptions[Int(slot.caseIndex)]?.identity
    }

    /// Whether a slot is one example of several.
    private func isExample(_ slot: Plan.Slot) -> Bool {
        context.registry.cases[Int(slot.caseIndex)].isParameterised
    }

    /// Says of a slot that has not ended that it has started, once.
    private mutating func start(_ slot: Plan.Slot, _ names: StreamNames.OfSlot, at instant: UInt64) {
        if open.insert(context.registry.number(of: slot)).inserted { writeStart(of: slot, names, at: instant) }
    }

    /// Says of a slot, and of its case and its class where they have not, that they have started.
    private mutating func writeStart(of slot: Plan.Slot, _ names: StreamNames.OfSlot, at instant: UInt64) {
        startClass(context.classIndex(of: slot), at: instant)
        let (id, test, identity) = (names.id, names.test, names.identity)
        guard isExample(slot) else {
            let messages = vocabulary.testStarted(slot.caseIndex, names, at: instant)
            return event(.testStarted, at: instant, id, messages, iteration: 1) { $0.member("identity", identity) }
        }
        if openCases[slot.caseIndex] == nil {
            openCases[slot.caseIndex] = (exampleCounts[slot.caseIndex] ?? 1, instant)
            let messages = vocabulary.testStarted(slot.caseIndex, names, at: instant)
            event(.testStarted, at: instant, id, messages) { $0.member("identity", test) }
        }
        let example = context.example(of: slot)
        let messages = vocabulary.exampleStarted(slot.caseIndex, example ?? "", names)
        event(.testCaseStarted, at: instant, id, messages, argument: example, iteration: 1) {
            $0.member("identity", identity)
        }
    }

    /// A slot that has ended, or is known not to run.
    private mutating func write(_ result: CaseResult, at instant: UInt64) {
        let slot = result.slot
        let isOpen = !open.isEmpty && open.remove(context.registry.number(of: slot)) != nil
        let isSkipped = result.outcome == .skipped || result.outcome == .notRun
        let record = format.isSwiftTests ? result.skipRecord.flatMap { FrameworkRecord($0) } : nil
        let isCancelled = record?.isCancellation ?? false
        if !isOpen {
            let isWhole = !isExample(slot) || result.isUnsupported
            if result.started == 0, isWhole { return writeSkip(result, at: instant) }
            let isSilent = isSkipped && isWhole && result.issues.isEmpty
            if isSilent, !vocabulary.startsSkippedTests, !isCancelled { return writeSkip(result, at: instant) }
        }
        let started = result.started > 0 ? result.started : instant
        let ended = started + result.duration
        let names = names(of: slot)
        if !isOpen { writeStart(of: slot, names, at: started) }
        // The issues of a repetition were reported when they occurred.
        let isReported = result.repetition != nil && result.isFailure
        for issue in result.issues where !isReported {
            write(
                issue, at: ended, testID: names.id, identity: names.identity, of: slot, iteration: result.iteration)
        }
        write(
            result.attachments, at: ended, testID: names.id, identity: names.identity, of: slot,
            iteration: result.iteration)
        // A case that failed before it cancelled itself has failed.
        if isSkipped || isCancelled {
            let isWhole = !isExample(slot)
            let kinds: [EventRecord.Kind] =
                !isWhole ? [.testCaseCancelled] : isCancelled ? [.testCaseCancelled, .testCancelled] : [.testSkipped]
            let messages = isCancelled ? [] : vocabulary.cancelled(result, names)
            for kind in kinds {
                event(
                    kind, at: ended, names.id, messages, argument: context.example(of: slot),
                    iteration: result.iteration, record: record
                ) { $0.member("identity", names.identity) }
            }
        }
        writeSlotEnd(result, names, isCancelled: isSkipped && isCancelled, at: ended)
        finishCase(slot.caseIndex, at: ended)
    }

    /// A case that never started; what its platform forbids is said once for all examples.
    private mutating func writeSkip(_ result: CaseResult, at instant: UInt64) {
        if isExample(result.slot), !skipped.insert(result.slot.caseIndex).inserted { return }
        let names = names(of: result.slot)
        let record = format.isSwiftTests ? result.skipRecord.flatMap { FrameworkRecord($0) } : nil
        for suite in record?.suites ?? [] { writeSkip(ofSuite: suite, result, at: instant) }
        event(.testSkipped, at: instant, names.id, vocabulary.testSkipped(result, names), record: record) { json in
            json.member("identity", names.test)
            json.member("outcome", result.outcome.rawValue)
            if let reason = result.reason { Self.write(reason, to: &json) } else { json.member("reason", nil) }
        }
    }

    /// Writes the end of a slot, with its result.
    private mutating func writeSlotEnd(
        _ result: CaseResult, _ names: StreamNames.OfSlot, isCancelled: Bool, at instant: UInt64
    ) {
        let identity = names.identity
        let isExample = isExample(result.slot)
        let kind = isExample ? EventRecord.Kind.testCaseEnded : .testEnded
        let messages = vocabulary.ended(result, names, isExample: isExample, isCancelled: isCancelled, at: instant)
        let argument = context.example(of: result.slot)
        event(kind, at: instant, names.id, messages, argument: argument, iteration: result.iteration) { json in
            Self.write(result, of: identity, to: &json)
            // Otherwise the start event has the time.
            let isAgain = result.attempt > 1 || result.repetition != nil
            if isAgain, result.started > 0 { json.member("started", nanoseconds: result.started) }
            if result.attempt > 1 { json.member("attempt", result.attempt) }
            if let repetition = result.repetition {
                json.member("repetitions", repetition.runs)
                json.member("failedRepetitions", repetition.failures)
            }
        }
    }

    /// Writes the members of a case that has ended, or of an attempt that failed.
    private static func write(_ result: CaseResult, of identity: String, to json: inout JSONWriter) {
        json.member("identity", identity)
        json.member("outcome", result.outcome.rawValue)
        json.member("duration", nanoseconds: result.duration)
        if let worker = result.worker { json.member("worker", worker) }
        if result.isFailure { json.member("unexpected", result.isUnexpected) }
        if let repetition = result.repetition {
            json.member("repetition", repetition.number)
            json.member("repetitionSeed", String(repetition.seed))
        }
        if let reason = result.reason { Self.write(reason, to: &json) }
        if !result.logs.isEmpty { json.member("logs", result.logs) }
        if !result.properties.isEmpty {
            json.array("properties", result.properties) { $1.write(to: &$0) }
        }
        if let text = result.output { json.member("output", text) }
    }

    /// Writes why something did not run, in words and as a word for programs.
    static func write(_ reason: NotRunReason, to json: inout JSONWriter) {
        json.member("reason", reason.words)
        if let word = reason.word { json.member("reasonKind", word) }
        if let platform = reason.platform { json.member("platform", platform) }
    }

    /// An attempt that does not count: what went wrong in it fails nothing yet; or a repetition, in which it does.
    private mutating func writeAttempt(_ result: CaseResult, at instant: UInt64) {
        let started = result.started > 0 ? result.started : instant
        let (ended, names) = (started + result.duration, names(of: result.slot))
        let (id, identity) = (names.id, names.identity)
        start(result.slot, names, at: started)
        for issue in result.issues {
            write(
                issue, at: ended, testID: id, identity: identity, of: result.slot,
                failedAttempt: result.repetition == nil ? result.attempt : nil, repetition: result.repetition,
                iteration: result.iteration)
        }
        write(
            result.attachments, at: ended, testID: id, identity: identity, failedAttempt: result.attempt,
            iteration: result.iteration)
        let text = "\(identity) \(result.outcome.words) \(result.attemptWords)"
        event(.attemptFailed, at: ended, id, [(.fail, text)]) { json in
            Self.write(result, of: identity, to: &json)
            if result.started > 0 { json.member("started", nanoseconds: result.started) }
            json.member("attempt", result.attempt)
        }
    }

    /// Counts an example of a parameterised case; with the last one, the case has ended.
    ///
    /// The last result that arrives need not be the last example to end, and may have ended before the first one started.
    private mutating func finishCase(_ index: UInt32, at instant: UInt64) {
        guard let open = openCases[index] else { return }
        let ended = max(open.ended, instant)
        openCases[index] = (open.left - 1, ended)
        if open.left == 1 { endCase(index, at: ended) }
    }

    /// Says of a parameterised case that it has ended.
    private mutating func endCase(_ index: UInt32, at instant: UInt64) {
        openCases[index] = nil
        let test = context.registry.identity(ofCase: Int(index))
        let id = streamNames.id(ofCase: index) ?? test
        let messages = vocabulary.testEnded(index, id, test, examples: exampleCounts[index], at: instant)
        event(.testEnded, at: instant, id, messages) { $0.member("identity", test) }
    }

    // MARK: The end

    /// The end of the run, before which the suites are closed that a cut short run left open.
    private mutating func writeEnd(_ duration: UInt64, _ interruption: Interruption?, at instant: UInt64) {
        for suite in suites.endAll() { writeEnd(of: suite, at: instant) }
        event(.runEnded, at: instant, nil, vocabulary.runEnded(at: instant)) { [plan, context] json in
            plan.writeEnd(context.tally.total, duration, interruption, to: &json)
        }
    }
}

extension CaseResult {
    /// Which of its repetitions or attempts it is, from 1.
    fileprivate var iteration: Int { repetition?.number ?? attempt }
}
