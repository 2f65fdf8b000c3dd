// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// Every message of load faults, of usage errors and of the report at a terminal, as one approved text.
struct MessagesTests {
    /// The approved text: Tests/Messages.txt.
    private static let path = Checkout.path("Tests/Messages.txt")

    @Test("the messages are those of the approved text")
    func approved() throws {
        let usage = UsageErrorSamples.all
        let scenes = try ReportScene.all.map { ["", "### \($0.title)", ""] + [try $0.play().text] }
        let parts: [[String]] = [
            ["## Load faults", ""], LoadFault.Cause.samples.map { "\($0.kind): \($0.words)" },
            ["", "## Usage errors", ""], usage.text, ["", "## The report at a terminal"], scenes.flatMap(\.self),
        ]
        let text = parts.joined().joined(separator: "\n").replacing(Version.current, with: "<version>")
        if ProcessInfo.processInfo.environment["RECORD_MESSAGES"] != nil {
            try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
            Testing.Issue.record("recorded Tests/Messages.txt: read it, and run again without RECORD_MESSAGES")
            return
        }
        let approved = (try? String(contentsOfFile: Self.path, encoding: .utf8)) ?? ""
        let (new, old) = (text.components(separatedBy: "\n"), approved.components(separatedBy: "\n"))
        let changes = new.difference(from: old).map { change in
            switch change {
            case .insert(let place, let line, _): "+\(place + 1) \(line)"
            case .remove(let place, let line, _): "-\(place + 1) \(line)"
            }
        }
        #expect(
            changes.isEmpty,
            "RECORD_MESSAGES=1 writes Tests/Messages.txt anew:\n\(changes.joined(separator: "\n"))")
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
