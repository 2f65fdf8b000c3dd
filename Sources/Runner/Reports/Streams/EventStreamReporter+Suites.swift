// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The records of classes, and of suites that have only suites in them.
extension EventStreamReporter {
    /// Says of a class, and of the suites that it is in, that they have started, once.
    ///
    /// With `--retry`, a case may go on when its class has ended.
    mutating func startClass(_ index: Int, at instant: UInt64) {
        for suite in suites.start(index) { writeStart(of: suite, at: instant) }
    }

    /// Says of a suite that it has started.
    private mutating func writeStart(of suite: SuiteTree.Suite, at instant: UInt64) {
        if isHidden(suite) { return }
        event(.testStarted, at: instant, suite.id, vocabulary.suiteStarted(suite.classIndex, suite.id, at: instant)) {
            [context] json in
            if let index = suite.classIndex { json.member("identity", context.registry.identity(ofClass: index)) }
        }
        writeEmptySuites(in: suite.index, at: instant)
    }

    /// Says of the suites without any test in a suite, or in none, that they start and end: nothing happens in between.
    mutating func writeEmptySuites(in index: Int?, at instant: UInt64) {
        for suite in suites.emptySuites(in: index) {
            writeStart(of: suite, at: instant)
            writeEnd(of: suite, at: instant)
        }
    }

    /// Says once of a suite that a trait skips it, as its framework has said of it when it skipped a test in it.
    mutating func writeSkip(ofSuite record: FrameworkRecord, _ result: CaseResult, at instant: UInt64) {
        guard let (suite, outer) = suites.skip(record.testID) else { return }
        for suite in outer { writeStart(of: suite, at: instant) }
        let messages = vocabulary.suiteSkipped(suite.classIndex, suite.id, result.reason)
        event(.testSkipped, at: instant, suite.id, messages, record: record) { [context] json in
            if let index = suite.classIndex { json.member("identity", context.registry.identity(ofClass: index)) }
            if let reason = result.reason { Self.write(reason, to: &json) }
        }
    }

    /// A class that has ended.
    mutating func write(_ result: UnitResult, at instant: UInt64) {
        let (id, identity) = (id(ofClass: result.classIndex), context.registry.identity(ofClass: result.classIndex))
        startClass(result.classIndex, at: instant)
        for issue in result.issues {
            let testID = hidden.contains(result.classIndex) ? nil : id
            write(issue, at: instant, testID: testID, identity: identity, ofClass: result.classIndex)
        }
        write(result.attachments, at: instant, testID: id, identity: identity)
        if let reason = result.skipReason {
            event(.testSkipped, at: instant, id, vocabulary.suiteSkipped(result.classIndex, id, reason)) { json in
                json.member("identity", identity)
                Self.write(reason, to: &json)
            }
        }
        for suite in suites.end(result) { writeEnd(of: suite, at: instant) }
    }

    /// Says of a suite that it has ended.
    mutating func writeEnd(of suite: SuiteTree.Suite, at instant: UInt64) {
        if isHidden(suite) { return }
        let isAbnormal = suite.result?.isAbnormal ?? false
        let messages = vocabulary.suiteEnded(suite.classIndex, suite.id, isAbnormal: isAbnormal, at: instant)
        event(.testEnded, at: instant, suite.id, messages) { [self] json in
            guard let index = suite.classIndex else { return }
            json.member("identity", context.registry.identity(ofClass: index))
            guard let result = suite.result else { return writeCounts(ofClass: index, to: &json) }
            json.member("abnormal", isAbnormal)
            writeCounts(ofClass: index, to: &json)
            if let worker = result.worker {
                json.member("worker", worker)
                json.member("started", nanoseconds: result.started)
                json.member("ended", nanoseconds: result.ended)
            }
            if let text = result.output { json.member("output", text) }
        }
    }

    /// Whether the readers do not know a suite.
    private func isHidden(_ suite: SuiteTree.Suite) -> Bool { suite.classIndex.map(hidden.contains) ?? false }

    /// Writes the counts of a class.
    private func writeCounts(ofClass index: Int, to json: inout JSONWriter) {
        json.object("counts") { json in
            for (name, count) in context.tally.counts(ofClass: index).classMembers { json.member(name, count) }
        }
    }
}
