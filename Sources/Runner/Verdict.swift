/// What the events of a run come to, as an exit code.
struct Verdict {
    /// Whether a case or a class's set-up or tear-down failed.
    private var hasFailed = false
    /// Whether a bundle could not be used.
    private var hasFault = false
    /// Whether a case was attempted; one that is not for this platform was not.
    private var hasRun = false
    /// Whether the run was cut short.
    private var wasCutShort = false

    /// Takes the next event.
    mutating func take(_ event: Event) {
        switch event {
        case .bundleFaulted: hasFault = true
        case .caseEnded(let result):
            hasRun = hasRun || result.isExecuted
            hasFailed = hasFailed || result.isFailure
        case .unitEnded(let result): hasFailed = hasFailed || result.isAbnormal
        case .lateIssue(let issue, _), .runIssue(let issue): hasFailed = hasFailed || issue.isFailure
        case .runEnded(_, let interruption): wasCutShort = interruption != nil
        case .runStarted, .progressed, .waiting, .attemptFailed: break
        }
    }

    /// The exit code.
    ///
    /// A shard to which nothing falls has done what it was asked for.
    func exitCode(isFocused: Bool, isFocusForbidden: Bool, isEmptyShard: Bool = false) -> ExitCode {
        ExitCode.resolve(
            isCutShort: wasCutShort, hasFailed: hasFailed, hasFault: hasFault,
            isFocusForbidden: isFocused && isFocusForbidden, hasRun: hasRun || isEmptyShard)
    }
}
