import BundleABI

/// The run as JSON Lines, for programs: the plan first, then each thing as the host learns of it (docs/EVENTS.md).
///
/// A case without examples is a test of its own; a parameterised one is a test with a test case for each example.
struct EventStreamReporter: Reporter {
    /// What the run is.
    private let context: ReportContext
    /// Where it goes; flushed after each event.
    private(set) var output: TextOutput
    /// What ties instants to the time of day.
    private var clock = RunClock()
    /// The counts.
    private var tally = Tally(slowestLimit: 0)
    /// The classes that have started.
    private var startedClasses: Set<Int> = []
    /// The classes that have started and not ended.
    private var openClasses: Set<Int> = []
    /// The slots that have started and not ended.
    private var openSlots: Set<Plan.Slot> = []
    /// The slots that have ended.
    private var endedSlots: Set<Plan.Slot> = []
    /// For each parameterised case of the plan, how many examples run.
    private var exampleCounts: [UInt32: Int] = [:]
    /// For each parameterised case that has started and not ended, how many examples are left.
    private var openCases: [UInt32: Int] = [:]

    /// Prepares a stream.
    init(context: ReportContext, output: TextOutput) {
        self.context = context
        self.output = output
        for slot in context.plan.slots where isExample(slot) { exampleCounts[slot.caseIndex, default: 0] += 1 }
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        tally.count(event, in: context.registry)
        switch event {
        case .runStarted(let clock):
            self.clock = clock
            writePlan()
            writeStart(clock.instant)
        case .bundleFaulted(let fault): write(fault, at: instant)
        case .caseEnded(let result): write(result, at: instant)
        case .attemptFailed(let result): writeAttempt(result, at: instant)
        case .unitEnded(let result): write(result, at: instant)
        case .lateIssue(let issue, let subject):
            write(issue, at: instant, testID: nil, identity: context.identity(of: subject), isLate: true)
        case .runIssue(let issue): write(issue, at: instant, testID: nil, identity: nil)
        case .progressed(let progress):
            for entry in progress.cases where !endedSlots.contains(entry.slot) { start(entry.slot, at: entry.started) }
            for slow in progress.slow { write(slow, at: instant) }
        case .runEnded(let duration, let interruption): writeEnd(duration, interruption, at: instant)
        }
        output.flush()
    }

    /// Writes an event.
    private mutating func event(
        _ kind: EventRecord.Kind,
        at instant: UInt64,
        _ testID: String?,
        _ messages: [(EventRecord.Symbol, String)],
        issue: (Issue, isFailure: Bool)? = nil,
        own: (inout JSONWriter) -> Void = { _ in }
    ) {
        output.line(EventRecord.event(kind, at: instant, clock, testID: testID, messages, issue: issue, own: own))
    }

    // MARK: The plan

    /// Every class and case of the plan in its order, then those that cannot run here.
    private mutating func writePlan() {
        var seen: Set<Int> = []
        for unit in context.plan.units {
            writeClass(unit.classIndex, seen: &seen)
            writeCases(context.plan.slots[unit.slots])
        }
        var rest = context.plan.unsupported[...]
        while let first = rest.first {
            let index = context.classIndex(of: first)
            writeClass(index, seen: &seen)
            let end = rest.firstIndex { context.classIndex(of: $0) != index } ?? rest.endIndex
            writeCases(rest[..<end])
            rest = rest[end...]
        }
    }

    /// A class, once.
    private mutating func writeClass(_ index: Int, seen: inout Set<Int>) {
        guard seen.insert(index).inserted else { return }
        let entry = context.registry.classes[index]
        let name = context.className(index)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let id = context.registry.identity(ofClass: index)
        output.line(
            EventRecord.test(isSuite: true, name: last, id: id, place: context.place(ofClass: index)) { json in
                json.member("bundle", context.registry.bundleName(of: index))
                json.member("class", name)
                json.member("superclass", entry.superclass.map { context.className($0) })
                json.member("runGroup", Int(entry.runGroup))
                json.member("focused", entry.isFocused)
                writeTraits(entry.tags, limit: entry.limit, to: &json)
            }
        )
    }

