// SPDX-License-Identifier: MIT

import BundleABI
import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// The facts about a run for every report, and the names of its parts.
public struct ReportContext {
    /// The registry of all loaded bundles.
    public let registry: Registry
    /// The plan of the run.
    public let plan: Plan
    /// The counts, which include an event before a reporter takes it.
    public var tally: Tally
    /// The command that repeats the run.
    public var repeatCommand = ""
    /// The source that fixed the seed, such as `--seed`; nil if it was drawn.
    public var seedSource: String?
    /// The machine's name.
    public var host = ""
    /// The directory in which the run was started, to shorten paths by.
    public var directory = ""

    /// The reason why a focused run is an error; nil if it is none.
    public var focusBan: FocusBan?
    /// Whether the warnings of builds are errors.
    public var isStrict = false

    /// The results of earlier runs, where a report compares this one with them.
    public var earlier: EarlierResults?

    /// The history of tests, where a report shows it.
    public var history: HistoryBook?

    /// Where the run comes from, where a report says that.
    public var origin: RunOrigin?

    /// The directory with copies of the sources, where the run is of an archive that has them.
    public var sources: String?

    /// Which sources are newer than the bundles made from them, where that is looked at.
    public var survey: SourceSurvey?

    /// The names of the workers, if they belong to several machines.
    var workerNames: WorkerNames?

    /// Says a run's registry and plan; the rest is known by those who make a run's reports.
    public init(
        registry: Registry, plan: Plan, tally: Tally? = nil, repeatCommand: String = "", seedSource: String? = nil,
        host: String = "", directory: String = "", workerNames: WorkerNames? = nil
    ) {
        (self.registry, self.plan, self.tally) = (registry, plan, tally ?? Tally(registry))
        (self.repeatCommand, self.seedSource) = (repeatCommand, seedSource)
        (self.host, self.directory, self.workerNames) = (host, directory, workerNames)
    }

    /// The tests that the run leaves out though no option asks for that.
    var omissions: Omissions { Omissions(plan, registry) }

    /// The reason why the run's omissions are an error; nil if they are none.
    var omissionFault: (name: String, words: String)? {
        if omissions.focus.isNarrowed, let focusBan { return ("(focus)", focusBan.words) }
        guard isStrict, let words = omissions.warningWords else { return nil }
        return ("(incomplete)", "\(words); --strict makes this an error")
    }

    /// A place in a source file.
    struct Place: Hashable {
        /// The file's path.
        let file: String
        /// From 1; 0 if unknown.
        let line: UInt32
    }

    /// Hands over the sources of each bundle, by its file index and their absolute paths: the files that declare its cases.
    ///
    /// A source may come several times.
    public static func visitSources(of registry: Registry, _ take: (Int, String) -> Void) {
        var last: (bundle: Int, file: Text)?
        for index in registry.cases.indices {
            let file = registry.cases[index].file
            let bundle = registry.classes[registry.cases[index].classIndex].bundle
            // The cases of a class mostly have one file, with one place in the listing.
            if file.count == 0 || last.map({ $0 == (bundle, file) }) ?? false { continue }
            last = (bundle, file)
            let path = registry.string(file)
            // The place of a relative path is unknown.
            if path.hasPrefix("/") { take(bundle, path) }
        }
    }

    /// Returns a path relative to the directory of the run, if it is below that directory.
    func relative(_ path: String) -> String { Self.path(path, below: directory) }

    /// Returns a path relative to a directory, if it is below that directory.
    static func path(_ path: String, below directory: String) -> String {
        let root = directory.hasSuffix("/") ? directory : directory + "/"
        return directory.isEmpty || !path.hasPrefix(root) ? path : String(path.dropFirst(root.count))
    }

    /// "bundle/Module.Class/case", with "[example]" where there is one.
    func identity(of slot: Plan.Slot) -> String { registry.identity(of: slot) }

