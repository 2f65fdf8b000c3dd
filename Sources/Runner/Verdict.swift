// SPDX-License-Identifier: MIT

/// The exit code of a run, computed from its counts.
struct Verdict {
    /// The counts.
    let tally: Tally

    /// The exit code.
    ///
    /// A shard to which nothing falls has done what it was asked for.
    func exitCode(isFocused: Bool, isFocusForbidden: Bool, isEmptyShard: Bool = false) -> ExitCode {
        ExitCode.resolve(
            isCutShort: tally.wasCutShort, hasFailed: tally.hasFailed, hasFault: tally.faults > 0,
            isFocusForbidden: isFocused && isFocusForbidden, hasRun: tally.total.executed > 0 || isEmptyShard)
    }
}