    /// The tags and the time limit that a class or a case states or inherits, where there are any.
    private func writeTraits(_ tags: UInt32, limit: UInt64?, to json: inout JSONWriter) {
        if tags != TagSets.none { json.member("tags", context.registry.tagSets[tags]) }
        if let limit { json.member("timeLimit", nanoseconds: limit) }
    }

    /// The cases of some slots of one class, a parameterised one once with its examples.
    private mutating func writeCases(_ slots: ArraySlice<Plan.Slot>) {
        var order: [UInt32] = []
        var examples: [UInt32: [String]] = [:]
        for slot in slots {
            if examples[slot.caseIndex] == nil { order.append(slot.caseIndex) }
            examples[slot.caseIndex, default: []] += context.example(of: slot).map { [$0] } ?? []
        }
        for index in order {
            let entry = context.registry.cases[Int(index)]
            let name = context.registry.string(entry.name)
            let id = context.registry.identity(ofCase: Int(index))
            output.line(
                EventRecord.test(
                    isSuite: false,
                    name: name,
                    id: id,
                    place: context.place(ofCase: index),
                    isParameterised: entry.isParameterised
                ) { json in
                    json.member("bundle", context.registry.bundleName(of: entry.classIndex))
                    json.member("class", context.className(entry.classIndex))
                    json.member("focused", entry.isFocused)
                    writeTraits(entry.tags, limit: context.registry.limits[Int(index)], to: &json)
                    if entry.isParameterised { json.member("examples", examples[index] ?? []) }
                }
            )
        }
    }

    /// The start of the run, with what repeats it.
    private mutating func writeStart(_ instant: UInt64) {
        let (context, plan) = (context, context.plan)
        let words = "\(Count.text(plan.slots.count, "case")) with seed \(plan.seed)"
        event(.runStarted, at: instant, nil, [(.default, words)]) { json in
            json.member("runner", Version.current)
            json.member("seed", String(plan.seed))
            json.member("seedFixed", context.isSeedFixed)
            json.member("repeat", context.repeatCommand)
            json.member("bundles", context.registry.bundles.map(\.name))
            json.member("classes", plan.units.count)
            json.member("cases", plan.slots.count)
            json.member("notSelected", plan.filteredOut)
            json.member("focused", plan.focus.isNarrowed)
            json.member("leftOutByFocus", plan.focus.leftOut)
            json.member("shard", plan.shard?.description)
            json.member("casesElsewhere", plan.elsewhere)
        }
    }

    // MARK: Cases

    /// The identity that the schema knows a slot's case by: without the example.
    private func testID(_ slot: Plan.Slot) -> String { context.registry.identity(ofCase: Int(slot.caseIndex)) }

    /// Whether a slot is one example of several.
    private func isExample(_ slot: Plan.Slot) -> Bool {
        context.registry.cases[Int(slot.caseIndex)].isParameterised
    }

    /// Says of a class that it has started, once.
    private mutating func startClass(_ index: Int, at instant: UInt64) {
        // With `--retry`, a case may go on when its class has ended.
        guard startedClasses.insert(index).inserted else { return }
        openClasses.insert(index)
        let id = context.registry.identity(ofClass: index)
        event(.testStarted, at: instant, id, [(.default, "\(id) started")]) { $0.member("identity", id) }
    }

    /// Says of a slot, its case and its class that they have started, once each.
    private mutating func start(_ slot: Plan.Slot, at instant: UInt64) {
        startClass(context.classIndex(of: slot), at: instant)
        guard openSlots.insert(slot).inserted else { return }
        let (id, identity) = (testID(slot), context.identity(of: slot))
        if isExample(slot), openCases[slot.caseIndex] == nil {
            openCases[slot.caseIndex] = exampleCounts[slot.caseIndex] ?? 1
            event(.testStarted, at: instant, id, [(.default, "\(id) started")]) { $0.member("identity", id) }
        }
        let kind = isExample(slot) ? EventRecord.Kind.testCaseStarted : .testStarted
        event(kind, at: instant, id, [(.default, "\(identity) started")]) { $0.member("identity", identity) }
    }

