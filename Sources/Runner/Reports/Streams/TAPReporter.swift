// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The run as the Test Anything Protocol, version 13 or 14: a test point for each case, and for whatever else went wrong.
///
/// The points come in the order in which cases end, and the plan line last, when their number is known: a stream that
/// breaks off has none, and so counts as failed.
struct TAPReporter: Reporter {
    /// The version.
    private let version: TAPVersion
    /// The run that the report is about.
    private let context: ReportContext
    /// Where it goes; flushed at a failure and before the host waits.
    private(set) var output: TextOutput
    /// The number of test points so far.
    private var count = 0
    /// The messages of earlier attempts of retried cases.
    private var attempts: [Plan.Slot: [String]] = [:]

    /// Prepares a stream.
    init(context: ReportContext, output: TextOutput, version: TAPVersion = .thirteen) {
        self.context = context
        self.version = version
        self.output = output
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .waiting: output.flush()
        case .workerEnded, .startedEarly, .diagnosing, .hunting: break
        case .hunted(let result): comment("hunt: \(result.sentence)")
        case .diagnosed(let diagnosis): for line in context.lines(diagnosis) { comment("diagnosis: \(line)") }
        case .runStarted:
            output.line("TAP version \(version.rawValue)")
            comment("runner \(Version.current), seed \(context.plan.seed)")
        case .bundleFaulted(let fault):
            point(false, "bundle \(fault.name)") { yaml in
                yaml.member("message", fault.reason)
                yaml.member("path", fault.path)
                yaml.member("output", fault.output)
            }
        case .caseEnded(let result): write(result)
        case .unitEnded(let result): write(result)
        case .lateIssue(let issue, let subject): write(issue, context.title(ofLate: subject))
        case .runIssue(let issue): write(issue, "the run")
        // The final result will have the failure of a repetition.
        case .attemptFailed(let result) where result.repetition != nil: return
        case .attemptFailed(let result): attempts[result.slot, default: []] += result.issues.map(\.text)
        case .progressed(let progress):
            for slow in progress.slow {
                comment("still running: \(context.identity(of: slow)) (\(DurationText.seconds(slow.elapsed)))")
            }
        case .runEnded(_, let interruption): finish(interruption)
        }
        if event.isUrgent { output.flush() }
    }

    /// A case that has ended, or is known not to run.
    private mutating func write(_ result: CaseResult) {
        let earlier = attempts.removeValue(forKey: result.slot) ?? []
        let isSkipped = result.outcome == .skipped || result.outcome == .notRun
        let reason = isSkipped ? result.reason?.words ?? result.outcome.words : nil
        point(!result.isFailure, context.identity(of: result.slot), skipped: reason) { yaml in
            if isSkipped { return yaml.member("output", result.output) }
            yaml.number("duration_ms", DurationText.decimal(thousandths: result.duration / 1000))
            if result.isFailure { yaml.member("outcome", result.outcome.rawValue) }
            yaml.member("repetitions", result.repetitionWords)
            if result.attempt > 1 { yaml.number("attempt", String(result.attempt)) }
            Self.write(result.issues, result.logs, result.output, to: &yaml)
            yaml.texts("earlier_attempts", earlier)
        }
    }

    /// A class whose own set-up or tear-down went wrong or printed something; nothing where all is well.
    private mutating func write(_ result: UnitResult) {
        guard !result.issues.isEmpty || result.output != nil else { return }
        let name = context.registry.identity(ofClass: result.classIndex)
        point(!result.isAbnormal, "\(name) set-up and tear-down") { yaml in
            Self.write(result.issues, [], result.output, to: &yaml)
        }
    }

    /// Something that belongs to no running case.
    private mutating func write(_ issue: Issue, _ name: String) {
        point(!issue.isFailure, name) { yaml in Self.write([issue], [], nil, to: &yaml) }
    }

    /// Writes the diagnostics of a test point that did not pass.
    private static func write(_ issues: [Issue], _ logs: [String], _ output: String?, to yaml: inout Diagnostic) {
        let first = issues.first(where: \.isFailure) ?? issues.first
        if let first {
            yaml.member("message", first.summary)
            yaml.member("severity", first.isFailure ? "fail" : "comment")
            yaml.member("file", first.place?.file)
            if let line = first.place?.line, line > 0 { yaml.number("line", String(line)) }
        }
        yaml.texts("issues", issues.map(\.text))
        yaml.texts("logs", logs)
        yaml.member("output", output)
    }

    /// The plan, and why the run is not whole, if it is not.
    private mutating func finish(_ interruption: Interruption?) {
        if interruption != nil {
            output.line("Bail out! \(NotRunReason.cutShort.words)")
        } else if count == 0, context.plan.isEmptyShard, let shard = context.plan.shard {
            return output.line("1..0 # SKIP shard \(shard) has no test")
        } else if count == 0, context.plan.noTests != .fail {
            return output.line("1..0 # SKIP no test ran")
        } else if count == 0 {
            point(false, "no test ran") { _ in }
        }
        if let fault = context.omissionFault {
            point(false, fault.name) { $0.member("message", fault.words) }
        }
        output.line("1..\(count)")
        let omissions = context.omissions
        if !omissions.isEmpty { comment("not everything ran: \(omissions.details())") }
    }

    // MARK: The format

    /// Writes a test point and its diagnostic block.
    private mutating func point(
        _ isOk: Bool,
        _ description: String,
        skipped reason: String? = nil,
        _ diagnose: (inout Diagnostic) -> Void
    ) {
        count += 1
        let directive = reason.map { " # SKIP \(Self.escaped($0))" } ?? ""
        output.line("\(isOk ? "ok" : "not ok") \(count) - \(Self.escaped(description))\(directive)")
        var diagnostic = Diagnostic()
        diagnose(&diagnostic)
        guard !diagnostic.lines.isEmpty else { return }
        output.line("  ---")
        for line in diagnostic.lines { output.line("  " + line) }
        output.line("  ...")
    }

    /// A line for people.
    private mutating func comment(_ text: String) { output.line("# \(Self.escaped(text))") }

    /// A description as one line, in which nothing is a directive.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in TerminalText.line(text).unicodeScalars {
            if character == "\\" || character == "#" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// A YAML block, in which texts are quoted as JSON, which is YAML.
    private struct Diagnostic {
        /// Its lines.
        var lines: [String] = []

        /// A text, where there is one, without the middle of a long one: Perl's TAP::Parser gives up on 65,535 bytes.
        mutating func member(_ name: String, _ text: String?) {
            guard let text else { return }
            var quoted = JSONWriter.quoted(text)
            if quoted.utf8.count > 65_000 {
                let (all, end) = (text.unicodeScalars, 5_000)  // of at most six bytes each
                let cut = "\n[\(all.count - 2 * end) characters left out]\n"
                quoted = JSONWriter.quoted(String(all.prefix(end)) + cut + String(all.suffix(end)))
            }
            lines.append("\(name): \(quoted)")
        }

        /// A number.
        mutating func number(_ name: String, _ number: String) { lines.append("\(name): \(number)") }

        /// Texts, where there are any, with empty lines between them.
        ///
        /// One text rather than a list of them: Perl's TAP::Parser takes a quoted list item with a colon in it for a
        /// mapping, and gives up.
        mutating func texts(_ name: String, _ texts: [String]) {
            if !texts.isEmpty { member(name, texts.joined(separator: "\n\n")) }
        }
    }
}
