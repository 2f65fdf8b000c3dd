// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The lines below the heading of a case or a class: message, place, source, files, output.
struct FailureText {
    /// The settings by the command line and the terminal.
    private let settings: TerminalReporter.Settings
    /// Shows a failure's place in its source.
    private var excerpts: SourceExcerpts
    /// The failures that were shown before.
    private var fold = FailureFold()
    /// The places whose sources were shown before.
    private var shown: Set<ReportContext.Place> = []

    /// Prepares the text of failures; with a directory of copies of the sources, where the run is of an archive that has them.
    ///
    /// Sources that a survey knows to be newer are not shown.
    init(_ settings: TerminalReporter.Settings, sources: String? = nil, survey: SourceSurvey? = nil) {
        self.settings = settings
        excerpts = SourceExcerpts(copies: sources, survey: survey)
    }

    /// The screen's width, where one is known.
    private var width: Int? { settings.columns() }
    /// Colours, or none.
    private var style: Style { settings.style }

    /// The issues of a case or a class; those that were shown before of another are not shown whole again.
    ///
    /// Below the heading "warning", warnings are not called so again (`isHeaded`).
    mutating func lines(_ issues: [Issue], of identity: String, isHeaded: Bool = false) -> [String] {
        if let earlier = fold.earlier(issues, of: identity) {
            var short: [String] = []
            for group in IssueGroups.byLine(issues) {
                if let first = group.first { short += message(first, isHeaded) + place(first) }
                short += others(group.count - 1)
            }
            let words =
                earlier == identity
                ? "the same as before" : "the same as \(TerminalText.line(settings.common.removed(from: earlier)))"
            return short + wrapped(words, style.dim)
        }
        var lines: [String] = []
        for group in IssueGroups.byLine(issues) {
            // The first ones and the last one: the last often says where a loop ended.
            let hidden = max(0, group.count - Self.issueLimit)
            for (index, issue) in group.enumerated()
            where index < Self.issueLimit - 1 || index == group.count - 1 {
                if index > 0, index == group.count - 1 { lines += others(hidden) }
                if !lines.isEmpty { lines.append("") }
                // The source of a line is shown once, with the first failure there.
                lines += index == 0 ? self.lines(issue, isHeaded: isHeaded) : text(issue, isHeaded)
            }
        }
        return lines
    }

    /// Returns the line for the issues of a line that are not shown.
    private func others(_ count: Int) -> [String] {
        count > 0 ? wrapped("and \(Count.text(count, "other")) at this line", style.dim) : []
    }

    /// The most issues of one line that are shown, of a case or a class.
    private static let issueLimit = 3

    /// Returns the lines of an issue: message, comment, details, place, source.
    mutating func lines(_ issue: Issue, isHeaded: Bool = false) -> [String] {
        text(issue, isHeaded) + place(issue) + source(issue)
    }

    /// Returns the lines of an issue: message, comment, details.
    private mutating func text(_ issue: Issue, _ isHeaded: Bool) -> [String] {
        var lines = message(issue, isHeaded)
        if let comment = issue.comment, !comment.isEmpty { lines += wrapped(TerminalText.line(comment)) { $0 } }
        if let details = issue.details, !details.isEmpty {
            // A case that was running when the run was cut short is a warning.
            let isBacktrace = [.crash, .timeout, .warning].contains(issue.kind)
            lines += DetailLines(style: style, width: width, margin: "      ").of(
                isBacktrace ? settings.shortenedFrames(details) : details)
        }
        return lines
    }

    /// Returns the message, in a line.
    private mutating func message(_ issue: Issue, _ isHeaded: Bool) -> [String] {
        let hook = issue.kind == .crash || issue.kind == .timeout || issue.phase == 0 || issue.phase == 4
        let phase = hook ? "" : " (\(Phase.description(issue.phase)))"
        let words = (showsCall(of: issue) ? issue.finding : issue.message).withoutEmptyMessage
        var rest = words.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
        while rest.last?.isEmpty == true { rest = rest.dropLast() }
        let first = rest.popFirst().map { TerminalText.line(String($0)) } ?? Self.noWords
        let text = first.isEmpty && rest.isEmpty ? Self.noWords : first
        let paint = issue.isFailure ? style.boldRed : style.yellow
        let kind = issue.kind == .known ? "known issue: " : issue.isFailure || isHeaded ? "" : "warning: "
        // A message of many lines keeps them; the first may end within quotation marks.
        var lines = [kind + text] + rest.map { TerminalText.line(String($0)) }
        lines[lines.count - 1] += phase
        return lines.flatMap { wrapped($0, paint) }
    }

    /// The words for a failure that came without any.
    static let noWords = "failed without a message"

    /// Whether the source line below has the assertion's call, in which a comment may be.
    private mutating func showsCall(of issue: Issue) -> Bool {
        guard let call = issue.call, let file = issue.file,
            let line = excerpts.lines(around: Int(issue.line), in: file, margin: 0).first?.text
        else { return false }
        return line.contains(call) || line.contains("\(call.dropLast()),")
    }

    /// Returns the line of the place.
    private func place(_ issue: Issue) -> [String] {
        guard let place = settings.place(of: issue) else { return [] }
        // Never broken: terminals make links of places.
        return ["    " + style.cyan("at " + place) + (issue.isLastKnownLocation ? " (last known)" : "")]
    }

    /// Returns the source around the place.
    private mutating func source(_ issue: Issue) -> [String] {
        guard let file = issue.file, !file.isEmpty, let place = issue.place else { return [] }
        // However many cases fail there, a line is shown once.
        guard shown.insert(place).inserted else { return [] }
        if excerpts.isChanged(file) { return ["      " + style.dim("(the file has changed since this was built)")] }
        let lines = excerpts.lines(around: Int(issue.line), in: file)
        let digits = lines.last.map { "\($0.number)".count } ?? 0
        return lines.map { line in
            let mark = line.isMarked ? ">" : " "
            let number = String(line.number).padded(to: digits)
            let text = "      \(mark) \(number) | \(TerminalText.line(line.text))"
            let shown = width.map { TerminalText.truncated(text, to: $0) } ?? text
            return line.isMarked ? shown : style.dim(shown)
        }
    }

    /// The log lines of a case.
    func lines(logs: [String]) -> [String] { logs.flatMap { wrapped("log: " + TerminalText.line($0)) { $0 } } }

    /// The name for people as it follows an identity; "" if there is none.
    func title(_ description: Description) -> String {
        description.title.isEmpty ? "" : " “\(TerminalText.line(description.title))”"
    }

    /// The links of a case; never broken.
    func lines(links: [String]) -> [String] { links.map { "    see " + TerminalText.line($0) } }

    /// The attached files; their paths are never broken.
    func lines(attachments: [AttachedFile]) -> [String] {
        attachments.map { "    " + TerminalText.line($0.text(shortening: settings.shortened)) }
    }

    /// The captured output, which is shown as it is; that of an attempt that printed the same as the one before, not again.
    func lines(output text: String?, before: String? = nil) -> [String] {
        guard let text, settings.showsOutput else { return [] }
        if text == before { return ["    " + style.dim("output: the same as in the previous attempt")] }
        let plain = DetailLines(style: Style(isEnabled: false), width: nil, margin: "      | ")
        return ["    output:"] + plain.of(text)
    }

    /// A line below a heading, broken to the width; what does not fit is indented.
    private func wrapped(_ text: String, _ paint: (String) -> String) -> [String] {
        LineWrap.lines(text, width: width, margin: 6).enumerated().map { index, part in
            (index == 0 ? "    " : "      ") + paint(part)
        }
    }
}
