// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The cases with failures that do not count, for the end of the report: known issues, flaky cases, failures that the
/// configuration forgives.
///
/// Rule 43.
struct NotableCases {
    /// The kinds, in the order of the lists.
    private enum Kind: Int, CaseIterable {
        /// A failure that the suite expects.
        case known
        /// A pass at a later attempt.
        case flaky
        /// A failure of a case that is in quarantine or known to fail.
        case forgiven

        /// The heading.
        var title: String {
            switch self {
            case .known: "known issues:"
            case .flaky: "flaky:"
            case .forgiven: "failures that do not count:"
            }
        }
    }

    /// The most cases of a kind that are listed.
    private static let limit = 100
    /// The most issues of a case that are listed.
    private static let issueLimit = 3
    /// The most lines of a text.
    private static let lineLimit = 3
    /// The width of a line where no width is known.
    private static let usualWidth = 160

    /// A case with what failed in it.
    private struct Entry {
        /// Its identity, and how it ended.
        let title: String
        /// The failures and their places, each in a line.
        let failures: [(place: String?, text: String)]
    }

    /// The cases of each kind.
    private var entries = Array(repeating: [Entry](), count: Kind.allCases.count)
    /// The number of further cases of each kind.
    private var leftOut = Array(repeating: 0, count: Kind.allCases.count)
    /// The failed attempts of cases that run again.
    private var attempts: [Plan.Slot: [(place: String?, text: String)]] = [:]

    /// Whether a case awaits another attempt.
    var hasAttempts: Bool { !attempts.isEmpty }

    /// Takes an event.
    mutating func take(_ event: Event, _ context: ReportContext, _ settings: TerminalReporter.Settings) {
        switch event {
        case .attemptFailed(let result) where result.repetition == nil:
            let issue = result.issues.first(where: \.isFailure)
            let text = issue.map { ": \(TerminalText.line($0.summary))" } ?? ""
            let place = issue.flatMap { settings.place(of: $0) }
            attempts[result.slot, default: []].append(
                (place, "\(result.outcome.words) at attempt \(result.attempt)\(text)"))
        case .caseEnded(let result):
            let earlier = attempts.isEmpty ? nil : attempts.removeValue(forKey: result.slot)
            if result.isBare, !result.isFlaky { return }
            let identity = { settings.common.removed(from: context.identity(of: result.slot)) }
            if result.isFlaky { add(.flaky, "\(identity()) passed at attempt \(result.attempt)", earlier ?? []) }
            if result.isForgiven {
                let issues = Self.failures(result.issues, settings)
                add(.forgiven, "\(identity()): \(result.reason?.words ?? "")", (earlier ?? []) + issues)
            }
            let known = result.issues.filter { $0.kind == .known }
            if !known.isEmpty { add(.known, identity(), Self.failures(known, settings)) }
        case .unitEnded(let result):
            let known = result.issues.filter { $0.kind == .known }
            if known.isEmpty { return }
            let name = settings.common.removed(from: context.registry.identity(ofClass: result.classIndex))
            add(.known, name, Self.failures(known, settings))
        default: break
        }
    }

    /// Adds a case.
    private mutating func add(_ kind: Kind, _ title: String, _ failures: [(place: String?, text: String)]) {
        guard entries[kind.rawValue].count < Self.limit else {
            leftOut[kind.rawValue] += 1
            return
        }
        entries[kind.rawValue].append(Entry(title: TerminalText.line(title), failures: failures))
    }

    /// The issues, each in a line.
    private static func failures(
        _ issues: [Issue], _ settings: TerminalReporter.Settings
    ) -> [(place: String?, text: String)] {
        issues.map { (settings.place(of: $0), TerminalText.line($0.summary)) }
    }

    /// The lists, each followed by an empty line; nothing without such cases.
    func lines(_ style: Style, width: Int?) -> [String] {
        Kind.allCases.flatMap { kind -> [String] in
            let all = entries[kind.rawValue]
            if all.isEmpty { return [] }
            var lines = [kind.title]
            for entry in all {
                let title = LineWrap.lines(entry.title, width: width, margin: 4)
                lines += title.enumerated().map { ($0 == 0 ? "  " : "    ") + style.yellow($1) }
                let shown = entry.failures.prefix(Self.issueLimit)
                lines += shown.flatMap { Self.lines($0, style, width: width ?? Self.usualWidth) }
                let others = entry.failures.count - shown.count
                if others > 0 { lines.append("    … and \(others) more") }
            }
            let rest = leftOut[kind.rawValue]
            if rest > 0 { lines.append("  … and \(rest) more: --html, --junit and --events have all of them") }
            return lines + [""]
        }
    }

    /// A failure in a line, or the place and the text in lines of their own; a long text in several.
    private static func lines(_ failure: (place: String?, text: String), _ style: Style, width: Int) -> [String] {
        let text = wrapped(failure.text, width: width, margin: 4)
        guard let place = failure.place else { return text }
        if TerminalText.columns(of: place) + 2 + TerminalText.columns(of: failure.text) <= width - 4 {
            return ["    \(style.cyan(place)): \(failure.text)"]
        }
        return ["    \(style.cyan(place)):"] + text
    }

    /// The first lines of a text after a margin, broken between words.
    private static func wrapped(_ text: String, width: Int, margin: Int) -> [String] {
        let lines = LineWrap.lines(text, width: width, margin: margin + 1)
        let shown = lines.prefix(lineLimit).map { String(repeating: " ", count: margin) + $0 }
        return lines.count > lineLimit ? shown.dropLast() + shown.suffix(1).map { $0 + "…" } : shown
    }
}
