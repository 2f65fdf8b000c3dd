// SPDX-License-Identifier: MIT

/// The verdict on a run, computed from its counts and from what it leaves out.
struct Verdict {
    /// The counts.
    let tally: Tally
    /// The tests that it leaves out.
    let omissions: Omissions
    /// Whether nothing of the plan falls to this shard, which has then done what it was asked for.
    let isEmptyShard: Bool

    /// The verdict on the run of a plan.
    init(_ tally: Tally, of plan: Plan) {
        self.tally = tally
        omissions = Omissions(plan)
        isEmptyShard = plan.isEmptyShard
    }

    /// The exit code, where a focus may be forbidden.
    func exitCode(_ ban: FocusBan?) -> ExitCode {
        ExitCode.resolve(
            isCutShort: tally.wasCutShort, hasFailed: tally.hasFailed, hasFault: tally.faults > 0,
            isFocusForbidden: ban != nil && omissions.focus.isNarrowed,
            hasRun: tally.total.executed > 0 || isEmptyShard)
    }

    /// The run in a few words, in agreement with the exit code.
    func words(_ ban: FocusBan?) -> (text: String, mood: Mood) {
        let code = exitCode(ban)
        switch code {
        case .cutShort where !tally.hasFailed: return (omissions.qualified("cut short", isGood: false), .warning)
        case .failure, .cutShort: return (omissions.qualified("FAILED", isGood: false), .failure)
        case .bundleFault:
            let verdict = tally.total.executed == 0 ? "NOTHING RAN, with faults" : "ok, with faults"
            return (omissions.qualified(verdict, isGood: false), .warning)
        case .focusForbidden: return ("FOCUSED", .failure)
        case .nothingRan: return (omissions.qualified("NOTHING RAN", isGood: false), .warning)
        case .success, .usage, .coverageTooLow:
            return (omissions.qualified("ok"), omissions.isEmpty ? .success : .warning)
        }
    }

    /// The colour of a verdict.
    enum Mood {
        /// Everything ran, and passed.
        case success
        /// Something is left out.
        case warning
        /// The run is a failure.
        case failure
    }
}
