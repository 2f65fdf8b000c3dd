// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// A small run, for what reads events and records.
enum SampleEvents {
    /// Two classes, with a plain case, one with examples and one that cannot run here.
    static let registry: Registry = {
        var registry = Registry()
        func text(_ string: String) -> Text {
            defer { registry.bytes += Array(string.utf8) }
            return Text(start: UInt32(registry.bytes.count), count: UInt32(string.utf8.count))
        }
        let file = text("/src/Cart.swift")
        for (index, name) in ["M.Base", "M.Cart"].enumerated() {
            registry.classes.append(
                Registry.Class(
                    bundle: 0, index: UInt32(index), name: text(name), file: file, line: 3,
                    superclass: index == 1 ? 0 : nil,
                    flags: 0, declaredSupport: 0, cases: index == 0 ? 0..<1 : 1..<4, runGroup: 1))
        }
        for (index, name) in ["testZ", "testA", "outlineTestB", "testC_iPad"].enumerated() {
            registry.cases.append(
                Registry.Case(
                    classIndex: index == 0 ? 0 : 1, ownerIndex: index == 0 ? 0 : 1, index: UInt32(index),
                    flags: index == 2 ? TESTKIT_CASE_PARAMETERISED.rawValue : 0, line: 4, name: text(name), file: file,
                    examples: index == 2 ? 0..<2 : 0..<0, isSupported: index != 3))
        }
        registry.examples = [text("low"), text("high")]
        registry.bundles = [Registry.Bundle(fileIndex: 0, name: "Shop", producer: "fuzz", classes: 0..<2)]
        return registry
    }()

    /// The events of a run of it, as a shard.
    static func file(shard: String) -> [UInt8] {
        guard let selection = try? Selection(in: registry) else { return [] }
        var plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 7)
        plan.shard = Shard(text: shard)
        let context = ReportContext(
            registry: registry, plan: plan, repeatCommand: "runner --seed 7 --shard \(shard) DIR", host: "box-\(shard)")
        var template = Array("/tmp/fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        defer { close(descriptor) }
        unlink(template)
        var reporter = EventStreamReporter(context: context, output: TextOutput(descriptor))
        for event in events(plan) { reporter.handle(event, at: 5_000_000_000) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Something of everything.
    private static func events(_ plan: Plan) -> [Event] {
        var events: [Event] = [.runStarted(RunClock(instant: 1_000_000_000, wallClock: 1_700_000_000_000_000_000))]
        for slot in plan.unsupported {
            events.append(.caseEnded(CaseResult(slot: slot, outcome: .skipped, reason: .platform("iPad"))))
        }
        for (index, slot) in plan.slots.enumerated() {
            var issue = Issue(kind: .assertion, message: "expected 1, got 2")
            (issue.file, issue.line, issue.comment, issue.details) = ("/src/Cart.swift", 5, "of it", "- 1\n+ 2")
            var result = CaseResult(
                slot: slot, outcome: index == 1 ? .failed : .passed, issues: index == 1 ? [issue] : [])
            (result.started, result.duration, result.worker) = (2_000_000_000, 1_500_000, index % 2)
            if index == 1 {
                (result.output, result.logs) = ("printed\n", ["logged"])
                result.attachments = [AttachedFile(name: "log", path: "/a/log", size: 3)]
                events.append(.attemptFailed(result))
                result.attempt = 2
            }
            events.append(.caseEnded(result))
        }
        var unit = UnitResult(classIndex: 1)
        (unit.started, unit.ended, unit.worker) = (1_500_000_000, 3_500_000_000, 1)
        events += [.unitEnded(unit), .lateIssue(Issue(kind: .warning, message: "late"), nil)]
        events += [
            .runIssue(Issue(kind: .error, message: "lost")), .runEnded(duration: 3_000_000_000, interruption: nil),
        ]
        return events
    }
}
