// SPDX-License-Identifier: MIT

/// The lines below the heading of a case or a class: message, place, source, files, output.
struct FailureText {
    /// The settings by the command line and the terminal.
    private let settings: TerminalReporter.Settings
    /// Shows a failure's place in its source.
    private var excerpts: SourceExcerpts
    /// The failures that were shown before.
    private var fold = FailureFold()

    /// Prepares the text of failures; with a directory of copies of the sources, where the run is of an archive that has them.
    init(_ settings: TerminalReporter.Settings, sources: String? = nil) {
        self.settings = settings
        excerpts = SourceExcerpts(copies: sources)
    }

    /// The screen's width, where one is known.
    private var width: Int? { settings.columns() }
    /// Colours, or none.
    private var style: Style { settings.style }

    /// The issues of a case or a class; those that were shown before of another are not shown whole again.
    mutating func lines(_ issues: [Issue], of identity: String) -> [String] {
        if let earlier = fold.earlier(issues, of: identity) {
            let short = issues.flatMap { message($0) + place($0) }
            let words = earlier == identity ? "the same as before" : "the same as \(TerminalText.line(earlier))"
            return short + wrapped(words, style.dim)
        }
        var lines: [String] = []
        for issue in issues {
            if !lines.isEmpty { lines.append("") }
            lines += self.lines(issue)
        }
        return lines
    }

    /// Returns the lines of an issue: message, comment, details, place, source.
    mutating func lines(_ issue: Issue) -> [String] {
        var lines = message(issue)
        if let comment = issue.comment, !comment.isEmpty { lines += wrapped(TerminalText.line(comment)) { $0 } }
        if let details = issue.details, !details.isEmpty {
            lines += DetailLines(style: style, width: width, margin: "      ").of(details)
        }
        return lines + place(issue) + source(issue)
    }

    /// Returns the message, in a line.
    private mutating func message(_ issue: Issue) -> [String] {
        let hook = issue.kind == .crash || issue.kind == .timeout || issue.phase == 0 || issue.phase == 4
        let phase = hook ? "" : " (\(Phase.description(issue.phase)))"
        let source = issue.file.map { excerpts.lines(around: Int(issue.line), in: $0, margin: 0) }?.first?.text
        let text = TerminalText.line(Self.message(of: issue, above: source)) + phase
        if issue.isFailure { return wrapped(text, style.boldRed) }
        return wrapped((issue.kind == .known ? "known issue: " : "warning: ") + text, style.yellow)
    }

    /// Returns the line of the place.
    private func place(_ issue: Issue) -> [String] {
        guard let place = settings.place(of: issue) else { return [] }
        // Never broken: terminals make links of places.
        return ["    " + style.cyan("at " + place) + (issue.isLastKnownLocation ? " (last known)" : "")]
    }

    /// Returns the source around the place.
    private mutating func source(_ issue: Issue) -> [String] {
        guard let file = issue.file, !file.isEmpty else { return [] }
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

    /// An issue's message without the assertion's call, where the source line below has that.
    private static func message(of issue: Issue, above source: String?) -> String {
        guard issue.kind == .assertion, let source else { return issue.message }
        let parts = issue.message.ranges(of: ": ").lazy.map {
            (issue.message[..<$0.lowerBound], issue.message[$0.upperBound...])
        }
        // A comment of the assertion's is in the source line, but not in the call that the message shows.
        func shows(_ call: Substring) -> Bool {
            call.last == ")" && (source.contains(call) || source.contains("\(call.dropLast()),"))
        }
        return parts.first { shows($0.1) }.map { String($0.0) } ?? issue.message
    }

    /// The log lines of a case.
    func lines(logs: [String]) -> [String] { logs.flatMap { wrapped("log: " + TerminalText.line($0)) { $0 } } }

    /// The name for people, as it stands behind an identity; "" if there is none.
    func title(_ description: Description) -> String {
        description.title.isEmpty ? "" : " “\(TerminalText.line(description.title))”"
    }

    /// The links of a case; never broken.
    func lines(links: [String]) -> [String] { links.map { "    see " + TerminalText.line($0) } }

    /// The attached files; their paths are never broken.
    func lines(attachments: [AttachedFile]) -> [String] {
        attachments.map { "    " + TerminalText.line($0.text(shortening: settings.shortened)) }
    }

    /// The captured output, which is shown as it is.
    func lines(output text: String?) -> [String] {
        guard let text, settings.showsOutput else { return [] }
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
