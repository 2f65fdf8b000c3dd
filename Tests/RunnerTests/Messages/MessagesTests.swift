// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// Every message of load faults, of usage errors and of the report at a terminal, as one approved text.
struct MessagesTests {
    @Test("the messages are those of the approved text")
    func approved() throws {
        let usage = UsageErrorSamples.all
        let scenes = try ReportScene.all.map { ["", "### \($0.title)", ""] + [try $0.play().text] }
        let parts: [[String]] = [
            ["## Load faults", ""], LoadFault.Cause.samples.map { "\($0.kind): \($0.words)" },
            ["", "## Usage errors", ""], usage.text, ["", "## The report at a terminal"], scenes.flatMap(\.self),
        ]
        let text = parts.joined().joined(separator: "\n").replacing(Version.current, with: "<version>")
        try ApprovedText(name: "Tests/Messages.txt").expect(text)
    }

    @Test("no line is wider than its screen, but for what is copied or is a link: places, paths and commands")
    func widths() throws {
        for scene in ReportScene.screens {
            var settings = TerminalReporter.Settings()
            scene.settings(&settings)
            let width = try #require(settings.columns())
            for line in try scene.play().text.split(separator: "\n") {
                let words = line.split(separator: " ")
                // A command, a path, "at" and a place.
                if line.hasPrefix("repeat") || words.count == 1 || words.first == "at" && words.count == 2 { continue }
                #expect(TerminalText.columns(of: String(line)) <= width, "\(scene.title): \(line)")
            }
        }
    }

    @Test("each kind of usage error has a row")
    func usageErrors() {
        #expect(UsageErrorSamples.all.kinds == Set(UsageErrorSamples.Kind.allCases))
    }

    @Test("each kind of event has a scene")
    func scenes() throws {
        let names = try ReportScene.all.reduce(into: Set<EventName>()) { try $0.formUnion($1.play().names) }
        #expect(names == Set(EventName.allCases))
    }
}
