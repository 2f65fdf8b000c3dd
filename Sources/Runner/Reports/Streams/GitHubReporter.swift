// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Annotations for GitHub Actions: the failures, at their lines in the changes, and a summary of the job.
///
/// GitHub obeys commands anywhere in a log. So while tests run, commands are stopped up to a secret word; the
/// annotations come after the end of the run.
public struct GitHubReporter: Reporter {
    /// The settings from the environment.
    public struct Settings {
        /// The directory that paths are relative to.
        public var workspace = ""
        /// The word that makes GitHub obey commands again.
        public var token = ""
        /// The file that a job's summary is appended to.
        public var summary: String?

        /// Makes one from its parts.
        public init(workspace: String = "", token: String = "", summary: String? = nil) {
            (self.workspace, self.token, self.summary) = (workspace, token, summary)
        }
    }

    /// The run that the report is about.
    private let context: ReportContext
    /// The settings from the environment.
    private let settings: Settings
    /// Where the commands go: to the log, where the terminal's report goes as well.
    public private(set) var output: TextOutput
    /// The annotations that are written at the end.
    private var annotations: [Annotation] = []
    /// The positions of annotations that have a place, by what they say there.
    private var positions: [String: Int] = [:]

    /// A command of the end.
    private struct Annotation {
        /// "error", "warning" or "notice".
        let word: String
        /// The place, as properties of the command, not yet escaped; without the line where that is unknown.
        let place: [String]
        /// The title.
        let title: String
        /// The text.
        let text: String
        /// The number of other tests that say the same there.
        var others = 0
    }

    /// Prepares the annotations.
    init(context: ReportContext, settings: Settings, output: TextOutput) {
        self.context = context
        self.settings = settings
        self.output = output
    }

    /// Takes the next event.
    public mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .runStarted:
            output.line("::stop-commands::\(settings.token)")
            output.flush()
        case .bundleFaulted(let fault): annotate("error", nil, fault.name, "\(fault.path): \(fault.reason)")
        case .caseEnded(let result):
            let place = context.place(ofCase: result.slot.caseIndex)
            annotate(result.issues, context.title(of: result), place, isOfCase: true)
        // The final result will have the failure of a repetition.
        case .attemptFailed(let result) where result.repetition != nil: break
        case .attemptFailed(let result):
            let place = context.place(ofCase: result.slot.caseIndex)
            annotate(result.issues, context.title(ofAttempt: result), place, as: "warning")
        case .unitEnded(let result):
            let title = context.registry.identity(ofClass: result.classIndex)
            annotate(result.issues, title, context.place(ofClass: result.classIndex))
        case .lateIssue(let issue, let subject): annotate([issue], context.title(ofLate: subject), nil)
        case .runIssue(let issue): annotate([issue], "the run", nil)
        case .diagnosed(let diagnosis):
            let text = context.lines(diagnosis).joined(separator: "\n")
            annotate("notice", context.place(ofCase: diagnosis.slot.caseIndex), "diagnosis", text)
        case .progressed, .waiting, .workerEnded, .startedEarly, .diagnosing, .hunting, .hunted: break
        case .runEnded:
            annotateOmissions()
            output.line("::\(settings.token)::")
            for annotation in mostTellingFirst { output.line(Self.command(annotation)) }
            output.flush()
        }
    }

    /// The annotations, of which GitHub shows ten of a kind: those of the run, then the first of each line, then the others.
    private var mostTellingFirst: [Annotation] {
        var (ofRun, ofLines, others): ([Annotation], [Annotation], [Annotation]) = ([], [], [])
        var seen: Set<[String]> = []
        for annotation in annotations {
            if annotation.place.isEmpty {
                ofRun.append(annotation)
            } else if seen.insert([annotation.word] + annotation.place).inserted {
                ofLines.append(annotation)
            } else {
                others.append(annotation)
            }
        }
        return ofRun + ofLines + others
    }

    /// The most warnings of builds that are annotated.
    private static let warningLimit = 20

    /// Says what the run left out though no option asks for that.
    private mutating func annotateOmissions() {
        let omissions = context.omissions
        if omissions.isEmpty { return }
        let fault = context.omissionFault
        let word = fault == nil ? "warning" : "error"
        let lines = [omissions.details()] + (fault.map { [$0.words] } ?? [])
        annotate(word, nil, "not everything ran", lines.joined(separator: "\n"))
        for warning in omissions.warnings.prefix(Self.warningLimit) {
            let line = UInt32(clamping: warning.line)
            let place = warning.file.isEmpty ? nil : ReportContext.Place(file: warning.file, line: line)
            annotate(word, place, "not a test", warning.message)
        }
    }

    /// Annotates the places of issues, each once, or where they have none, the test's: GitHub shows ten annotations of a kind.
    private mutating func annotate(
        _ issues: [Issue], _ title: String, _ place: ReportContext.Place?, isOfCase: Bool = false,
        as word: String? = nil
    ) {
        for group in IssueGroups.byLine(issues) {
            guard let first = group.first else { continue }
            let rest = group.count > 1 ? "\nand \(Count.text(group.count - 1, "other")) at this line" : ""
            let usual = first.isFailure ? "error" : "warning"
            annotate(word ?? usual, first.place ?? place, title, first.text + rest, isOfCase: isOfCase)
        }
    }

    /// Adds an annotation, or counts a test that says the same in the same place as another.
    private mutating func annotate(
        _ word: String, _ place: ReportContext.Place?, _ title: String, _ text: String, isOfCase: Bool = false
    ) {
        var properties: [String] = []
        if let place {
            properties.append(ReportContext.path(place.file, below: settings.workspace))
            if place.line > 0 { properties.append(String(place.line)) }
        }
        let key = FailureFold.withoutAddresses(([word] + properties + [text]).joined(separator: "\u{1F}"))
        if isOfCase, !properties.isEmpty {
            if let position = positions[key] { return annotations[position].others += 1 }
            positions[key] = annotations.count
        }
        annotations.append(Annotation(word: word, place: properties, title: title, text: text))
    }

    /// The command that shows an annotation.
    private static func command(_ annotation: Annotation) -> String {
        let others = annotation.others > 0 ? ", and \(Count.text(annotation.others, "other test"))" : ""
        let properties = zip(["file", "line"], annotation.place) + [("title", annotation.title + others)]
        let words = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
        return "::\(annotation.word) \(words)::\(data(annotation.text))"
    }

    /// A message, as the Actions toolkit escapes it; other controls are made visible.
    private static func data(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.map { escape(TerminalText.line(String($0)), "%") }.joined(separator: "%0A")
    }

    /// A property's value, as the Actions toolkit escapes it.
    private static func property(_ text: String) -> String { escape(TerminalText.line(text), "%:,") }

    /// Writes some ASCII characters as `%` and two digits.
    private static func escape(_ text: String, _ special: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if special.unicodeScalars.contains(scalar) {
                result += "%" + String(scalar.value, radix: 16, uppercase: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
