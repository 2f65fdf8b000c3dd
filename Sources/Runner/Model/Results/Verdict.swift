// SPDX-License-Identifier: MIT

/// The verdict on a run, computed from its counts and from what it leaves out.
public struct Verdict {
    /// The counts.
    let tally: Tally
    /// The tests that it leaves out.
    let omissions: Omissions
    /// Whether nothing of the plan falls to this shard, which has then done what it was asked for.
    let isEmptyShard: Bool
    /// The verdict if no test ran.
    let noTests: NoTests

    /// The verdict on the run of a plan.
    public init(_ tally: Tally, of plan: Plan, _ registry: Registry) {
        self.tally = tally
        omissions = Omissions(plan, registry)
        (isEmptyShard, noTests) = (plan.isEmptyShard, plan.noTests)
    }

    /// Whether it did what it was asked for: a test ran, or none falls to its shard.
    private var hasRun: Bool { tally.total.executed > 0 || isEmptyShard || tally.total.unchanged > 0 }

    /// The exit code, where a focus may be forbidden, and warnings may be errors (`--strict`).
    public func exitCode(_ ban: FocusBan?, isStrict: Bool) -> ExitCode {
        ExitCode.resolve(
            isCutShort: tally.wasCutShort, hasFailed: tally.hasFailed, hasFault: tally.faults > 0,
            isFocusForbidden: ban != nil && omissions.focus.isNarrowed,
            isIncomplete: isStrict && !omissions.warnings.isEmpty,
            hasRun: hasRun || noTests != .fail)
    }

    /// The run in a few words, in agreement with the exit code: for the line of counts, and for the last line of a run that leaves
    /// something out.
    public func words(_ ban: FocusBan?, isStrict: Bool) -> (text: String, last: String, mood: Mood) {
        func bad(_ text: String, _ mood: Mood) -> (text: String, last: String, mood: Mood) {
            (text, omissions.qualified(text, isGood: false), mood)
        }
        switch exitCode(ban, isStrict: isStrict) {
        case .cutShort where !tally.hasFailed: return bad("cut short", .warning)
        case .failure, .cutShort: return bad("FAILED", .failure)
        case .bundleFault:
            return bad(tally.total.executed == 0 ? "NOTHING RAN, with faults" : "ok, with faults", .warning)
        case .focusForbidden: return ("FOCUSED", "FOCUSED", .failure)
        case .incomplete: return ("INCOMPLETE", "INCOMPLETE", .failure)
        case .nothingRan: return bad("NOTHING RAN", .warning)
        case .success where !hasRun && noTests == .warn: return bad("NOTHING RAN", .warning)
        case .success, .usage, .coverageTooLow, .notBuilt:
            let text = omissions.qualified("ok")
            return (text, text, omissions.isEmpty ? .success : .warning)
        }
    }

    /// The colour of a verdict.
    public enum Mood {
        /// Everything ran, and passed.
        case success
        /// Something is left out.
        case warning
        /// The run is a failure.
        case failure
    }
}
