// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// One line of the event stream, in the schema that Swift Testing publishes (docs/EVENTS.md).
///
/// Members of this project's own are under the one key `testkit`.
public enum EventRecord {
    /// The kind of an event.
    enum Kind: String {
        case runStarted, testStarted, testCaseStarted, issueRecorded, testCaseEnded, testCaseCancelled, testEnded
        case testSkipped, testCancelled, runEnded, valueAttached
        /// An attachment, as Swift Testing called it before 6.2, and as editors still read it.
        case oldValueAttached = "_valueAttached"
        /// The project's own: something takes long.
        case stillRunning = "testkit.stillRunning"
        /// The project's own: an attempt has failed, or a repetition.
        case attemptFailed = "testkit.attemptFailed"
        /// The project's own: the cause of a failure.
        case diagnosed = "testkit.diagnosed"
        /// The project's own: a hunt for order dependence is over.
        case hunted = "testkit.hunted"

        /// Whether it is the project's own.
        var isOwn: Bool {
            switch self {
            case .stillRunning, .attemptFailed, .diagnosed, .hunted: true
            default: false
            }
        }
    }

    /// The mark of a message.
    public enum Symbol: String {
        case `default`, skip, pass, passWithKnownIssue, fail, difference, warning, details
        /// Swift Testing's, of an attachment.
        case attachment = "_attachment"
    }

    /// A class or a case that is part of the plan; where its place is not known, the schema still wants one.
    static func test(
        isSuite: Bool, name: String, id: String, place: Place?, isParameterised: Bool = false, title: String? = nil,
        format: EventFormat = .own, to json: inout JSONWriter, traits: (inout JSONWriter) -> Void = { _ in },
        own: (inout JSONWriter) -> Void
    ) {
        record("test", format, to: &json) { json in
            json.member("kind", isSuite ? "suite" : "function")
            json.member("name", name)
            if let title, !title.isEmpty { json.member("displayName", title) }
            write(place ?? Place(file: "<unknown>", line: 1), format, to: &json)
            json.member("id", id)
            if !isSuite { json.member("isParameterized", isParameterised) }
            traits(&json)
            writeOwn(own, to: &json)
        }
    }

    /// The object around every payload, which takes the place of the record before it.
    static func record(
        _ kind: String, _ format: EventFormat, to json: inout JSONWriter, _ payload: (inout JSONWriter) -> Void
    ) {
        json.clear()
        json.beginObject()
        switch format.version {
        case .zero: json.member("version", 0)
        case .sixThree: json.member("version", format.isSwiftTests ? "6.3.0" : "6.3")
        case .sixFour: json.member("version", "6.4.0")
        }
        json.member("kind", kind)
        json.key("payload")
        json.beginObject()
        payload(&json)
        json.endObject()
        json.endObject()
    }

    /// The project's own members.
    static func writeOwn(_ own: (inout JSONWriter) -> Void, to json: inout JSONWriter) {
        json.key("testkit")
        json.beginObject()
        own(&json)
        json.endObject()
    }

    /// The schema's part of an issue.
    static func write(
        _ subject: (issue: Issue, isFailure: Bool, place: Place?), _ extra: [FrameworkRecord.Member],
        _ format: EventFormat, to json: inout JSONWriter
    ) {
        let (issue, isFailure, place) = subject
        json.key("issue")
        json.beginObject()
        json.member("isKnown", issue.kind == .known)
        if format.version != .zero {
            // A known issue is as severe as an unexpected one.
            json.member("severity", isFailure || issue.kind == .known ? "error" : "warning")
            json.member("isFailure", isFailure)
        }
        if let place { write(place, format, to: &json) }
        for member in extra { json.member(member.name, json: member.json) }
        json.endObject()
    }

    /// A place in a source file, as the schema has it.
    public struct Place {
        /// The file's path.
        var file: String
        /// The line; what is not known counts as 1.
        var line: UInt32
        /// The column; what is not known counts as 1.
        var column: UInt32 = 0
        /// The file as the compiler names it; "" if that is not known.
        var fileID = ""
    }

    /// Writes a place.
    ///
    /// The path's old name is there as well in 6.3, as in Swift Testing's own streams, and alone before.
    private static func write(_ place: Place, _ format: EventFormat, to json: inout JSONWriter) {
        json.key("sourceLocation")
        json.beginObject()
        if !place.fileID.isEmpty { json.member("fileID", place.fileID) }
        if format.version != .zero { json.member("filePath", place.file) }
        if format.version != .sixFour { json.member("_filePath", place.file) }
        json.member("line", Int(max(1, place.line)))
        json.member("column", Int(max(1, place.column)))
        json.endObject()
    }

    /// Writes an argument, or a combination of several, as Swift Testing's experimental members have it.
    static func write(argument: String, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", argument)
        json.member("displayName", argument)
        json.endObject()
    }
}