    /// A slot that has ended, or is known not to run.
    private mutating func write(_ result: CaseResult, at instant: UInt64) {
        let slot = result.slot
        let isOfThePlan = result.reason != CaseResult.platformReason
        if result.started == 0, !isOfThePlan || !isExample(slot) { return writeSkip(result, at: instant) }
        let started = result.started > 0 ? result.started : instant
        let ended = started + result.duration
        start(slot, at: started)
        // What went wrong in a repetition was told when it did.
        let isTold = result.repetition != nil && result.isFailure
        for issue in result.issues where !isTold {
            write(issue, at: ended, testID: testID(slot), identity: context.identity(of: slot))
        }
        write(result.attachments, at: ended, testID: testID(slot), identity: context.identity(of: slot))
        if result.outcome == .skipped || result.outcome == .notRun {
            let identity = context.identity(of: slot)
            let text = "\(identity) \(result.outcome.words): \(result.reason ?? "")"
            event(isExample(slot) ? .testCaseCancelled : .testSkipped, at: ended, testID(slot), [(.skip, text)]) {
                $0.member("identity", identity)
            }
        }
        writeSlotEnd(result, at: ended)
        openSlots.remove(slot)
        endedSlots.insert(slot)
        finishCase(slot.caseIndex, at: ended)
    }

    /// A case that never started; what its platform forbids is said once for all examples.
    private mutating func writeSkip(_ result: CaseResult, at instant: UInt64) {
        let whole = Plan.Slot(caseIndex: result.slot.caseIndex, exampleIndex: TESTKIT_NO_EXAMPLE)
        guard endedSlots.insert(whole).inserted else { return }
        let id = testID(result.slot)
        let text = "\(id) \(result.outcome.words): \(result.reason ?? "")"
        event(.testSkipped, at: instant, id, [(.skip, text)]) { json in
            json.member("identity", id)
            json.member("outcome", result.outcome.word)
            json.member("reason", result.reason)
        }
    }

    /// The end of a slot, with all that is known of it.
    private mutating func writeSlotEnd(_ result: CaseResult, at instant: UInt64) {
        let identity = context.identity(of: result.slot)
        let text = "\(identity) \(result.outcome.words) after \(DurationText.text(result.duration))"
        let kind = isExample(result.slot) ? EventRecord.Kind.testCaseEnded : .testEnded
        event(kind, at: instant, testID(result.slot), [(Self.symbol(result), text)]) { json in
            json.member("identity", identity)
            json.member("outcome", result.outcome.word)
            json.member("duration", nanoseconds: result.duration)
            if let worker = result.worker { json.member("worker", worker) }
            if result.isFailure { json.member("unexpected", result.isUnexpected) }
            if result.attempt > 1 { json.member("attempt", result.attempt) }
            if let repetition = result.repetition {
                json.member("repetition", repetition.number)
                json.member("repetitionSeed", String(repetition.seed))
                json.member("repetitions", repetition.runs)
                json.member("failedRepetitions", repetition.failures)
            }
            if let reason = result.reason { json.member("reason", reason) }
            if !result.logs.isEmpty { json.member("logs", result.logs) }
            if let text = result.output { json.member("output", text) }
        }
    }

    /// An attempt that does not count: what went wrong in it fails nothing yet; or a repetition, in which it does.
    private mutating func writeAttempt(_ result: CaseResult, at instant: UInt64) {
        start(result.slot, at: result.started > 0 ? result.started : instant)
        for issue in result.issues {
            write(
                issue, at: result.started + result.duration, testID: testID(result.slot),
                identity: context.identity(of: result.slot),
                failedAttempt: result.repetition == nil ? result.attempt : nil, repetition: result.repetition)
        }
        write(
            result.attachments, at: result.started + result.duration, testID: testID(result.slot),
            identity: context.identity(of: result.slot), failedAttempt: result.attempt)
    }

