// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The list at the end of a report: what failed, where, in two lines each; equal failures once, many by their classes.
struct FailureList {
    /// More different failures than this are listed by class.
    private static let entryLimit = 20
    /// More classes than this are only counted.
    private static let classLimit = 20
    /// The longest message where no width is known.
    private static let messageLimit = 160

    /// Failures that are alike.
    private struct Entry {
        /// The outcome in a word or two.
        let word: String
        /// The first.
        let identity: String
        /// The number of failures, if it ran several times.
        let times: String
        /// The place, if it is known.
        let place: String?
        /// The message.
        let message: String
        /// The message without the assertion's call.
        let finding: String
        /// Whether it ends in the comment of the test's author.
        let hasComment: Bool
        /// The number of further equal failures.
        var others = 0
    }

    /// The failures of a class.
    private struct ClassEntry {
        /// Its identity.
        let identity: String
        /// The place of the first failure, if it has one.
        let place: String?
        /// The message of the first failure.
        let message: String
        /// The number of failures of each kind, in the order of their first failure.
        var counts: [(word: String, count: Int)] = []
    }

    /// The different failures, in order, up to the limit.
    private var entries: [Entry] = []
    /// Their positions.
    private var positions: [String: Int] = [:]
    /// The number of different failures beyond the limit.
    private var leftOut = 0
    /// The classes, in order.
    private var classes: [ClassEntry] = []
    /// Their positions.
    private var classPositions: [String: Int] = [:]

    /// Whether nothing failed.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a failure; `owner` is the identity of its class, or the heading without one.
    mutating func add(
        _ word: String, _ identity: String, of owner: String, times: String? = nil, _ issue: Issue?,
        _ settings: TerminalReporter.Settings
    ) {
        let place = issue.flatMap { settings.place(of: $0) }
        let message = issue.map { Self.firstLine(of: $0.summary) } ?? ""
        let finding = issue.map { Self.firstLine(of: $0.shortSummary) } ?? ""
        let (identity, owner) = (settings.common.removed(from: identity), settings.common.removed(from: owner))
        count(word, owner, place, message)
        let key = FailureFold.withoutAddresses([word, times ?? "", place ?? "", message].joined(separator: "\u{1F}"))
        if place != nil, let position = positions[key] { return entries[position].others += 1 }
        guard entries.count <= Self.entryLimit else { return leftOut += 1 }
        positions[key] = entries.count
        entries.append(
            Entry(
                word: word, identity: identity, times: times ?? "", place: place, message: message, finding: finding,
                hasComment: issue?.comment?.isEmpty == false))
    }

    /// The first line of a message, which was shown as a whole.
    private static func firstLine(of message: String) -> String {
        let lines = message.split { $0 == "\n" || $0 == "\r\n" }
        guard let first = lines.first else { return FailureText.noWords }
        return TerminalText.line(String(first)) + (lines.count > 1 ? " …" : "")
    }

    /// Counts a failure for its class.
    private mutating func count(_ word: String, _ owner: String, _ place: String?, _ message: String) {
        let position = classPositions[owner] ?? classes.count
        if position == classes.count {
            classPositions[owner] = position
            classes.append(ClassEntry(identity: owner, place: place, message: message))
        }
        if let index = classes[position].counts.firstIndex(where: { $0.word == word }) {
            classes[position].counts[index].count += 1
        } else {
            classes[position].counts.append((word, 1))
        }
    }

    /// The lines of the list, and then an empty one; nothing if nothing failed.
    func lines(_ style: Style, width: Int?) -> [String] {
        if isEmpty { return [] }
        let isShort = entries.count <= Self.entryLimit && leftOut == 0
        return ["failures:"] + (isShort ? byEntry(style, width) : byClass(style, width)) + [""]
    }

    /// Two lines for each failure.
    private func byEntry(_ style: Style, _ width: Int?) -> [String] {
        entries.flatMap { entry in
            let others = entry.others > 0 ? " and \(Count.text(entry.others, "other"))" : ""
            let times = entry.times.isEmpty ? "" : " \(entry.times)"
            let first = "  \(style.red(entry.word)) \(TerminalText.line(entry.identity))\(others)\(times)"
            let room = (width ?? Self.messageLimit) - 4
            // A call that is cut says more than nothing where the finding names no value: "expected true, got false".
            let isShort = !entry.hasComment && TerminalText.columns(of: entry.finding) < room / 2
            let isWhole = isShort || TerminalText.columns(of: entry.message) <= room
            let message = isWhole ? entry.message : entry.finding
            return [first] + Self.reason(entry.place, message, style, room: room).map { "    " + $0 }
        }
    }

    /// Returns place and message, in one line if both fit, or in two.
    private static func reason(_ place: String?, _ text: String, _ style: Style, room: Int) -> [String] {
        let message = TerminalText.truncated(text, to: room)
        guard let place else { return message.isEmpty ? [] : [message] }
        if TerminalText.columns(of: place) + 2 + TerminalText.columns(of: text) <= room {
            return ["\(style.cyan(place)): \(text)"]
        }
        return ["\(style.cyan(place)):", message]
    }

    /// The counts of each class, and its first failure.
    private func byClass(_ style: Style, _ width: Int?) -> [String] {
        var lines = classes.prefix(Self.classLimit).flatMap { entry -> [String] in
            let counts = entry.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
            let room = (width ?? Self.messageLimit) - 4
            let reason = Self.reason(entry.place, entry.message, style, room: room)
            return ["  \(TerminalText.line(entry.identity)): \(style.red(counts))\(reason.isEmpty ? "" : ", first")"]
                + reason.map { "    " + $0 }
        }
        let rest = classes.dropFirst(Self.classLimit)
        let failures = rest.reduce(0) { $0 + $1.counts.reduce(0) { $0 + $1.count } }
        if !rest.isEmpty {
            let others = Count.text(rest.count, "other class", "other classes")
            lines.append("  … \(Count.text(failures, "failure")) in \(others)")
        }
        return lines
    }
}
