// SPDX-License-Identifier: MIT

import Foundation
import FoundationXML
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The JUnit report, against text written from the schema that Jenkins's xunit plug-in publishes and GitLab's guide.
struct JUnitReporterTests {
    /// Returns the expected head of the class's suite.
    private func head(tests: Int, failures: Int, errors: Int, skipped: Int, time: String, of all: String) -> String {
        #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="runner" tests="\#(tests)" failures="\#(failures)" errors="\#(errors)" skipped="\#(skipped)" time="\#(all)">
          <testsuite name="Shop/Shop.CartTests" tests="\#(tests)" failures="\#(failures)" errors="\#(errors)" skipped="\#(skipped)" time="\#(time)" timestamp="2026-01-02T03:04:06" hostname="box" file="CartTests.swift" line="3">
            <properties>
              <property name="seed" value="18446744073709551615"/>
              <property name="host" value="box"/>
              <property name="bundle" value="Shop"/>
              <property name="runGroup" value="2"/>
              <property name="superclasses" value="Shop.Base"/>
              <property name="executed" value="4"/>
              <property name="failed" value="2"/>
              <property name="unexpected" value="1"/>
              <property name="skipped" value="2"/>
            </properties>

        """#
    }

    @Test("every outcome is a testcase")
    func outcomes() throws {
        let run = SampleRun()
        let text = try run.report(run.events) { JUnitReporter(context: $0, output: $1) }
        let cases = #"""
                <testcase name="testTouch_iPad" classname="Shop.Shop.CartTests" file="CartTests.swift" line="13" time="0.000">
                  <skipped message="its platform iPad is not current"/>
                </testcase>
                <testcase name="testAdd" classname="Shop.Shop.CartTests" file="CartTests.swift" line="10" time="0.002"/>
                <testcase name="testPay" classname="Shop.Shop.CartTests" file="CartTests.swift" line="11" time="0.002">
                  <failure message="expected equal values, got 1 and 2 (after a discount)" type="assertion">expected equal values, got 1 and 2
            after a discount
            - 2
            + 1
            at /src/CartTests.swift:21</failure>
                  <system-out>log: card declined
            paying
            </system-out>
                </testcase>
                <testcase name="outlineTestTax[low]" classname="Shop.Shop.CartTests" file="CartTests.swift" line="12" time="0.002">
                  <error message="was ended by SIGSEGV in the case's body" type="crash">was ended by SIGSEGV in the case's body
            at /src/CartTests.swift:30 (last known)</error>
                </testcase>
                <testcase name="outlineTestTax[high]" classname="Shop.Shop.CartTests" file="CartTests.swift" line="12" time="0.002">
                  <skipped message="no such tax"/>
                </testcase>
              </testsuite>
            </testsuites>

            """#
        #expect(text == head(tests: 5, failures: 1, errors: 1, skipped: 2, time: "0.006", of: "3.000") + cases)
    }

    @Test("what skipped cases and the hooks of classes printed is reported")
    func outputOfSkips() throws {
        let (run, events) = SampleRun.printingRun
        let text = try run.report(events) { JUnitReporter(context: $0, output: $1) }
        #expect(text.contains("<skipped message=\"closed\"/>\n      <system-out>looking\n</system-out>"))
        #expect(text.contains("<testcase name=\"(set-up and tear-down)\""))
        #expect(text.contains("<system-out>opening\n</system-out>"))
    }

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

    @Test("what never came to run is skipped")
    func notRun() throws {
        let run = SampleRun()
        let text = try run.report(Array(run.events.prefix(2)), interruption: .signal(2)) {
            JUnitReporter(context: $0, output: $1)
        }
        #expect(text.split(separator: "\n").count { $0.contains("<skipped message=\"the run was cut short\"/>") } == 3)
        #expect(text.contains(#"<testsuites name="runner" tests="5" failures="0" errors="0" skipped="4""#))
    }

    @Test("what goes wrong outside of cases is a testcase")
    func outsideOfCases() throws {
        let run = SampleRun()
        let unit = UnitResult(classIndex: 1, issues: [Issue(kind: .assertion, message: "no database")])
        let events: [Event] = [
            .bundleFaulted(BundleFault(path: "/lib/libBad.so", words: "too short")), .unitEnded(unit),
            .runIssue(Issue(kind: .crash, message: "a worker died")),
        ]
        let text = try run.report(events) { JUnitReporter(context: $0, output: $1) }
        #expect(text.contains(#"<testcase name="(bundle)" classname="Bad" time="0.000">"#))
        #expect(text.contains(#"<testcase name="(set-up and tear-down)" classname="Shop.Shop.CartTests""#))
        #expect(text.contains(#"<testcase name="(the run)" classname="runner" time="0.000">"#))
        #expect(text.contains(#"failures="1" errors="2" skipped="0""#))
    }

    @Test("an earlier attempt is reported")
    func earlierAttempt() throws {
        let run = SampleRun()
        let (first, again) = run.retried(.add, "not yet")
        let text = try run.report([.attemptFailed(first), .caseEnded(again)]) { JUnitReporter(context: $0, output: $1) }
        // As Maven's Surefire has it.
        #expect(
            text.contains(
                #"""
                      <flakyFailure message="not yet" type="assertion">
                        <stackTrace>not yet</stackTrace>
                      </flakyFailure>
                """#))
        #expect(text.contains(#"<testsuites name="runner" tests="1" failures="0" errors="0""#))
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
