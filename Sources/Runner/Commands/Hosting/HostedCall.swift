// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport

/// A call of `swift test` that the runner hosts: what differs from a run that the user started.
struct HostedCall {
    /// The call of SwiftPM.
    let call: SwiftTestCall
    /// The `swift test` that it is a part of; nil if it is none.
    let session: SwiftTestSession?
    /// Whether XCTest's text is wanted in place of the runner's.
    let printsXCTestText: Bool
    /// The reports that all calls of the `swift test` make together.
    private(set) var reports: SessionReports?

    /// Prepares the run of a call.
    init(_ call: SwiftTestCall, session: SwiftTestSession?, printsXCTestText: Bool) {
        (self.call, self.session, self.printsXCTestText) = (call, session, printsXCTestText)
    }

    /// The options of the run: those in force, without those for a run that the user starts.
    ///
    /// Reports to files are for all calls of the `swift test` together; the run itself only writes its events for them.
    mutating func adapt(_ given: Options) throws(SystemFault) -> Options {
        var options = given
        (options.watch, options.list, options.tree, options.showConfiguration) = (false, false, false, false)
        (options.format, options.debugger) = (.plain, nil)
        if printsXCTestText, call.selection.framework == .xctest { options.showOutput = .all }
        if let session { reports = try SessionReports(taking: &options, of: session) }
        // As Swift Testing does, even if nothing is attached.
        if let path = call.attachments, !FilePath.makeDirectory(path) { throw SystemFault("failed to make '\(path)'") }
        options.reports.ofCall = CallReports(
            events: call.events.map(ReportTarget.file), format: format, xml: call.xml.map(ReportTarget.file),
            session: reports.map { .file($0.events) })
        return options
    }

    /// The schema of the event stream that SwiftPM asks for.
    private var format: EventFormat {
        let wish = getenv("SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED").map { String(cString: $0).lowercased() }
        let isExperimental = ["1", "true", "yes"].contains(wish)
        return EventFormat(version: call.eventsVersion, isSwiftTests: true, isExperimental: isExperimental)
    }

    /// The exit code as SwiftPM understands it.
    func status(_ code: ExitCode) -> Int32 {
        switch code {
        case .success: 0
        // XCTest knows no such code: an executable without cases has passed.
        case .nothingRan: call.selection.framework == .xctest ? 0 : Self.noTests
        default: 1
        }
    }

    /// The exit code of Swift Testing for a run without tests: EX_UNAVAILABLE.
    private static let noTests: Int32 = 69

    /// The reason why the executable cannot be hosted, if it cannot.
    func obstacle(_ discovery: Discovery, _ findings: BundleFindings, _ unusable: [Int: LoadFault]) -> DirectRun? {
        if let fault = discovery.faults.first { return .refused(fault.reason) }
        guard let file = discovery.bundles.first, file.isAdapted else {
            return .refused("it is not a test executable of XCTest or Swift Testing")
        }
        return (unusable.values.first ?? findings.faults.values.first).map { .refused($0.reason) }
    }

    /// Refuses names of XCTest cases of which there is none: XCTest would run nothing, and pass.
    func checkNames(in registry: Registry) throws(SystemFault) {
        // Where a filter matches none, SwiftPM asks for two quotation marks.
        guard let names = call.selection.cases, names != ["''"], registry.classes.isEmpty else { return }
        throw SystemFault(
            "no XCTest case is named '\(names.joined(separator: "', '"))'",
            because: "if its class overrides `name`, run it without --parallel and --filter")
    }

    /// The report for people, if it is not the usual one.
    func reporter(
        _ context: ReportContext, _ settings: TerminalReporter.Settings, to descriptor: Int32
    ) -> (any Reporter)? {
        let output = TextOutput(descriptor)
        // `swift test` calls for both frameworks, and most executables have tests of one.
        if context.registry.classes.isEmpty { return SilentReporter(output: output) }
        guard printsXCTestText, call.selection.framework == .xctest else { return nil }
        let isPart = call.selection.cases != nil
        let file = FilePath.name(of: call.executable)
        return XCTestTextReporter(context: context, file: file, isPart: isPart, output: output)
    }

    /// The last line of the report where several calls make one `swift test`, and something failed; nil for none.
    func altogether(_ tally: Tally, state: String?) -> String? {
        guard let session, let state, tally.total.executed > 0, !call.isOfOneCase(session.arguments) else { return nil }
        let root = "\(state)/\(SessionReports.folder)"
        SessionReports.removeEnded(in: root)
        guard FilePath.makeDirectory("\(root)/\(session.key.name)") || errno == EEXIST else { return nil }
        let path = "\(root)/\(session.key.name)/totals"
        let failed = max(tally.total.failed, tally.hasFailed ? 1 : 0)
        return SessionTotals(adding: tally.total.executed, failed: failed, to: path)?.line
    }

    /// The command that runs the tests of this call again by the same seed.
    func repeatCommand(seed: UInt64) -> String {
        let words = session?.arguments.map { ["swift", "test"] + $0 }
        let again = words ?? ["runner", "swift-test", "--", call.executable] + call.arguments
        return "TESTKIT_SEED=\(seed) " + again.map(RepeatCommand.quoted).joined(separator: " ")
    }
}

/// A report that says nothing: an executable has no tests of a framework.
struct SilentReporter: Reporter {
    private(set) var output: TextOutput

    mutating func handle(_ event: Event, at instant: UInt64) {}
}
