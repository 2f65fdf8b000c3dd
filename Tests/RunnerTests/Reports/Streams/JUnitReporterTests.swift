// SPDX-License-Identifier: MIT

import Foundation
import FoundationXML
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The JUnit report, beyond the text of `StreamTests`.
struct JUnitReporterTests {
    @Test("times are rounded to milliseconds and a suite has that of all its cases")
    func times() throws {
        let run = SampleRun()
        let durations: [(SampleRun.Case, UInt64)] = [
            (.add, 400_000), (.pay, 499_999), (.low, 500_000), (.high, 61_999_500_000),
        ]
        let events = durations.map { place, duration in
            var result = run.result(place, .passed)
            result.duration = duration
            return Event.caseEnded(result)
        }
        let text = try run.report(events) { JUnitReporter(context: $0, output: $1) }
        let times = text.split(separator: " time=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(times == ["3.000", "62.001", "0.000", "0.000", "0.001", "62.000"])
    }

    @Test("a foreign parser reads every hostile field back")
    func hostileFields() throws {
        let (run, events) = SampleRun.fullyHostileRun
        let document = Elements()
        let parser = XMLParser(data: Data(try run.report(events) { JUnitReporter(context: $0, output: $1) }.utf8))
        parser.delegate = document
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        // What XML cannot hold is visible.
        let hostile = SampleRun.hostile.replacing("\u{0}", with: #"\u{0}"#).replacing("\u{1B}", with: #"\u{1B}"#)
            .replacing("\u{FFFE}", with: #"\u{FFFE}"#)
        let properties = Dictionary(grouping: document.all.filter { $0.name == "property" }) { $0.attributes["name"] }
            .mapValues { $0.map { $0.attributes["value"] } }
        for name in ["bundle", "displayName", "link", "host"] {
            #expect(properties[name]?.contains(hostile) == true, "\(name)")
        }
        #expect(properties["warning"] == ["warning: \(hostile)"])
        #expect(properties["diagnosis of \(hostile)"]?.first??.hasSuffix("; \(hostile)") == true)
        #expect(document.all.contains { $0.name == "flakyFailure" && $0.attributes["message"] == hostile })
        #expect(document.all.contains { $0.name == "stackTrace" && $0.text == hostile })
        #expect(document.all.contains { $0.name == "system-out" && $0.text == "[[ATTACHMENT|\(hostile)]]" })
        #expect(document.all.contains { $0.name == "skipped" && $0.attributes["message"] == hostile })
        #expect(document.all.contains { $0.name == "testcase" && $0.attributes["name"] == hostile })
        // As the schema has it.
        let childless = document.all.filter { $0.name == "properties" && $0.children == 0 }
        #expect(childless.isEmpty)
    }

    /// The elements of a document, in the order of their ends.
    private final class Elements: NSObject, XMLParserDelegate {
        /// One of them.
        struct Element {
            /// Its name.
            var name: String
            /// Its attributes.
            var attributes: [String: String]
            /// The text in it.
            var text = ""
            /// The number of elements in it.
            var children = 0
        }

        /// Those that have ended.
        var all: [Element] = []
        /// Those that are open, the innermost last.
        private var open: [Element] = []

        /// Takes a start tag.
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            if !open.isEmpty { open[open.count - 1].children += 1 }
            open.append(Element(name: name, attributes: attributes))
        }

        /// Takes text.
        func parser(_ parser: XMLParser, foundCharacters text: String) { open[open.count - 1].text += text }

        /// Takes an end tag.
        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { all.append(open.removeLast()) }
    }
}
