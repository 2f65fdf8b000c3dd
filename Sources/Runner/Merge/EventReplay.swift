import BundleABI

/// Turns the events of a file back into what reporters take.
///
/// Times become nanoseconds since 1970, which is what several machines have in common.
struct EventReplay {
    /// The plan in which to look up identities.
    private let merged: MergedPlan
    /// The offset to add to the file's instants.
    private let offset: Int64
    /// The number to add to the file's worker numbers, so that they stay unique.
    private let firstWorker: Int
    /// The slots whose result is known, those of other files included.
    private(set) var ended: Set<Plan.Slot>
    /// How many results came for slots whose result was known already.
    private(set) var repeated = 0
    /// One more than the highest number of a worker.
    private(set) var workerCount: Int
    /// When slots started.
    private var started: [Plan.Slot: UInt64] = [:]
    /// The pending notes on cases and classes that have not ended, by identity.
    private var open: [String: Said] = [:]

    /// Failures of cases that were not the last word, by identity, of which not all has been said.
    private var attempts: [String: [CaseResult]] = [:]
    /// The issues of the repetition that a case's result will show, by identity.
    private var firstFailures: [String: [Issue]] = [:]

    /// Notes on a case or a class.
    private struct Said {
        /// The issues.
        var issues: [Issue] = []
        /// The attached files.
        var attachments: [AttachedFile] = []
        /// Why it was skipped.
        var reason: NotRunReason?
    }

    /// Prepares the replay of a file, after others.
    init(_ merged: MergedPlan, _ file: EventFile, after ended: Set<Plan.Slot>, firstWorker: Int) {
        self.merged = merged
        self.ended = ended
        self.firstWorker = firstWorker
        workerCount = firstWorker
        let instant = file.events.first?["instant"]
        let (wall, absolute) = (instant?["since1970"]?.nanoseconds ?? 0, instant?["absolute"]?.nanoseconds ?? 0)
        offset = Int64(clamping: wall) - Int64(clamping: absolute)
    }

    /// The slots that had started and whose result is missing.
    var unfinished: Set<Plan.Slot> { Set(started.keys).subtracting(ended) }

    /// Returns the events that an event of the file stands for.
    mutating func take(_ event: JSONNode) -> [Event] {
        let (own, identity) = (event["testkit"], event["testkit"]?["identity"]?.text ?? "")
        switch event["kind"]?.text {
        case "testStarted", "testCaseStarted":
            if let slot = merged.slots[identity], let instant = instant(of: event) { started[slot] = instant }
        case "issueRecorded": return take(issue: event, identity)
        case "valueAttached":
            let file = AttachedFile(
                name: own?["name"]?.text ?? "", path: event["attachment"]?["path"]?.text ?? "",
                size: UInt64(clamping: own?["size"]?.integer ?? 0))
            if let last = attempts[identity]?.indices.last, own?["failedAttempt"] != nil {
                attempts[identity]?[last].attachments.append(file)
            } else {
                open[identity, default: Said()].attachments.append(file)
            }
        case "testSkipped", "testCaseCancelled":
            open[identity, default: Said()].reason = Self.reason(own)
            if let outcome = own?["outcome"]?.text { return end(identity, outcome, event) }
        case "testEnded", "testCaseEnded":
            if let outcome = own?["outcome"]?.text { return end(identity, outcome, event) }
            if own?["abnormal"] != nil { return endClass(identity, event) }
        case "testkit.attemptFailed": return endAttempt(identity, own)
        default: break
        }
        return []
    }

    /// When an event was, in nanoseconds since 1970.
    private func instant(of event: JSONNode) -> UInt64? { event["instant"]?["since1970"]?.nanoseconds }

    /// An instant of the file's own clock, in nanoseconds since 1970.
    private func shifted(_ node: JSONNode?) -> UInt64 {
        guard let nanoseconds = node?.nanoseconds else { return 0 }
        return UInt64(max(0, Int64(clamping: nanoseconds) + offset))
    }

    /// A worker's number among those of all files.
    private mutating func worker(_ own: JSONNode?) -> Int? {
        guard let number = own?["worker"]?.integer, number >= 0 else { return nil }
        workerCount = max(workerCount, firstWorker + number + 1)
        return firstWorker + number
    }

    // MARK: Results

    /// The result of a case, or of all examples of one at once.
    private mutating func end(_ identity: String, _ outcome: String, _ event: JSONNode) -> [Event] {
        let slots = merged.slots[identity].map { [$0] } ?? merged.slotsOfCase[identity] ?? []
        let said = open.removeValue(forKey: identity) ?? Said()
        let first = firstFailures.removeValue(forKey: identity) ?? []
        let earlier = (attempts.removeValue(forKey: identity) ?? []).map(Event.attemptFailed)
        return earlier
            + slots.compactMap { slot in
                guard ended.insert(slot).inserted else {
                    repeated += 1
                    return nil
                }
                let own = event["testkit"]
                var result = CaseResult(
                    slot: slot, outcome: CaseResult.Outcome(word: outcome), issues: first + said.issues)
                result.attachments = said.attachments
                result.reason = said.reason
                if result.outcome != .notRun { result.started = started[slot] ?? 0 }
                complete(&result, own)
                return .caseEnded(result)
            }
    }