    /// Returns the name of something slow: a case's identity, or "the set-up of" a class.
    func identity(of slow: Progress.Slow) -> String {
        switch slow.phase {
        case .body(let slot): identity(of: slot)
        case .setUp: "the set-up of \(registry.identity(ofClass: slow.classIndex))"
        case .tearDown: "the tear-down of \(registry.identity(ofClass: slow.classIndex))"
        }
    }

    /// The class of a slot, by registry index.
    func classIndex(of slot: Plan.Slot) -> Int { registry.cases[Int(slot.caseIndex)].classIndex }

    /// "Module.Class".
    func className(_ index: Int) -> String { registry.string(registry.classes[index].name) }

    /// The method's name, with "[example]" where there is one.
    func caseName(of slot: Plan.Slot) -> String { registry.name(of: slot) }

    /// The example's name, where there is one.
    func example(of slot: Plan.Slot) -> String? {
        slot.example.flatMap { registry.exampleName(ofCase: Int(slot.caseIndex), $0) }
    }

    /// Returns the place of a case's declaration.
    func place(ofCase index: UInt32) -> Place? {
        let entry = registry.cases[Int(index)]
        return entry.file.count > 0 ? Place(file: registry.string(entry.file), line: entry.line) : nil
    }

    /// Where a class is declared.
    func place(ofClass index: Int) -> Place? {
        let entry = registry.classes[index]
        return entry.file.count > 0 ? Place(file: registry.string(entry.file), line: entry.line) : nil
    }

    /// The class of a late report, by registry index.
    func classIndex(of subject: Event.Subject?) -> Int? {
        switch subject {
        case .slot(let slot): classIndex(of: slot)
        case .unit(let index): index
        case nil: nil
        }
    }

    /// The heading of a case that has ended: its identity, and how.
    func title(of result: CaseResult) -> String {
        "\(identity(of: result.slot)) \(result.outcome.words)\(result.repetitionWords.map { " \($0)" } ?? "")"
    }

    /// The heading of an attempt that failed.
    func title(ofAttempt result: CaseResult) -> String {
        "\(identity(of: result.slot)) failed \(result.attemptWords)"
    }

    /// The heading of a late report.
    func title(ofLate subject: Event.Subject?) -> String {
        "reported late: \(identity(of: subject) ?? "by an unknown case")"
    }

    /// A diagnosis in lines: the verdict, the evidence, the command.
    func lines(_ diagnosis: Diagnosis) -> [String] {
        let text = DiagnosisText(diagnosis: diagnosis, name: identity(of:))
        return [text.sentence] + text.evidence + [diagnosis.command]
    }

    /// The identity of the case or class that a late report is about.
    func identity(of subject: Event.Subject?) -> String? {
        if case .slot(let slot) = subject { return identity(of: slot) }
        return classIndex(of: subject).map { registry.identity(ofClass: $0) }
    }
}

extension Issue {
    /// The place that it names.
    var place: ReportContext.Place? {
        guard let file, !file.isEmpty else { return nil }
        return ReportContext.Place(file: file, line: line)
    }

    /// The message, with a word before it for an issue that fails nothing: "warning: …".
    var headline: String {
        switch kind {
        case .warning: "warning: \(message.withoutEmptyMessage)"
        case .known: "known issue: \(message.withoutEmptyMessage)"
        case .assertion, .error, .crash, .timeout, .leak, .bundleFault: message.withoutEmptyMessage
        }
    }

    /// All of it as plain text, not escaped: the message, what the author added, details, the place.
    var text: String {
        var lines = [headline]
        if let comment, !comment.isEmpty { lines.append(comment) }
        if let details, !details.isEmpty { lines.append(details) }
        if let place {
            let position = place.line > 0 ? "\(place.file):\(place.line)" : place.file
            lines.append("at \(position)\(isLastKnownLocation ? " (last known)" : "")")
        }
        return lines.joined(separator: "\n")
    }
}
