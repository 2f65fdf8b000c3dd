// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// Turns the records of a file back into the events of reporters.
///
/// Times become nanoseconds since 1970, which all machines share. State is kept only for tests that have not ended.
struct EventReplay {
    /// The plan in which to look up identities.
    private let merged: MergedPlan
    /// The file, among all.
    private let file: Int
    /// Its path.
    private let path: String
    /// The offset to add to the file's instants.
    private let offset: Int64
    /// The receiver of the events.
    private let emit: (Event, UInt64) -> Void

    /// The pending notes on cases and classes that have not ended, by `key(of:)`.
    private var open: [Int: Said] = [:]
    /// When slots started, of those that have not ended, by number.
    private var started: [Int: UInt64] = [:]
    /// Failures of cases that were not the last word, of which not all has been said, by number.
    private var attempts: [Int: [CaseResult]] = [:]
    /// The issues of the repetition that a case's result will show, by number.
    private var firstFailures: [Int: [Issue]] = [:]

    /// Notes on a case or a class.
    private struct Said {
        /// The issues.
        var issues: [Issue] = []
        /// The attached files.
        var attachments: [AttachedFile] = []
        /// The reason of the skip.
        var reason: NotRunReason?
    }

    /// Prepares the replay of a file.
    init(_ merged: MergedPlan, _ run: EventRun, file: Int, emit: @escaping (Event, UInt64) -> Void) {
        (self.merged, self.file, self.emit) = (merged, file, emit)
        path = run.path
        offset = Int64(run.start?.wallClock ?? 0) - Int64(run.start?.absolute ?? 0)
    }

    /// The numbers of slots that had started and whose result the file does not have.
    var unfinished: Dictionary<Int, UInt64>.Keys { started.keys }

    /// A number for what an identity means.
    private func key(of target: MergedPlan.Target) -> Int {
        switch target {
        case .slot(let slot): merged.number(of: slot)
        case .examples(let index): index
        case .unit(let index): -1 - index
        }
    }

    /// Takes a record and emits the event that it represents.
    ///
    /// An impossible value is a fault, and then nothing of the event counts.
    mutating func take(_ event: JSONValue, _ ledger: inout MergeLedger) throws(JSONValue.Fault) {
        guard let kind = event["kind"] else { return }
        let own = event["testkit"]
        let target = own?["identity"]?.withBytes { merged.target($0) } ?? nil
        if kind.isText("testEnded") || kind.isText("testCaseEnded") {
            if own?["outcome"] != nil { return try end(target, event, &ledger) }
            if own?["abnormal"] != nil { return try endClass(target, event, &ledger) }
        } else if kind.isText("testStarted") || kind.isText("testCaseStarted") {
            guard case .slot(let slot) = target, let instant = try instant(of: event) else { return }
            started[merged.number(of: slot)] = instant
        } else if kind.isText("issueRecorded") {
            try take(issue: event, target, &ledger)
        } else if kind.isText("testSkipped") || kind.isText("testCaseCancelled") {
            if let target { open[key(of: target), default: Said()].reason = own?.reason }
            if own?["outcome"] != nil { try end(target, event, &ledger) }
        } else if kind.isText("valueAttached") {
            try take(attachment: event, target)
        } else if kind.isText("testkit.attemptFailed") {
            try endAttempt(target, event, &ledger)
        }
    }

    /// When an event was, in nanoseconds since 1970.
    private func instant(of event: JSONValue) throws(JSONValue.Fault) -> UInt64? {
        try event["instant"]?.nanoseconds(.instant, "since1970")
    }

    /// An instant of the file's own clock, in nanoseconds since 1970; nil where it is missing.
    private func shifted(_ own: JSONValue?, _ name: StaticString) throws(JSONValue.Fault) -> UInt64? {
        try own?.nanoseconds(.instant, name).map { UInt64(max(0, Int64($0) + offset)) }
    }

    // MARK: Results

