// SPDX-License-Identifier: MIT

import BundleABI
import Foundation
import TestKit

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports
@testable import Runner
@testable import TestKitResources

extension FuzzTarget {
    /// A run's events, of two files with a zero byte between them.
    static let events = FuzzTarget(
        name: "events",
        seeds: [
            SampleRun.stream(shard: "1/2"), SampleRun.stream(shard: "1/2") + [0] + SampleRun.stream(shard: "2/2"),
        ],
        tokens: [
            "\n", "\"testkit\":{", "\"identity\":\"Shop/Shop.CartTests/testAdd\"", "\"outcome\":\"passed\"",
            "\"kind\":\"testEnded\"",
            "\"kind\":\"issueRecorded\"", "\"worker\":9223372036854775807", "\"duration\":9223372036.854775807",
            "\"attempt\":2",
            "\"failedAttempt\":1", "\"repetition\":1", "\"shard\":\"1/2\"", "\"late\":true", "{", "}", ",", "\0",
        ]
    ) { bytes in
        let files = try bytes.split(separator: 0).map { try FuzzFile(Array($0)) }
        let survey = try EventSurvey(try files.map { try EventSource(path: $0.path) })
        let findings = MergeFindings(survey.runs)
        let merged = MergedPlan(survey.plans, survey.runs)
        var ledger = MergeLedger(merged, survey.runs, Tally(merged.registry))
        var options = Options()
        options.color = .never
        let merge = Merge(options: options, paths: [], terminal: -1)
        try merge.settle(merged, survey.runs, findings, &ledger)
        let context = merge.context(merged, survey.runs, ledger)
        let nowhere = open("/dev/null", O_WRONLY)
        defer { close(nowhere) }
        var reporters: [any Reporter] = [
            JUnitReporter(context: context, output: TextOutput(nowhere)),
            TAPReporter(context: context, output: TextOutput(nowhere)),
            EventStreamReporter(context: context, output: TextOutput(nowhere)),
            HTMLReporter(context: context, output: TextOutput(nowhere)),
        ]
        var runs = survey.runs
        var ended: [Plan.Slot: Int] = [:]
        try merge.replay(merged, &runs, findings, &ledger) { event, instant in
            context.tally.handle(event, at: instant)
            if case .caseEnded(let result) = event { ended[result.slot, default: 0] += 1 }
            for index in reporters.indices { reporters[index].handle(event, at: instant) }
        }
        // Every case ends once, whatever the files say.
        let planned = merged.plan.slots + merged.plan.unsupported
        if planned.contains(where: { ended[$0] != 1 }) { throw Finding(description: "a case did not end once") }
    }

    /// Records of runs.
    static let record = FuzzTarget(
        name: "record",
        seeds: [
            "testkit-record 2\nrun\t17\t2026-11-21T08:00:00Z\t42\tfinished\t120\t2\trunner DIR\nclass\t17\tok\t12\t52340\tShop/Shop.CartTests\n"
                + "case\tfailed\t310\ttestAdd\ncase\tpassed\t48120\ttestPay\nclass\t16\tabnormal\t0\t0\tShop/Shop.Base\nend\t5\n"
        ].map { Array($0.utf8) },
        tokens: [
            "\n", "\t", "class\t", "case\t", "run\t", "end\t", "passed", "failed", "ok", "abnormal", "\\09",
            "Shop/Shop.CartTests", "testAdd",
        ]
    ) { bytes in
        guard let record = try? RunRecord(bytes) else { return }
        if try RunRecord(record.text()) != record { throw Finding(description: "not read back as it was written") }
        let registry = SampleRun().context.registry
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        _ = EarlierFailures(record, in: registry)
        var estimate = TimeEstimate(record, plan: plan, registry: registry, jobs: 2)
        let tally = Tally(registry)
        var recordWriter = RecordWriter(registry, tally)
        for slot in plan.slots {
            var result = CaseResult(slot: slot, outcome: .failed)
            (result.started, result.duration) = (1, FileNumber.duration.range.upperBound)
            estimate?.take(result)
            tally.handle(.caseEnded(result), at: 1)
            recordWriter.handle(.caseEnded(result), at: 1)
        }
        _ = estimate?.left([], at: .max)
        var merged = recordWriter.merged(into: record, seed: 1, time: "now", command: "x")
        if try RunRecord(merged.text()) != merged { throw Finding(description: "what a run adds is not read back") }
        merged.trim(to: 3)
    }

    /// Property lists, as data-driven cases have them.
    static let propertyList = FuzzTarget(
        name: "propertyList",
        seeds: [
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>ECTestItems</key><dict><key>a</key><dict><key>x</key><integer>1</integer>"
                + "</dict></dict><key>ECTestSuites</key><dict><key>s</key><dict><key>b</key><dict/></dict></dict></dict></plist>",
            "{ a = { x = 1; y = (1, 2); }; b = { }; }",
        ].map { Array($0.utf8) } + [binaryPropertyList],
        tokens: [
            "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "<integer>", "&amp;", "&#0;",
            "{", "}", "(", ")", "=", ";",
        ]
    ) { bytes in
        let file = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(getpid()).plist")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try? Example.propertyList(at: file)
    }

    /// A property list in its binary form.
    private static var binaryPropertyList: [UInt8] {
        let value: [String: Any] = [
            "a": ["x": 1, "y": [1.5, true]], "b": ["z": Data([1, 2]), "t": Date(timeIntervalSince1970: 0)],
        ]
        return Array(
            (try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)) ?? Data())
    }
}

extension SampleRun {
    /// The event stream of a shard of the sample run, with an earlier attempt and issues of the run.
    fileprivate static func stream(shard: String) -> [UInt8] {
        let plain = SampleRun().context
        var plan = plain.plan
        plan.shard = Shard(text: shard)
        let run = SampleRun(
            context: ReportContext(
                registry: plain.registry, plan: plan, repeatCommand: "runner --shard \(shard) DIR", host: "box-\(shard)"
            ))
        let lost = Issue(kind: .error, message: "lost")
        var attempt = run.result(.add, .failed, [lost])
        (attempt.attachments, attempt.worker) = ([AttachedFile(name: "log", path: "/a/log", size: 3)], 1)
        let events = [.attemptFailed(attempt)] + run.events + [.lateIssue(lost, nil), .runIssue(lost)]
        let text = try? run.report(events) { EventStreamReporter(context: $0, output: $1) }
        return Array((text ?? "").utf8)
    }
}