    /// An attempt of which all has been said.
    private mutating func endAttempt(_ identity: String, _ own: JSONNode?) -> [Event] {
        guard let slot = merged.slots[identity] else { return [] }
        let outcome = CaseResult.Outcome(word: own?["outcome"]?.text ?? "")
        var result = attempts[identity]?.popLast() ?? CaseResult(slot: slot, outcome: outcome)
        result.outcome = outcome
        complete(&result, own)
        if result.repetition != nil, firstFailures[identity] == nil { firstFailures[identity] = result.issues }
        return [.attemptFailed(result)]
    }

    /// Adds what an event says of a result besides its outcome and its issues.
    private mutating func complete(_ result: inout CaseResult, _ own: JSONNode?) {
        result.logs = own?["logs"]?.elements.compactMap(\.text) ?? []
        result.reason = Self.reason(own) ?? result.reason
        result.output = own?["output"]?.text
        if own?["started"] != nil { result.started = shifted(own?["started"]) }
        result.duration = own?["duration"]?.nanoseconds ?? 0
        result.worker = worker(own)
        result.attempt = own?["attempt"]?.integer ?? 1
        result.repetition = Self.repetition(own)
    }

    /// A class that has ended.
    private mutating func endClass(_ identity: String, _ event: JSONNode) -> [Event] {
        guard let index = merged.classes[identity] else { return [] }
        let (said, own) = (open.removeValue(forKey: identity) ?? Said(), event["testkit"])
        var result = UnitResult(classIndex: index, issues: said.issues)
        result.attachments = said.attachments
        result.skipReason = said.reason
        result.output = own?["output"]?.text
        result.worker = worker(own)
        if result.worker != nil {
            (result.started, result.ended) = (shifted(own?["started"]), shifted(own?["ended"]))
        }
        return [.unitEnded(result)]
    }

    /// Why something did not run.
    private static func reason(_ own: JSONNode?) -> NotRunReason? {
        NotRunReason(word: own?["reasonKind"]?.text, words: own?["reason"]?.text)
    }

    /// Which repetition a result or an issue is of.
    private static func repetition(_ own: JSONNode?) -> CaseResult.Repetition? {
        guard let number = own?["repetition"]?.integer else { return nil }
        return CaseResult.Repetition(
            number: number, seed: own?["repetitionSeed"]?.text.flatMap { UInt64($0) } ?? 0,
            runs: own?["repetitions"]?.integer ?? 0, failures: own?["failedRepetitions"]?.integer ?? 0)
    }

    // MARK: Issues

    /// Something that went wrong.
    private mutating func take(issue event: JSONNode, _ identity: String) -> [Event] {
        guard let own = event["testkit"] else { return [] }
        let issue = Issue(event: event)
        if let path = own["path"]?.text {
            return [.bundleFaulted(BundleFault(path: path, own["reason"]?.text ?? issue.message))]
        }
        let subject =
            merged.slots[identity].map(Event.Subject.slot)
            ?? merged.classes[identity].map { .unit(classIndex: $0) }
        if own["late"]?.isTrue ?? false { return [.lateIssue(issue, subject)] }
        guard let subject else { return [.runIssue(issue)] }
        let attempt = own["failedAttempt"]?.integer
        let repetition = Self.repetition(own)
        guard case .slot(let slot) = subject, attempt != nil || repetition != nil else {
            open[identity, default: Said()].issues.append(issue)
            return []
        }
        if let last = attempts[identity]?.indices.last, attempts[identity]?[last].attempt == attempt ?? 1,
            attempts[identity]?[last].repetition == repetition
        {
            attempts[identity]?[last].issues.append(issue)
            return []
        }
        var result = CaseResult(slot: slot, outcome: issue.outcome, issues: [issue])
        result.attempt = attempt ?? 1
        result.repetition = repetition
        attempts[identity, default: []].append(result)
        return []
    }
}

extension Issue {
    /// Reads an issue from its event.
    init(event: JSONNode) {
        let own = event["testkit"]
        let messages = event["messages"]?.elements.compactMap { $0["text"]?.text } ?? []
        self.init(kind: Kind(word: own?["kind"]?.text ?? ""), message: messages.first ?? "")
        comment = own?["comment"]?.text
        let rest = messages.dropFirst(comment == nil ? 1 : 2)
        if !rest.isEmpty { details = rest.joined(separator: "\n") }
        let place = event["issue"]?["sourceLocation"]
        file = place?["filePath"]?.text
        line = UInt32(clamping: place?["line"]?.integer ?? 0)
        isLastKnownLocation = own?["lastKnownLocation"]?.isTrue ?? false
        if let words = own?["place"]?.text {
            phase = (1...TESTKIT_PHASE_CLASS_TEAR_DOWN.rawValue).first { Phase.description($0) == words } ?? 0
        }
    }

    /// How a case ends in which it is what went wrong.
    fileprivate var outcome: CaseResult.Outcome {
        switch kind {
        case .crash: .crashed
        case .timeout: .timedOut
        default: .failed
        }
    }
}

extension Issue.Kind {
    /// The kind of a word; an unknown one is an error.
    init(word: String) {
        let all: [Issue.Kind] = [.assertion, .error, .warning, .crash, .timeout, .bundleFault, .leak]
        self = all.first { $0.word == word } ?? .error
    }
}

extension CaseResult.Outcome {
    /// The outcome of a word; an unknown one is a failure.
    init(word: String) {
        let all: [CaseResult.Outcome] = [.passed, .failed, .crashed, .timedOut, .skipped, .notRun]
        self = all.first { $0.word == word } ?? .failed
    }
}