    /// Counts an example of a parameterised case; with the last one, the case has ended.
    private mutating func finishCase(_ index: UInt32, at instant: UInt64) {
        guard let left = openCases[index] else { return }
        openCases[index] = left - 1
        if left == 1 { endCase(index, at: instant) }
    }

    /// Says of a parameterised case that it has ended.
    private mutating func endCase(_ index: UInt32, at instant: UInt64) {
        openCases[index] = nil
        let id = context.registry.identity(ofCase: Int(index))
        event(.testEnded, at: instant, id, [(.default, "\(id) ended")]) { $0.member("identity", id) }
    }

    /// The mark of a slot's last message.
    private static func symbol(_ result: CaseResult) -> EventRecord.Symbol {
        switch result.outcome {
        case .passed: .pass
        case .failed, .crashed, .timedOut: .fail
        case .skipped, .notRun: .skip
        }
    }

    // MARK: All else

    /// A class that has ended.
    private mutating func write(_ result: UnitResult, at instant: UInt64) {
        let id = context.registry.identity(ofClass: result.classIndex)
        startClass(result.classIndex, at: instant)
        for issue in result.issues { write(issue, at: instant, testID: id, identity: id) }
        write(result.attachments, at: instant, testID: id, identity: id)
        if let reason = result.skipReason {
            event(.testSkipped, at: instant, id, [(.skip, "\(id) skipped: \(reason)")]) { $0.member("identity", id) }
        }
        openClasses.remove(result.classIndex)
        let words = result.isAbnormal ? "terminated abnormally" : "ended"
        let symbol = result.isAbnormal ? EventRecord.Symbol.fail : .default
        event(.testEnded, at: instant, id, [(symbol, "\(id) \(words)")]) { json in
            json.member("identity", id)
            json.member("abnormal", result.isAbnormal)
            if let worker = result.worker {
                json.member("worker", worker)
                json.member("started", nanoseconds: result.started)
                json.member("ended", nanoseconds: result.ended)
            }
            if let text = result.output { json.member("output", text) }
        }
    }

    /// Something that went wrong.
    private mutating func write(
        _ issue: Issue,
        at instant: UInt64,
        testID: String?,
        identity: String?,
        isLate: Bool = false,
        failedAttempt: Int? = nil,
        repetition: CaseResult.Repetition? = nil
    ) {
        let isFailure = issue.isFailure && failedAttempt == nil
        var messages: [(EventRecord.Symbol, String)] = [(isFailure ? .fail : .warning, issue.message)]
        if let comment = issue.comment, !comment.isEmpty { messages.append((.details, comment)) }
        if let details = issue.details, !details.isEmpty { messages.append((.details, details)) }
        event(.issueRecorded, at: instant, testID, messages, issue: (issue, isFailure)) { json in
            if let identity { json.member("identity", identity) }
            json.member("kind", issue.kind.word)
            json.member("expected", issue.isExpected)
            json.member("lastKnownLocation", issue.isLastKnownLocation)
            json.member("late", isLate)
            if let failedAttempt { json.member("failedAttempt", failedAttempt) }
            if let repetition {
                json.member("repetition", repetition.number)
                json.member("repetitionSeed", String(repetition.seed))
            }
        }
    }

    /// Something that takes long.
    private mutating func write(_ slow: Progress.Slow, at instant: UInt64) {
        let text = "\(context.identity(of: slow)) is still running after \(DurationText.seconds(slow.elapsed))"
        var id = context.registry.identity(ofClass: slow.classIndex)
        var identity = id
        if case .body(let slot) = slow.phase { (id, identity) = (testID(slot), context.identity(of: slot)) }
        event(.stillRunning, at: instant, id, [(.warning, text)]) { json in
            json.member("identity", identity)
            json.member("phase", slow.phase.word)
            json.member("elapsed", nanoseconds: slow.elapsed)
        }
    }

