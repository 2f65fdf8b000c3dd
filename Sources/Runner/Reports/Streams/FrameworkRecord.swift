// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Swift Testing's own record of an issue, a skip or a run's start in its event stream: a line of JSON, of which the runner's stream
/// has parts.
struct FrameworkRecord {
    /// The members that the stream has if experimental ones are wanted, with their values as JSON.
    private(set) var (ofEvent, ofIssue): ([Member], [Member]) = ([], [])
    /// The words for people.
    private(set) var messages: [(EventRecord.Symbol, String)] = []
    /// The column of the issue; 0 if it is unknown.
    private(set) var column: UInt32 = 0
    /// The file as the compiler names it; "" if that is unknown.
    private(set) var fileID = ""
    /// Whether a test, or one of its arguments, has cancelled itself.
    private(set) var isCancellation = false
    /// The test or the suite, by its name in the stream; "" if there is none.
    private(set) var testID = ""
    /// The records before it, of suites around the test that do not run either, the outer ones first.
    private(set) var suites: [FrameworkRecord] = []

    /// A member whose value is JSON already.
    struct Member {
        /// Its name.
        let name: StaticString
        /// Its value.
        let json: String
    }

    /// Reads a line, before which there may be some of suites; nil for what is none of an event.
    init?(_ lines: String) {
        let lines = lines.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = lines.last else { return nil }
        self.init(line: last)
        suites = lines.dropLast().compactMap { FrameworkRecord(line: $0) }
    }

    /// Reads a line; nil for what is none of an event.
    private init?(line: Substring) {
        // Each record of the stream is one line.
        guard !line.utf8.contains(0x0D) else { return nil }
        guard let payload = (try? JSONValue(parsing: Array(line.utf8)))?["payload"],
            let kind = payload["kind"]?.string
        else { return nil }
        isCancellation = kind == "testCancelled" || kind == "testCaseCancelled"
        messages = (payload["messages"]?.elements ?? []).compactMap { message in
            guard let text = message["text"]?.string else { return nil }
            return (message["symbol"]?.string.flatMap(EventRecord.Symbol.init) ?? .details, text)
        }
        testID = payload["testID"]?.string ?? ""
        ofEvent = Self.members(["_comments", "_sourceLocation"], of: payload)
        guard let issue = payload["issue"] else { return }
        ofIssue = Self.members(["_backtrace", "_error", "_expression"], of: issue)
        guard let place = issue["sourceLocation"] else { return }
        fileID = place["fileID"]?.string ?? ""
        column = place["column"].flatMap { UInt32(String(decoding: $0.raw, as: UTF8.self)) } ?? 0
    }

    /// The arrays and objects among some members of an object.
    private static func members(_ names: [StaticString], of object: JSONValue) -> [Member] {
        names.compactMap { name in
            guard let value = object[name], value.kind == .array || value.kind == .object else { return nil }
            return Member(name: name, json: String(decoding: value.raw, as: UTF8.self))
        }
    }
}