    /// The result of a case, or of all examples of one at once.
    private mutating func end(
        _ target: MergedPlan.Target?, _ event: JSONValue, _ ledger: inout MergeLedger
    ) throws(JSONValue.Fault) {
        guard let target, let own = event["testkit"] else { return }
        let at = try instant(of: event) ?? 0
        var result = CaseResult(
            slot: Plan.Slot(caseIndex: 0, exampleIndex: 0), outcome: Outcome(event: own["outcome"]))
        try complete(&result, own, &ledger)
        let said = open.removeValue(forKey: key(of: target)) ?? Said()
        result.attachments = said.attachments
        result.reason = result.reason ?? said.reason
        let stated = result.started
        for slot in merged.slots(of: target) {
            let number = merged.number(of: slot)
            let start = started.removeValue(forKey: number)
            result.slot = slot
            result.issues = (firstFailures.removeValue(forKey: number) ?? []) + said.issues
            if result.outcome != .notRun, stated == 0 { result.started = start ?? 0 }
            for attempt in attempts.removeValue(forKey: number) ?? [] {
                ledger.take(attempt: attempt, number, file) { emit($0, at) }
            }
            ledger.take(result, number, file) { emit($0, at) }
        }
    }

    /// An attempt of which all has been said.
    private mutating func endAttempt(
        _ target: MergedPlan.Target?, _ event: JSONValue, _ ledger: inout MergeLedger
    ) throws(JSONValue.Fault) {
        guard case .slot(let slot) = target, let own = event["testkit"] else { return }
        let number = merged.number(of: slot)
        var end = CaseResult(slot: slot, outcome: Outcome(event: own["outcome"]))
        try complete(&end, own, &ledger)
        let at = try instant(of: event) ?? 0
        if let known = attempts[number]?.popLast() {
            (end.issues, end.attachments) = (known.issues, known.attachments)
            if end.reason == nil { end.reason = known.reason }
        }
        if attempts[number]?.isEmpty ?? false { attempts[number] = nil }
        if end.repetition != nil, firstFailures[number] == nil { firstFailures[number] = end.issues }
        ledger.take(attempt: end, number, file) { emit($0, at) }
    }

    /// Adds what an event says of a result besides its outcome and its issues.
    private func complete(
        _ result: inout CaseResult, _ own: JSONValue, _ ledger: inout MergeLedger
    ) throws(JSONValue.Fault) {
        result.started = try shifted(own, "started") ?? 0
        result.duration = try own.nanoseconds(.duration, "duration") ?? 0
        result.attempt = Int(try own.number(.ordinal, "attempt") ?? 1)
        result.repetition = try Self.repetition(own)
        result.worker = try worker(own, &ledger)
        result.logs = own.texts("logs")
        if let list = own["properties"] { result.properties = list.elements.compactMap { CaseProperty($0) } }
        result.reason = own.reason
        result.output = own.text("output")
    }

    /// A worker's number among those of all machines; nil where none is stated.
    private func worker(_ own: JSONValue, _ ledger: inout MergeLedger) throws(JSONValue.Fault) -> Int? {
        try own.number(.worker, "worker").map { ledger.worker(Int($0), file) }
    }

    /// A class that has ended.
    private mutating func endClass(
        _ target: MergedPlan.Target?, _ event: JSONValue, _ ledger: inout MergeLedger
    ) throws(JSONValue.Fault) {
        guard case .unit(let index) = target, let own = event["testkit"] else { return }
        var result = UnitResult(classIndex: index)
        result.worker = try worker(own, &ledger)
        let times = (try shifted(own, "started"), try shifted(own, "ended"))
        if result.worker != nil { (result.started, result.ended) = (times.0 ?? 0, times.1 ?? 0) }
        let at = try instant(of: event) ?? 0
        let said = open.removeValue(forKey: -1 - index) ?? Said()
        (result.issues, result.attachments, result.skipReason) = (said.issues, said.attachments, said.reason)
        result.output = own.text("output")
        ledger.take(result, file) { emit($0, at) }
    }

    /// The repetition of a result or an issue.
    private static func repetition(_ own: JSONValue) throws(JSONValue.Fault) -> CaseResult.Repetition? {
        guard let number = try own.number(.ordinal, "repetition") else { return nil }
        return CaseResult.Repetition(
            number: Int(number), seed: try own.seed("repetitionSeed") ?? 0,
            runs: Int(try own.number(.count, "repetitions") ?? 0),
            failures: Int(try own.number(.count, "failedRepetitions") ?? 0))
    }

