// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The timeline of the workers in the Trace Event Format, which Perfetto and `chrome://tracing` read.
///
/// A worker is a thread of it. A class is a slice from its set-up to its tear-down, its cases are slices in that; a failure
/// is an instant as well, with its message.
struct TraceReporter: Reporter {
    /// The run that the report is about.
    private let context: ReportContext
    /// The target.
    private(set) var output: TextOutput
    /// The start of the run, in nanoseconds of CLOCK_MONOTONIC.
    private var start: UInt64 = 0
    /// The workers that have a name in the trace.
    private var named: Set<Int> = []
    /// Whether the next entry needs a comma before it.
    private var hasEntries = false

    /// Prepares a report.
    init(context: ReportContext, output: TextOutput) {
        self.context = context
        self.output = output
    }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .runStarted(let clock):
            start = clock.instant
            output.write(#"{"displayTimeUnit":"ms","traceEvents":["#)
        case .caseEnded(let result): write(result)
        // Its last word comes at the end, and has the times of one repetition alone.
        case .attemptFailed(let result): write(result)
        case .unitEnded(let result): write(result)
        case .runEnded:
            output.line("\n]}")
            output.flush()
        case .bundleFaulted, .lateIssue, .runIssue, .waiting, .workerEnded, .startedEarly, .progressed: return
        case .diagnosing, .diagnosed, .hunting, .hunted: return
        }
    }

    /// A case as a slice, and its failure as an instant.
    private mutating func write(_ result: CaseResult) {
        guard let worker = result.worker, result.started > 0 else { return }
        name(worker)
        let identity = context.identity(of: result.slot)
        write("X", context.caseName(of: result.slot), "case", worker, at: result.started) { json in
            json.key("dur")
            json.element(microsecondsOf: result.duration)
            // Names of the viewers' own palettes.
            if result.isFailure { json.member("cname", "terrible") }
            json.object("args") { json in
                json.member("identity", identity)
                json.member("outcome", result.outcome.rawValue)
                json.member("attempt", result.attempt)
            }
        }
        guard result.isFailure else { return }
        let message = result.issues.first(where: \.isFailure)?.summary ?? result.outcome.words
        write("i", message, "failure", worker, at: result.started + result.duration) { json in json.member("s", "t") }
    }

    /// A class as a slice around its cases.
    private mutating func write(_ result: UnitResult) {
        guard let worker = result.worker, result.started > 0, result.ended >= result.started else { return }
        name(worker)
        write("X", context.className(result.classIndex), "class", worker, at: result.started) { json in
            json.key("dur")
            json.element(microsecondsOf: result.ended - result.started)
        }
    }

    /// Names a worker's thread, once.
    private mutating func name(_ worker: Int) {
        guard named.insert(worker).inserted else { return }
        let name = context.workerNames.flatMap { $0.all.indices.contains(worker) ? $0.all[worker] : nil }
        write("M", "thread_name", "", worker, at: start) { json in
            json.object("args") { $0.member("name", name ?? "worker \(worker + 1)") }
        }
    }

    /// An event of the trace.
    private mutating func write(
        _ kind: String, _ name: String, _ category: String, _ worker: Int, at instant: UInt64,
        _ body: (inout JSONWriter) -> Void
    ) {
        var json = JSONWriter()
        json.beginObject()
        json.member("ph", kind)
        json.member("name", name)
        json.member("cat", category)
        json.member("pid", 1)
        json.member("tid", worker + 1)
        json.key("ts")
        json.element(microsecondsOf: instant > start ? instant - start : 0)
        body(&json)
        json.endObject()
        output.write(hasEntries ? ",\n" : "\n")
        output.write(json.bytes)
        hasEntries = true
    }
}
