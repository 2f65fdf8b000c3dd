// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The event stream, against lines written from Swift Testing's `Documentation/ABI/JSON.md`.
struct EventStreamReporterTests {
    /// The lines that a reporter makes of some events.
    private func lines(_ run: SampleRun, _ events: [Event], _ interruption: Interruption? = nil) throws -> [String] {
        try run.report(events, interruption: interruption) { EventStreamReporter(context: $0, output: $1) }
            .split(separator: "\n").map(String.init)
    }

    /// Returns the kind of each line's payload and the test that it belongs to.
    private func summary(_ lines: [String]) -> [String] {
        lines.map { line in
            func value(_ key: String) -> String? {
                guard let start = line.firstRange(of: "\"\(key)\":\"") else { return nil }
                return String(line[start.upperBound...].prefix { $0 != "\"" })
            }
            let payload = line.firstRange(of: "\"payload\":{\"kind\":\"").map {
                line[$0.upperBound...].prefix { $0 != "\"" }
            }
            let about = value("identity") ?? value("id")
            return ([payload.map(String.init), about].compactMap(\.self)).joined(separator: " ")
        }
    }

    @Test("the plan comes first")
    func planFirst() throws {
        let lines = try lines(SampleRun(), [])
        let place = #""sourceLocation":{"filePath":"/src/CartTests.swift","_filePath":"/src/CartTests.swift","line":"#
        #expect(lines.count == 7)
        #expect(
            lines[0]
                == #"{"version":"6.3","kind":"test","payload":{"kind":"suite","name":"CartTests",\#(place)3,"column":1},"#
                + #""id":"Shop/Shop.CartTests","testkit":{"bundle":"Shop","class":"Shop.CartTests","superclass":"Shop.Base","runGroup":2,"focused":false}}}"#
        )
        #expect(
            lines[3]
                == #"{"version":"6.3","kind":"test","payload":{"kind":"function","name":"outlineTestTax",\#(place)12,"column":1},"#
                + #""id":"Shop/Shop.CartTests/outlineTestTax","isParameterized":true,"testkit":{"bundle":"Shop","class":"Shop.CartTests","focused":false,"examples":["low","high"]}}}"#
        )
        #expect(summary(lines)[4] == "function Shop/Shop.CartTests/testTouch_iPad")
        #expect(
            lines[5]
                == #"{"version":"6.3","kind":"event","payload":{"kind":"runStarted","instant":{"absolute":1.000000000,"since1970":1767323045.000000000},"#
                + #""messages":[{"symbol":"default","text":"4 cases with seed 18446744073709551615"}],"#
                + #""testkit":{"runner":"0.1.0","seed":"18446744073709551615","seedFixed":true,"seedSource":"--seed","host":"box","repeat":"runner --seed 18446744073709551615 Shop.so","#
                + #""bundles":["Shop"],"classes":1,"cases":4,"notSelected":0,"focused":false,"leftOutByFocus":0,"#
                + #""shard":null,"casesElsewhere":0}}}"#
        )
        #expect(
            lines[6]
                == #"{"version":"6.3","kind":"event","payload":{"kind":"runEnded","instant":{"absolute":4.000000000,"since1970":1767323048.000000000},"#
                + #""messages":[{"symbol":"default","text":"ended: 0 passed, 0 failed, 0 skipped"}],"#
                + #""testkit":{"seed":"18446744073709551615","duration":3.000000000,"cutShort":false,"executed":0,"passed":0,"flaky":0,"knownIssues":0,"failed":0,"unexpected":0,"skipped":0,"notRun":0,"abnormalClasses":0}}}"#
        )
    }

    @Test("what starts ends")
    func startsAndEnds() throws {
        let run = SampleRun()
        let lines = try lines(run, run.events)
        let tax = "Shop/Shop.CartTests/outlineTestTax"
        #expect(
            summary(lines).dropFirst(6) == [
                "testSkipped Shop/Shop.CartTests/testTouch_iPad",
                "testStarted Shop/Shop.CartTests",
                "testStarted Shop/Shop.CartTests/testAdd", "testEnded Shop/Shop.CartTests/testAdd",
                "testStarted Shop/Shop.CartTests/testPay", "issueRecorded Shop/Shop.CartTests/testPay",
                "testEnded Shop/Shop.CartTests/testPay",
                "testStarted \(tax)", "testCaseStarted \(tax)[low]", "issueRecorded \(tax)[low]",
                "testCaseEnded \(tax)[low]",
                "testCaseStarted \(tax)[high]", "testCaseCancelled \(tax)[high]", "testCaseEnded \(tax)[high]",
                "testEnded \(tax)",
                "testEnded Shop/Shop.CartTests",
                "runEnded",
            ]
        )
        #expect(
            lines[11]
                == #"{"version":"6.3","kind":"event","payload":{"kind":"issueRecorded","instant":{"absolute":2.001500000,"since1970":1767323046.001500000},"#
                + #""issue":{"isKnown":false,"severity":"error","isFailure":true,"sourceLocation":{"filePath":"/src/CartTests.swift","_filePath":"/src/CartTests.swift","line":21,"column":1}},"#
                + #""messages":[{"symbol":"fail","text":"expected equal values, got 1 and 2"},{"symbol":"details","text":"after a discount"},{"symbol":"details","text":"- 2\n+ 1"}],"#
                + #""testID":"Shop/Shop.CartTests/testPay","testkit":{"identity":"Shop/Shop.CartTests/testPay","kind":"assertion","expected":true,"lastKnownLocation":false,"late":false,"comment":"after a discount"}}}"#
        )
        #expect(
            lines[12].hasSuffix(
                #""testkit":{"identity":"Shop/Shop.CartTests/testPay","outcome":"failed","duration":0.001500000,"unexpected":false,"logs":["card declined"],"output":"paying\n"}}}"#
            )
        )
    }

    @Test("a long case is said to have started while it runs")
    func longCase() throws {
        let run = SampleRun()
        var progress = Progress()
        progress.cases = [(run.context.plan.slots[0], 2_000_000_000)]
        let events: [Event] = [
            .progressed(progress), .progressed(progress), .caseEnded(run.result(.add, .passed)), .progressed(progress),
        ]
        #expect(
            summary(try lines(run, events)).dropFirst(6).prefix(3) == [
                "testStarted Shop/Shop.CartTests", "testStarted Shop/Shop.CartTests/testAdd",
                "testEnded Shop/Shop.CartTests/testAdd",
            ]
        )
    }

    @Test("what takes long is an event of our own")
    func ownEvent() throws {
        let run = SampleRun()
        var progress = Progress()
        let slot = run.context.plan.slots[2]
        progress.cases = [(slot, 2_000_000_000)]
        let index = run.context.classIndex(of: slot)
        progress.slow = [
            Progress.Slow(classIndex: index, phase: .body(slot), elapsed: 10_000_000_000),
            Progress.Slow(classIndex: index, phase: .setUp, elapsed: 500_000_000),
        ]
        let lines = try lines(run, [.progressed(progress)])
        let tax = "Shop/Shop.CartTests/outlineTestTax"
        #expect(
            summary(lines).dropFirst(8).prefix(3) == [
                "testCaseStarted \(tax)[low]", "testkit.stillRunning \(tax)[low]",
                "testkit.stillRunning Shop/Shop.CartTests",
            ])
        #expect(lines[9].contains(#""text":"\#(tax)[low] is still running after 10 s"}],"testID":"\#(tax)","#))
        #expect(lines[9].contains(#""phase":"case","elapsed":10.000000000}"#))
        #expect(lines[10].contains(#""phase":"classSetUp","elapsed":0.500000000}"#))
    }

    @Test("a repetition is reported")
    func repetition() throws {
        let run = SampleRun()
        var first = run.result(.add, .failed, [Issue(kind: .assertion, message: "not now")])
        first.repetition = CaseResult.Repetition(number: 3, seed: 44)
        var last = first
        last.repetition = CaseResult.Repetition(number: 3, seed: 44, runs: 5, failures: 2)
        let lines = try lines(run, [.attemptFailed(first), .caseEnded(last)])
        #expect(
            summary(lines).dropFirst(7).prefix(4) == [
                "testStarted Shop/Shop.CartTests/testAdd", "issueRecorded Shop/Shop.CartTests/testAdd",
                "testkit.attemptFailed Shop/Shop.CartTests/testAdd", "testEnded Shop/Shop.CartTests/testAdd",
            ])
        #expect(lines[8].contains(#""severity":"error","isFailure":true"#))
        #expect(lines[8].contains(#""repetition":3,"repetitionSeed":"44"}"#))
        #expect(lines[9].contains(#""repetition":3,"repetitionSeed":"44","started":2.000000000,"attempt":1}"#))
        #expect(lines[10].contains(#""repetition":3,"repetitionSeed":"44","started":2.000000000,"repetitions":5,"#))
        #expect(lines[10].contains(#""failedRepetitions":2}"#))
    }

    @Test("a cut short run closes what is open")
    func cutShort() throws {
        let run = SampleRun()
        var progress = Progress()
        progress.cases = [(run.context.plan.slots[2], 2_000_000_000)]
        let lines = try lines(run, [.progressed(progress)], .signal(2))
        let tax = "Shop/Shop.CartTests/outlineTestTax"
        #expect(
            summary(lines).dropFirst(6) == [
                "testStarted Shop/Shop.CartTests", "testStarted \(tax)", "testCaseStarted \(tax)[low]",
                "testSkipped Shop/Shop.CartTests/testAdd", "testSkipped Shop/Shop.CartTests/testPay",
                "testCaseCancelled \(tax)[low]", "testCaseEnded \(tax)[low]", "testCaseStarted \(tax)[high]",
                "testCaseCancelled \(tax)[high]", "testCaseEnded \(tax)[high]", "testEnded \(tax)",
                "testEnded Shop/Shop.CartTests", "runEnded",
            ]
        )
        let told = lines.filter { $0.contains(#""outcome":"notRun""#) }
        #expect(told.count == 4 && told.allSatisfy { $0.contains(#""reason":"the run was cut short""#) })
        #expect(lines.last?.contains(#""notRun":4"#) == true)
    }

    @Test("an earlier attempt is reported")
    func earlierAttempt() throws {
        let run = SampleRun()
        let (first, again) = run.retried(.add, "not yet")
        let lines = try lines(run, [.attemptFailed(first), .unitEnded(UnitResult(classIndex: 1)), .caseEnded(again)])
        #expect(
            summary(lines).dropFirst(6) == [
                "testStarted Shop/Shop.CartTests", "testStarted Shop/Shop.CartTests/testAdd",
                "issueRecorded Shop/Shop.CartTests/testAdd",
                "testkit.attemptFailed Shop/Shop.CartTests/testAdd", "testEnded Shop/Shop.CartTests",
                "testEnded Shop/Shop.CartTests/testAdd", "runEnded",
            ])
        #expect(lines[8].contains(#""issue":{"isKnown":false,"severity":"warning","isFailure":false,"#))
        #expect(lines[8].contains(#""failedAttempt":1"#) && lines[11].contains(#""attempt":2"#))
    }

    @Test("hostile text stays in its string")
    func hostileText() throws {
        let (run, events) = SampleRun.hostileRun
        let lines = try lines(run, events)
        // RFC 8259: quotation mark, reverse solidus and controls must be escaped; the rest may stand.
        let text = #"a<b>&\"'\n::error::x%,:|# SKIP\\\u0000\u001b[31m\u007f\u009b"# + "\u{202E}\u{FFFE}]]>`*é😀"
        #expect(lines[1].contains("\"id\":\"\(text)/\(text)/\(text)\""))
        #expect(lines.contains { $0.contains("\"logs\":[\"\(text)\"],\"output\":\"\(text)\"") })
        #expect(lines.allSatisfy { $0.hasPrefix("{\"version\":\"6.3\",\"kind\":\"") && $0.hasSuffix("}}}") })
        #expect(
            lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } }
        )
    }

    @Test(
        "a foreign parser reads hostile JSON back",
        arguments: [
            { EventStreamReporter(context: $0, output: $1) }, { TraceReporter(context: $0, output: $1) },
            { CodeQualityReporter(context: $0, output: $1) },
        ] as [@Sendable (ReportContext, TextOutput) -> any Reporter])
    func foreignParser(_ make: @Sendable (ReportContext, TextOutput) -> any Reporter) throws {
        var (run, events) = SampleRun.fullyHostileRun
        events = events.map { event in
            guard case .caseEnded(var result) = event else { return event }
            result.worker = 0
            return .caseEnded(result)
        }
        let text = try run.report(events) { make($0, $1) }
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
