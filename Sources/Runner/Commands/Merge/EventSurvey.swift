// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The first look at some files of events: the plans of all, how each run began and ended, and what cannot be read.
///
/// Lines about cases are skipped without parsing, if their first bytes show the kind.
struct EventSurvey {
    /// The classes and cases of all files' plans.
    private(set) var plans = GatheredPlan()
    /// The runs, in the files' order.
    private(set) var runs: [EventRun] = []

    /// The beginning of the lines that a runner writes, up to the kind of an event.
    static let head: StaticString = #"{"version":"6.3","kind":"event","payload":{"kind":""#

    /// Looks at some files.
    init(_ sources: [EventSource]) throws(SystemFault) {
        for (index, source) in sources.enumerated() { runs.append(try survey(source, index)) }
    }

    /// Looks at a file.
    private mutating func survey(_ source: EventSource, _ index: Int) throws(SystemFault) -> EventRun {
        var run = EventRun(source)
        var lines = EventLines(source)
        while try lines.next() {
            if Self.isOfCases(lines) { continue }
            do throws(JSONValue.Fault) { try take(lines, &run, index) } catch { run.note(lines.describe(error)) }
        }
        return run
    }

    /// Whether a line is an event in the life of a test, by its first bytes; others are read to find out.
    static func isOfCases(_ lines: EventLines) -> Bool {
        lines.hasPrefix(head, then: "testStarted\"") || lines.hasPrefix(head, then: "testEnded\"")
            || lines.hasPrefix(head, then: "testCase") || lines.hasPrefix(head, then: "issueRecorded\"")
            || lines.hasPrefix(head, then: "testkit.") || lines.hasPrefix(head, then: "valueAttached\"")
    }

    /// Takes a line.
    private mutating func take(_ lines: EventLines, _ run: inout EventRun, _ index: Int) throws(JSONValue.Fault) {
        let (kind, payload) = try lines.record()
        if kind.isText("test") { return try plans.take(payload, of: index) }
        guard kind.isText("event"), let event = payload["kind"] else { return }
        if event.isText("runStarted") {
            try run.take(start: payload)
        } else if event.isText("runEnded") {
            try run.take(end: payload)
        } else if event.isText("testSkipped"), let own = payload["testkit"], own.reason?.isUnsupported ?? false {
            own["identity"]?.withBytes { plans.refuse($0) }
        }
    }
}
