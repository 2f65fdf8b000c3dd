// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport

/// Every report for programs, as one approved text for each.
///
/// They were compared with the documents of those who read them: testanything.org/tap-version-13-specification, the schema of
/// Jenkins's xunit plug-in and Maven's Surefire, Swift Testing's `Documentation/ABI/JSON.md` and what Swift Testing 6.3.1 writes,
/// GitHub's workflow commands and the escapes of its Actions toolkit, GitLab's code quality, and the Trace Event Format.
struct StreamTests {
    /// A report, by the name of the file with its approved text.
    enum Format: String, CaseIterable {
        case tap, junit, xctest, events, github, summary, trace, html
        case codeQuality = "code-quality"

        /// A reporter of it.
        func reporter(_ context: ReportContext, _ output: TextOutput) -> any Reporter {
            switch self {
            case .tap: TAPReporter(context: context, output: output)
            case .junit: JUnitReporter(context: context, output: output)
            case .xctest:
                XCTestTextReporter(context: context, file: "Shop.xctest", isPart: false, output: output)
            case .events: EventStreamReporter(context: context, output: output)
            case .github:
                GitHubReporter(
                    context: context, settings: GitHubReporter.Settings(workspace: "/src", token: "word"),
                    output: output)
            case .summary: JobSummaryReporter(context: context, output: output)
            case .trace: TraceReporter(context: context, output: output)
            case .codeQuality: CodeQualityReporter(context: context, output: output)
            case .html: HTMLReporter(context: context, output: output)
            }
        }

        /// The part of a report that is the run's own.
        func own(_ text: String) -> String {
            guard self == .html else { return text }
            let parts = #/(?s)<header.*?</header>|<noscript>.*?</noscript>|<script type="application/json".*?</script>/#
            return text.matches(of: parts).map { $0.0.replacing("],[", with: "],\n[") + "\n" }.joined()
        }
    }

    /// The approved text of some scenes: each has its title, and what nobody would see is shown as "<U+202E>".
    private func expect(_ scenes: [(title: String, text: String)], _ name: String) throws {
        let text = scenes.map { "### \($0.title)\n\n\($0.text)" }.joined(separator: "\n")
        let visible = text.unicodeScalars.map { scalar in
            let isShown =
                scalar == "\n" || ![.control, .format, .unassigned].contains(scalar.properties.generalCategory)
            return isShown ? String(scalar) : "<U+\(String(scalar.value, radix: 16, uppercase: true))>"
        }
        try ApprovedText(name: "Tests/Streams/\(name).txt").expect(
            visible.joined().replacing(Version.current, with: "<version>"))
    }

    @Test("the report of each small run is the approved one", arguments: Format.allCases)
    func approved(format: Format) throws {
        try expect(
            StreamScene.all.map { scene in
                let text = try scene.run.report(scene.events, interruption: scene.interruption, format.reporter)
                return (scene.title, format.own(text))
            }, format.rawValue)
    }

    @Test("so is the event stream of tests that another framework's tools know, for readers of swift test's and others")
    func swiftTest() throws {
        try expect(
            StreamScene.ofSwiftTest.flatMap { scene, formats in
                try formats.map { format in
                    let text = try scene.run.report(scene.events) {
                        EventStreamReporter(context: $0, output: $1, format: format)
                    }
                    return ("\(scene.title) (\(format.name))", text)
                }
            }, "swift-test")
    }

    @Test("a foreign parser reads hostile JSON back", arguments: [Format.events, .trace, .codeQuality])
    func foreignParser(format: Format) throws {
        var (run, events) = SampleRun.fullyHostileRun
        events = events.map { event in
            guard case .caseEnded(var result) = event else { return event }
            result.worker = 0
            return .caseEnded(result)
        }
        let text = try run.report(events, format.reporter)
        /// Every text of a value, names of members included.
        func texts(of value: Any) -> [String] {
            switch value {
            case let text as String: [text]
            case let list as [Any]: list.flatMap(texts)
            case let object as [String: Any]: object.flatMap { [$0.key] + texts(of: $0.value) }
            default: []
            }
        }
        // A document, or one in each line.
        let whole = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        let values =
            try whole.map { [$0] }
            ?? text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
        #expect(values.flatMap(texts).contains { $0.contains(SampleRun.hostile) })
    }
}

extension EventFormat {
    /// What a stream of it is called in the approved text.
    fileprivate var name: String {
        isSwiftTests
            ? "swift test, version \(version.rawValue)\(isExperimental ? ", experimental" : "")" : "the runner's own"
    }
}
