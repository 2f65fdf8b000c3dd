// SPDX-License-Identifier: MIT

/// One line of the event stream, in the schema that Swift Testing publishes (docs/EVENTS.md).
///
/// Members of this project's own are under the one key `testkit`.
enum EventRecord {
    /// The schema's version.
    static let version = "6.3"

    /// The kind of an event.
    enum Kind: String {
        case runStarted, testStarted, testCaseStarted, issueRecorded, testCaseEnded, testCaseCancelled, testEnded
        case testSkipped, runEnded, valueAttached
        /// The project's own: something takes long.
        case stillRunning = "testkit.stillRunning"
        /// The project's own: an attempt has failed, or a repetition.
        case attemptFailed = "testkit.attemptFailed"
        /// The project's own: the cause of a failure.
        case diagnosed = "testkit.diagnosed"
        /// The project's own: a hunt for order dependence is over.
        case hunted = "testkit.hunted"
    }

    /// How a message is marked.
    enum Symbol: String {
        case `default`, skip, pass, fail, warning, details
    }

    /// Writes an event: its subject, its instant, and the words for people.
    static func event(
        _ kind: Kind,
        at instant: UInt64,
        _ clock: RunClock,
        testID: String?,
        _ messages: [(Symbol, String)],
        issue: (Issue, isFailure: Bool)? = nil,
        attachment: AttachedFile? = nil,
        to json: inout JSONWriter,
        own: (inout JSONWriter) -> Void = { _ in }
    ) {
        record("event", to: &json) { json in
            json.member("kind", kind.rawValue)
            json.key("instant")
            json.beginObject()
            json.member("absolute", nanoseconds: instant)
            json.member("since1970", nanoseconds: clock.wallClock(at: instant))
            json.endObject()
            if let issue { write(issue.0, isFailure: issue.isFailure, to: &json) }
            if let attachment {
                json.key("attachment")
                json.beginObject()
                json.member("path", attachment.path)
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
            writeOwn(own, to: &json)
        }
    }

    /// A class or a case that is part of the plan; where its place is not known, the schema still wants one.
    static func test(
        isSuite: Bool,
        name: String,
        id: String,
        place: ReportContext.Place?,
        isParameterised: Bool = false,
        title: String? = nil,
        to json: inout JSONWriter,
        own: (inout JSONWriter) -> Void
    ) {
        record("test", to: &json) { json in
            json.member("kind", isSuite ? "suite" : "function")
            json.member("name", name)
            if let title, !title.isEmpty { json.member("displayName", title) }
            write(place ?? ReportContext.Place(file: "<unknown>", line: 1), to: &json)
            json.member("id", id)
            if !isSuite { json.member("isParameterized", isParameterised) }
            writeOwn(own, to: &json)
        }
    }

    /// The object around every payload, which takes the place of the record before it.
    private static func record(_ kind: String, to json: inout JSONWriter, _ payload: (inout JSONWriter) -> Void) {
        json.clear()
        json.beginObject()
        json.member("version", version)
        json.member("kind", kind)
        json.key("payload")
        json.beginObject()
        payload(&json)
        json.endObject()
        json.endObject()
    }

    /// The project's own members.
    private static func writeOwn(_ own: (inout JSONWriter) -> Void, to json: inout JSONWriter) {
        json.key("testkit")
        json.beginObject()
        own(&json)
        json.endObject()
    }

    /// The schema's part of an issue.
    private static func write(_ issue: Issue, isFailure: Bool, to json: inout JSONWriter) {
        json.key("issue")
        json.beginObject()
        json.member("isKnown", issue.kind == .known)
        json.member("severity", isFailure ? "error" : "warning")
        json.member("isFailure", isFailure)
        if let place = issue.place { write(place, to: &json) }
        json.endObject()
    }

    /// A place, whose column is not known.
    ///
    /// The path's old name is there, too, as in Swift Testing's own streams of 6.3.
    private static func write(_ place: ReportContext.Place, to json: inout JSONWriter) {
        json.key("sourceLocation")
        json.beginObject()
        json.member("filePath", place.file)
        json.member("_filePath", place.file)
        json.member("line", Int(max(1, place.line)))
        json.member("column", 1)
        json.endObject()
    }
}