    /// What was attached.
    private mutating func write(
        _ files: [AttachedFile], at instant: UInt64, testID: String, identity: String, failedAttempt: Int? = nil
    ) {
        for file in files {
            let words: [(EventRecord.Symbol, String)] = [(.default, "\(identity) attached '\(file.name)'")]
            output.line(
                EventRecord.event(.valueAttached, at: instant, clock, testID: testID, words, attachment: file) { json in
                    json.member("identity", identity)
                    json.member("name", file.name)
                    json.member("size", Int(clamping: file.size))
                    if let failedAttempt { json.member("failedAttempt", failedAttempt) }
                })
        }
    }

    /// A bundle that could not be used.
    private mutating func write(_ fault: BundleFault, at instant: UInt64) {
        let issue = Issue(kind: .bundleFault, message: "\(fault.name): \(fault.reason)")
        event(.issueRecorded, at: instant, nil, [(.fail, issue.message)], issue: (issue, true)) { json in
            json.member("kind", issue.kind.word)
            json.member("bundle", fault.name)
            json.member("path", fault.path)
            json.member("reason", fault.reason)
            if let text = fault.output { json.member("output", text) }
        }
    }

    /// The end of the run, before which all is closed that a cut short run left open.
    private mutating func writeEnd(_ duration: UInt64, _ interruption: Interruption?, at instant: UInt64) {
        for slot in openSlots.sorted(by: { ($0.caseIndex, $0.exampleIndex) < ($1.caseIndex, $1.exampleIndex) }) {
            writeSlotEnd(CaseResult(slot: slot, outcome: .notRun, reason: CaseResult.cutShortReason), at: instant)
        }
        for index in openCases.keys.sorted() { endCase(index, at: instant) }
        for index in openClasses.sorted() {
            let id = context.registry.identity(ofClass: index)
            event(.testEnded, at: instant, id, [(.default, "\(id) ended")]) {
                $0.member("identity", id)
            }
        }
        let (total, seed) = (tally.total, context.plan.seed)
        let words =
            "\(tally.hasFailed ? "failed" : "ended"): \(total.passed) passed, \(total.failed) failed, \(total.skipped) skipped"
        event(.runEnded, at: instant, nil, [(tally.hasFailed ? .fail : .default, words)]) { json in
            json.member("seed", String(seed))
            json.member("duration", nanoseconds: duration)
            json.member("cutShort", interruption != nil)
            json.member("executed", total.executed)
            json.member("passed", total.passed)
            json.member("flaky", total.flaky)
            json.member("failed", total.failed)
            json.member("unexpected", total.unexpected)
            json.member("skipped", total.skipped)
            json.member("notRun", total.notRun)
            json.member("abnormalClasses", total.abnormalClasses)
        }
    }
}

extension Progress.Slow.Phase {
    /// The phase as programs read it.
    var word: String {
        switch self {
        case .body: "case"
        case .setUp: "classSetUp"
        case .tearDown: "classTearDown"
        }
    }
}

extension CaseResult {
    /// What there is to say of a case that a cut short run left unfinished.
    static let cutShortReason = "the run was cut short"
}

extension CaseResult.Outcome {
    /// The outcome as programs read it.
    var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .crashed: "crashed"
        case .timedOut: "timedOut"
        case .skipped: "skipped"
        case .notRun: "notRun"
        }
    }
}

extension Issue.Kind {
    /// The kind as programs and tables of failures have it.
    var word: String {
        switch self {
        case .assertion: "assertion"
        case .error: "error"
        case .warning: "warning"
        case .crash: "crash"
        case .timeout: "timeout"
        case .bundleFault: "bundleFault"
        case .leak: "leak"
        }
    }
}