    // MARK: Issues

    /// Something that was attached.
    private mutating func take(attachment event: JSONValue, _ target: MergedPlan.Target?) throws(JSONValue.Fault) {
        guard let target, let own = event["testkit"] else { return }
        let file = AttachedFile(
            name: own.text("name") ?? "", path: event["attachment"]?.text("path") ?? "",
            size: try own.number(.count, "size") ?? 0)
        let key = key(of: target)
        if let last = attempts[key]?.indices.last, own["failedAttempt"] != nil {
            attempts[key]?[last].attachments.append(file)
        } else {
            open[key, default: Said()].attachments.append(file)
        }
    }

    /// Something that went wrong.
    private mutating func take(
        issue event: JSONValue, _ target: MergedPlan.Target?, _ ledger: inout MergeLedger
    ) throws(JSONValue.Fault) {
        guard let own = event["testkit"] else { return }
        let issue = try Issue(event: event)
        let at = try instant(of: event) ?? 0
        let attempt = try own.number(.ordinal, "failedAttempt").map { Int($0) }
        let repetition = try Self.repetition(own)
        if let bundle = own.text("path") {
            let fault = BundleFault(path: bundle, words: own.text("reason") ?? issue.message)
            return ledger.take(fault, file, path) { emit($0, at) }
        }
        let subject: Event.Subject?
        switch target {
        case .slot(let slot): subject = .slot(slot)
        case .unit(let index): subject = .unit(classIndex: index)
        case .examples, nil: subject = nil
        }
        guard let target, let subject, !own.isTrue("late") else {
            let event = own.isTrue("late") ? Event.lateIssue(issue, subject) : .runIssue(issue)
            return ledger.take(stray: event, issue, file, path) { emit($0, at) }
        }
        guard case .slot(let slot) = subject, attempt != nil || repetition != nil else {
            open[key(of: target), default: Said()].issues.append(issue)
            return
        }
        let number = merged.number(of: slot)
        if let last = attempts[number]?.indices.last, attempts[number]?[last].attempt == attempt ?? 1,
            attempts[number]?[last].repetition == repetition
        {
            attempts[number]?[last].issues.append(issue)
            return
        }
        var result = CaseResult(slot: slot, outcome: issue.outcome, issues: [issue])
        (result.attempt, result.repetition) = (attempt ?? 1, repetition)
        attempts[number, default: []].append(result)
    }
}

extension Issue {
    /// Reads an issue from its event.
    init(event: JSONValue) throws(JSONValue.Fault) {
        let own = event["testkit"]
        let messages = event["messages"]?.elements.compactMap { $0.text("text") } ?? []
        self.init(
            kind: (own?.text("kind")).flatMap(Kind.init(rawValue:)) ?? .error,
            message: own?.text("finding") ?? messages.first ?? "", call: own?.text("call"))
        comment = own?.text("comment")
        let rest = messages.dropFirst(comment == nil ? 1 : 2)
        if !rest.isEmpty { details = rest.joined(separator: "\n") }
        // The place of the test is for readers of the stream: here, each report knows it.
        let place = own?.isTrue("placeOfTest") == true ? nil : event["issue"]?["sourceLocation"]
        // The second is the name in version 0 of the schema.
        file = place?.text("filePath") ?? place?.text("_filePath")
        line = UInt32(try place?.number(.line, "line") ?? 0)
        isLastKnownLocation = own?.isTrue("lastKnownLocation") ?? false
        if let words = own?.text("place") {
            phase = (1...TESTKIT_PHASE_CLASS_TEAR_DOWN.rawValue).first { Phase.description($0) == words } ?? 0
        }
    }

    /// The outcome of a case in which the issue came first.
    fileprivate var outcome: Outcome {
        switch kind {
        case .crash: .crashed
        case .timeout: .timedOut
        default: .failed
        }
    }
}

extension Outcome {
    /// The outcome of a word; an unknown one is a failure.
    init(event word: JSONValue?) {
        // Nearly always, and without a string.
        if word?.isText("passed") ?? false {
            self = .passed
        } else {
            self = word?.string.flatMap(Outcome.init(rawValue:)) ?? .failed
        }
    }
}
