// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The records of issues, slow cases and attachments.
extension EventStreamReporter {
    /// Something that went wrong.
    mutating func write(
        _ issue: Issue,
        at instant: UInt64,
        testID: String?,
        identity: String?,
        of slot: Plan.Slot? = nil,
        ofClass classIndex: Int? = nil,
        isLate: Bool = false,
        failedAttempt: Int? = nil,
        repetition: CaseResult.Repetition? = nil,
        iteration: Int? = nil
    ) {
        let isFailure = issue.isFailure && failedAttempt == nil
        let owner = slot.map { context.classIndex(of: $0) } ?? classIndex
        let owners = owner.map { suites.ids(around: $0) } ?? []
        let ids = testID.map { owners.contains($0) ? owners : [$0] + owners } ?? owners
        guard var messages = vocabulary.issue(issue, isFailure: isFailure, of: ids) else { return }
        if let details = issue.details, !details.isEmpty { messages.append((.details, details)) }
        let record = issue.record.flatMap { FrameworkRecord($0) }
        if format.isSwiftTests, let record, !record.messages.isEmpty { messages = record.messages }
        let place = place(of: issue, slot, classIndex, record)
        let subject = (issue, isFailure, place)
        let argument = slot.flatMap { context.example(of: $0) }
        event(
            .issueRecorded, at: instant, testID, messages, issue: subject, argument: argument, iteration: iteration,
            record: record
        ) { json in
            if let identity { json.member("identity", identity) }
            json.member("kind", issue.kind.rawValue)
            json.member("expected", issue.isExpected)
            json.member("lastKnownLocation", issue.isLastKnownLocation)
            if place != nil, issue.place == nil { json.member("placeOfTest", true) }
            json.member("late", isLate)
            if let call = issue.call {
                json.member("finding", issue.finding)
                json.member("call", call)
            }
            if let comment = issue.comment, !comment.isEmpty { json.member("comment", comment) }
            if issue.phase != TESTKIT_PHASE_NONE.rawValue { json.member("place", Phase.description(issue.phase)) }
            if let failedAttempt { json.member("failedAttempt", failedAttempt) }
            if let repetition {
                json.member("repetition", repetition.number)
                json.member("repetitionSeed", String(repetition.seed))
            }
        }
    }

    /// Something that takes long.
    mutating func write(_ slow: Progress.Slow, at instant: UInt64) {
        let text = "\(context.identity(of: slow)) is still running after \(DurationText.seconds(slow.elapsed))"
        var (id, identity) = (id(ofClass: slow.classIndex), context.registry.identity(ofClass: slow.classIndex))
        if case .body(let slot) = slow.phase {
            let names = names(of: slot)
            (id, identity) = (names.id, names.identity)
        }
        event(.stillRunning, at: instant, id, [(.warning, text)]) { json in
            json.member("identity", identity)
            json.member("phase", slow.phase.word)
            json.member("elapsed", nanoseconds: slow.elapsed)
        }
    }

    /// Writes the attached files.
    mutating func write(
        _ files: [AttachedFile], at instant: UInt64, testID: String, identity: String, of slot: Plan.Slot? = nil,
        failedAttempt: Int? = nil, iteration: Int? = nil
    ) {
        for file in files {
            let words = vocabulary.attached(file, by: slot?.caseIndex, identity)
            let argument = slot.flatMap { context.example(of: $0) }
            for kind in [EventRecord.Kind.valueAttached] + (format.hasArguments ? [.oldValueAttached] : []) {
                event(kind, at: instant, testID, words, attachment: file, argument: argument, iteration: iteration) {
                    json in
                    json.member("identity", identity)
                    json.member("name", file.name)
                    json.member("size", Int(clamping: file.size))
                    if let failedAttempt { json.member("failedAttempt", failedAttempt) }
                }
            }
        }
    }

    /// A bundle that could not be used.
    mutating func write(_ fault: BundleFault, at instant: UInt64) {
        let issue = Issue(kind: .bundleFault, message: "\(fault.name): \(fault.reason)")
        event(.issueRecorded, at: instant, nil, [(.fail, issue.message)], issue: (issue, true, nil)) { json in
            json.member("kind", issue.kind.rawValue)
            json.member("bundle", fault.name)
            json.member("path", fault.path)
            json.member("reason", fault.reason)
            if let text = fault.output { json.member("output", text) }
        }
    }
}
