// SPDX-License-Identifier: MIT

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
        /// The number of further equal failures.
        var others = 0
    }

    /// The failures of a class.
    private struct ClassEntry {
        /// Its identity.
        let identity: String
        /// The place of the first failure, if it has one.
        let place: String?
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
        count(word, owner, place)
        let message = issue.map { TerminalText.line($0.message) } ?? ""
        let key = FailureFold.withoutAddresses([word, times ?? "", place ?? "", message].joined(separator: "\u{1F}"))
        if place != nil, let position = positions[key] { return entries[position].others += 1 }
        guard entries.count <= Self.entryLimit else { return leftOut += 1 }
        positions[key] = entries.count
        entries.append(Entry(word: word, identity: identity, times: times ?? "", place: place, message: message))
    }

    /// Counts a failure for its class.
    private mutating func count(_ word: String, _ owner: String, _ place: String?) {
        let position = classPositions[owner] ?? classes.count
        if position == classes.count {
            classPositions[owner] = position
            classes.append(ClassEntry(identity: owner, place: place))
        }
        if let index = classes[position].counts.firstIndex(where: { $0.word == word }) {
            classes[position].counts[index].count += 1
        } else {
            classes[position].counts.append((word, 1))
        }
    }

    /// The lines of the list, with an empty one behind it; nothing if nothing failed.
    func lines(_ style: Style, width: Int?) -> [String] {
        if isEmpty { return [] }
        let isShort = entries.count <= Self.entryLimit && leftOut == 0
        return ["failures:"] + (isShort ? byEntry(style, width) : byClass(style)) + [""]
    }

    /// Two lines for each failure.
    private func byEntry(_ style: Style, _ width: Int?) -> [String] {
        entries.flatMap { entry in
            let others = entry.others > 0 ? " and \(Count.text(entry.others, "other"))" : ""
            let times = entry.times.isEmpty ? "" : " \(entry.times)"
            let first = "  \(style.red(entry.word)) \(TerminalText.line(entry.identity))\(others)\(times)"
            return [first] + reason(of: entry, style, room: (width ?? Self.messageLimit) - 4).map { "    " + $0 }
        }
    }

    /// Returns place and message, in one line if both fit, or in two.
    private func reason(of entry: Entry, _ style: Style, room: Int) -> [String] {
        let message = TerminalText.truncated(entry.message, to: room)
        guard let place = entry.place else { return message.isEmpty ? [] : [message] }
        if TerminalText.columns(of: place) + 2 + TerminalText.columns(of: entry.message) <= room {
            return ["\(style.cyan(place)): \(entry.message)"]
        }
        return ["\(style.cyan(place)):", message]
    }

    /// A line for each class.
    private func byClass(_ style: Style) -> [String] {
        var lines = classes.prefix(Self.classLimit).map { entry in
            let counts = entry.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
            let place = entry.place.map { ", first at " + style.cyan($0) } ?? ""
            return "  \(TerminalText.line(entry.identity)): \(style.red(counts))\(place)"
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
