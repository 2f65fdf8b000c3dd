// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// The run of an event file: its start and its end.
struct EventRun {
    /// The start of a run.
    struct Start {
        /// When, in nanoseconds since 1970 and by its machine's own clock.
        var wallClock: UInt64 = 0, absolute: UInt64 = 0
        /// The seed; nil if the file has none.
        var seed: UInt64?
        /// Whether the user asked for that seed.
        var isSeedFixed = false
        /// The source of the seed.
        var seedSource: String?
        /// Which part of the whole it is: "2/3".
        var shard: String?
        /// The way in which classes were dealt out to shards, if not by a hash.
        var balance: String?
        /// The machine's name.
        var host: String?
        /// The command that repeats it.
        var command: String?
        /// The runner's version.
        var version: String?
        /// The numbers of cases in its plan, and in those of all shards.
        var cases = 0, allCases = 0
        /// The number of cases that were not selected, or not focused.
        var notSelected = 0, leftOutByFocus = 0
        /// Whether a focus narrows it.
        var isFocused = false
        /// Whether that made it an error.
        var isFocusForbidden = false
        /// Whether the warnings of builds made it an error.
        var isStrict = false
        /// The verdict if no test ran.
        var noTests = NoTests.fail
        /// Where it comes from.
        var origin = RunOrigin(commit: nil, jobs: 0, isCI: false)
        /// The warnings of the bundles' builds.
        var warnings: [BuildWarning] = []
    }

    /// The end of a run.
    struct End {
        /// The duration, in nanoseconds.
        var duration: UInt64 = 0
        /// The reason why it was cut short, if it was.
        var interruption: Interruption?
    }

    /// The file.
    let source: EventSource
    /// The start of the run; nil where the file does not say.
    private(set) var start: Start?
    /// The end of the run; nil where the file is cut off.
    private(set) var end: End?
    /// The number of its lines that have been read in vain.
    private var faultCount = 0
    /// The faults of lines, with file, line and column; of many, the first.
    private(set) var faults: [String] = []

    /// The largest number of faulty lines to report for a file; one without events may have many.
    private static let toldFaults = 20

    /// The file's path.
    var path: String { source.path }

    /// Whether all of it is there, to its proper end.
    var isWhole: Bool { end.map { $0.interruption == nil } ?? false }

    /// Nothing is known yet.
    init(_ source: EventSource) { self.source = source }

    /// Whether two files report one run: they are copies, of which one may have been taken sooner.
    func isSameRun(as other: EventRun) -> Bool {
        guard let start, let others = other.start else { return false }
        return start.wallClock == others.wallClock && start.absolute == others.absolute && start.host == others.host
            && start.shard == others.shard && start.seed == others.seed && start.cases == others.cases
    }

    /// Notes a line that cannot be read.
    mutating func note(_ fault: String) {
        faultCount += 1
        if faults.count < Self.toldFaults { faults.append(fault) }
    }

    /// All faults of its lines, with a summary of those that are not listed.
    var allFaults: [String] {
        let rest = faultCount - faults.count
        return rest > 0 ? faults + ["\(path): \(Count.text(rest, "more line")) cannot be read"] : faults
    }

    /// Takes the start of a run; of several in one file, the first.
    mutating func take(start event: JSONValue) throws(JSONValue.Fault) {
        if start != nil { return }
        var new = Start()
        if let instant = event["instant"] {
            new.wallClock = try instant.nanoseconds(.instant, "since1970") ?? 0
            new.absolute = try instant.nanoseconds(.instant, "absolute") ?? 0
        }
        if let own = event["testkit"] {
            new.seed = try own.seed("seed")
            (new.isSeedFixed, new.seedSource) = (own.isTrue("seedFixed"), own.text("seedSource"))
            (new.shard, new.host, new.command) = (own.text("shard"), own.text("host"), own.text("repeat"))
            new.version = own.text("runner")
            new.balance = own.text("balance")
            new.cases = Int(try own.number(.count, "cases") ?? 0)
            new.allCases = new.cases + Int(try own.number(.count, "casesElsewhere") ?? 0)
            new.notSelected = Int(try own.number(.count, "notSelected") ?? 0)
            new.leftOutByFocus = Int(try own.number(.count, "leftOutByFocus") ?? 0)
            new.isFocused = own.isTrue("focused")
            new.isFocusForbidden = own.isTrue("focusForbidden")
            new.isStrict = own.isTrue("strict")
            new.noTests = own.text("noTests").flatMap(NoTests.init(rawValue:)) ?? .fail
            new.origin.commit = own.text("commit").flatMap { GitCheckout.isCommit($0) ? $0 : nil }
            new.origin.jobs = Int(try own.number(.worker, "jobs") ?? 0)
            new.origin.isCI = own.isTrue("ci")
            new.warnings =
                own["warnings"]?.elements.prefix(Int(BuildWarning.limit)).compactMap { BuildWarning($0) } ?? []
        }
        start = new
    }

    /// Takes the end of a run; of several in one file, the last.
    mutating func take(end event: JSONValue) throws(JSONValue.Fault) {
        var new = End()
        if let own = event["testkit"] {
            new.duration = try own.nanoseconds(.duration, "duration") ?? 0
            if own.isTrue("cutShort") {
                new.interruption = try own.number(.signal, "signal").map { .signal(Int32($0)) } ?? .runTimeout
            }
        }
        end = new
    }
}
