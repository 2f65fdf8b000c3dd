// SPDX-License-Identifier: MIT

import AdapterSupport
import Testing

/// Swift Testing's events in terms of the host.
enum TestingEvents {
    /// The remark on an issue that belongs to no test.
    private static let remark =
        "It comes from work of unknown origin, so it does not count for the case that was running then."

    /// Reports an event of tests or suites that run; most of them say nothing that the host does not know.
    ///
    /// Swift Testing notifies all that run of an issue without a test: what a detached task or a thread has found, which may be of a
    /// test that has ended. Then it belongs to the test that started that. With nil in place of the tests, each event is the activity's.
    static func report(
        _ event: borrowing Event, _ context: borrowing Event.Context, of tests: [Test]?, to activity: Activity,
        details: String? = nil
    ) {
        let id = event.testID
        let isOwn = tests?.contains { $0.id == id } ?? true
        switch event.kind {
        case .issueRecorded(let issue):
            let record = EventRecords.record(event, context, for: activity)
            if isOwn { return report(issue, to: activity, details: details, record: record) }
            if reportOfOther(event, context, than: activity) { return }
            let starter = WorkOrigin.ofCaller(activity.host)
            if starter == activity.number { return report(issue, to: activity, record: record) }
            report(issue, to: Activity(host: activity.host, number: starter), details: remark, record: record)
        case .testSkipped(let info):
            let record = EventRecords.record(event, context, for: activity)
            if isOwn { return skip(info, activity, record) }
            // A suite around the test.
            if let record { activity.note(suiteRecord: record) }
        #if CANCELLATION
        case .testCancelled(let info), .testCaseCancelled(let info):
            skip(info, activity, EventRecords.record(event, context, for: activity))
        #endif
        case .valueAttached(let attachment): AttachmentFolder.keep(attachment, in: activity)
        default: break
        }
    }

    /// Reports that something does not run to its end, which is no failure.
    private static func skip(_ info: SkipInfo, _ activity: Activity, _ record: String?) {
        let location = info.sourceLocation
        activity.skip(info.comment?.rawValue, file: location?.filePath, line: location?.line ?? 0, record: record)
    }

    /// Reports an issue of no test that is in work which another activity has started; returns whether it is that.
    static func reportOfOther(
        _ event: borrowing Event, _ context: borrowing Event.Context, than activity: Activity
    ) -> Bool {
        guard event.testID == nil, case .issueRecorded(let issue) = event.kind,
            case let starter = WorkOrigin.ofCaller(activity.host), starter != activity.number,
            starter != TESTKIT_NO_ACTIVITY
        else { return false }
        let other = Activity(host: activity.host, number: starter)
        report(issue, to: other, record: EventRecords.record(event, context, for: other))
        return true
    }

    /// Reports an issue of a trait before its test runs, which Swift Testing drops.
    static func reportWhilePlanning(
        _ event: borrowing Event, _ context: borrowing Event.Context, _ activity: Activity
    ) {
        guard !reportOfOther(event, context, than: activity), case .issueRecorded(var issue) = event.kind else {
            return
        }
        issue.severity = .warning
        report(issue, to: activity, details: "Swift Testing drops what traits record before a test.", record: nil)
    }

    /// Reports an issue.
    private static func report(_ issue: Issue, to activity: Activity, details: String? = nil, record: String?) {
        let comment = issue.comments.map(\.rawValue).joined(separator: "\n")
        let message = String(describing: issue.kind)
        if issue.isKnown {
            let words = [knownIssueComment(of: issue) ?? "", comment].filter { !$0.isEmpty }
            return activity.report(
                TESTKIT_ISSUE_WARNING, isKnown: true, message, details: details,
                comment: words.isEmpty ? nil : words.joined(separator: "\n"), file: issue.sourceLocation?.filePath,
                line: issue.sourceLocation?.line ?? 0, record: record)
        }
        activity.report(
            kind(of: issue), message, details: details, comment: comment.isEmpty ? nil : comment,
            file: issue.sourceLocation?.filePath, line: issue.sourceLocation?.line ?? 0, record: record,
            isTesting: true)
    }

    /// Returns the comment of `withKnownIssue`.
    ///
    /// Swift Testing keeps it with the issue but does not export it.
    private static func knownIssueComment(of issue: Issue) -> String? {
        func child(_ label: String, of value: Any) -> Any? {
            let found = Mirror(reflecting: value).children.first { $0.label == label }?.value
            // An optional has its value as its only child.
            guard let found, Mirror(reflecting: found).displayStyle == .optional else { return found }
            return Mirror(reflecting: found).children.first?.value
        }
        return child("knownIssueContext", of: issue).flatMap { child("comment", of: $0) as? Comment }?.rawValue
    }

    /// Whether an issue is a failed expectation, an error that the test let out, or a warning.
    private static func kind(of issue: Issue) -> testkit_issue_kind {
        if issue.severity == .warning { return TESTKIT_ISSUE_WARNING }
        if case .errorCaught = issue.kind { return TESTKIT_ISSUE_ERROR }
        return TESTKIT_ISSUE_ASSERTION
    }
}
