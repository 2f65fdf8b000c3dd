// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The words of an event stream for people, and what its readers know: the project's own, or Swift Testing's.
///
/// It counts what it reports, so the calls come in the order of the events.
protocol StreamVocabulary {
    /// A message.
    typealias Message = (EventRecord.Symbol, String)

    /// Whether the readers know events of a kind.
    func knows(_ kind: EventRecord.Kind) -> Bool
    /// Whether the readers know a class, by registry index.
    func knows(classIndex: Int) -> Bool
    /// Whether a test starts before it is skipped: also one that skips itself before its body.
    var startsSkippedTests: Bool { get }

    /// The run starts.
    mutating func runStarted(at instant: UInt64) -> [Message]
    /// The run ends.
    func runEnded(at instant: UInt64) -> [Message]

    /// A class starts, by registry index and by how the stream names it; or a suite that is no class.
    mutating func suiteStarted(_ index: Int?, _ id: String, at instant: UInt64) -> [Message]
    /// A class is skipped, or a suite that is no class.
    mutating func suiteSkipped(_ index: Int?, _ id: String, _ reason: NotRunReason?) -> [Message]
    /// A class ends, or a suite that is no class.
    func suiteEnded(_ index: Int?, _ id: String, isAbnormal: Bool, at instant: UInt64) -> [Message]

    /// A case starts that has no examples, or all of whose examples follow.
    mutating func testStarted(_ index: UInt32, _ names: StreamNames.OfSlot, at instant: UInt64) -> [Message]
    /// An example of a case starts.
    mutating func exampleStarted(_ index: UInt32, _ example: String, _ names: StreamNames.OfSlot) -> [Message]
    /// A case that has not started is skipped, or does not run.
    mutating func testSkipped(_ result: CaseResult, _ names: StreamNames.OfSlot) -> [Message]
    /// A case or an example that has started is skipped, or does not run to its end.
    func cancelled(_ result: CaseResult, _ names: StreamNames.OfSlot) -> [Message]
    /// An example ends, or a case without examples, which may have cancelled itself.
    func ended(
        _ result: CaseResult, _ names: StreamNames.OfSlot, isExample: Bool, isCancelled: Bool, at instant: UInt64
    ) -> [Message]
    /// A case ends of which so many examples ran, by how the stream names it and by its identity.
    func testEnded(
        _ index: UInt32, _ id: String, _ identity: String, examples: Int?, at instant: UInt64
    ) -> [Message]

    /// An issue of some tests and classes, by how the stream names them; nil if the readers know no such issue.
    mutating func issue(_ issue: Issue, isFailure: Bool, of ids: [String]) -> [Message]?
    /// A case, or a class, has attached a file.
    func attached(_ file: AttachedFile, by index: UInt32?, _ identity: String) -> [Message]
}

/// The project's own words: what a line is about by its identity.
struct OwnWords: StreamVocabulary {
    /// The run.
    let context: ReportContext

    func knows(_ kind: EventRecord.Kind) -> Bool { true }
    func knows(classIndex: Int) -> Bool { true }
    var startsSkippedTests: Bool { true }

    func runStarted(at instant: UInt64) -> [Message] {
        [(.default, "\(Count.text(context.plan.slots.count, "case")) with seed \(context.plan.seed)")]
    }

    func runEnded(at instant: UInt64) -> [Message] {
        let (hasFailed, total) = (context.tally.hasFailed, context.tally.total)
        let counts = "\(total.passed) passed, \(total.failed) failed, \(total.skipped) skipped"
        return [(hasFailed ? .fail : .default, "\(hasFailed ? "failed" : "ended"): \(counts)")]
    }

    func suiteStarted(_ index: Int?, _ id: String, at instant: UInt64) -> [Message] {
        [(.default, "\(index.map(context.registry.identity(ofClass:)) ?? id) started")]
    }

    func suiteSkipped(_ index: Int?, _ id: String, _ reason: NotRunReason?) -> [Message] {
        [(.skip, "\(index.map(context.registry.identity(ofClass:)) ?? id) skipped: \(reason?.words ?? "")")]
    }

    func suiteEnded(_ index: Int?, _ id: String, isAbnormal: Bool, at instant: UInt64) -> [Message] {
        let identity = index.map(context.registry.identity(ofClass:)) ?? id
        return isAbnormal ? [(.fail, "\(identity) terminated abnormally")] : [(.default, "\(identity) ended")]
    }

    func testStarted(_ index: UInt32, _ names: StreamNames.OfSlot, at instant: UInt64) -> [Message] {
        [(.default, "\(names.test) started")]
    }

    func exampleStarted(_ index: UInt32, _ example: String, _ names: StreamNames.OfSlot) -> [Message] {
        [(.default, "\(names.identity) started")]
    }

    func testSkipped(_ result: CaseResult, _ names: StreamNames.OfSlot) -> [Message] {
        [(.skip, "\(names.test) \(result.outcome.words): \(result.reason?.words ?? "")")]
    }

    func cancelled(_ result: CaseResult, _ names: StreamNames.OfSlot) -> [Message] {
        [(.skip, "\(names.identity) \(result.outcome.words): \(result.reason?.words ?? "")")]
    }

    func ended(
        _ result: CaseResult, _ names: StreamNames.OfSlot, isExample: Bool, isCancelled: Bool, at instant: UInt64
    ) -> [Message] {
        [(Self.symbol(result), "\(names.identity) \(result.outcome.words) after \(DurationText.text(result.duration))")]
    }

    func testEnded(
        _ index: UInt32, _ id: String, _ identity: String, examples: Int?, at instant: UInt64
    ) -> [Message] {
        [(.default, "\(identity) ended")]
    }

    func issue(_ issue: Issue, isFailure: Bool, of ids: [String]) -> [Message]? {
        let comment = issue.comment.map { $0.isEmpty ? [] : [(EventRecord.Symbol.details, $0)] } ?? []
        return [(isFailure ? .fail : .warning, issue.message)] + comment
    }

    func attached(_ file: AttachedFile, by index: UInt32?, _ identity: String) -> [Message] {
        [(.default, "\(identity) attached '\(file.name)'")]
    }

    /// The mark of a result.
    private static func symbol(_ result: CaseResult) -> EventRecord.Symbol {
        switch result.outcome {
        case .passed: .pass
        case .failed, .crashed, .timedOut: .fail
        case .skipped, .notRun: .skip
        }
    }
}
