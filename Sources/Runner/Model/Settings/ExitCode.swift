// SPDX-License-Identifier: MIT

/// The exit status of the process.
///
/// Where several apply: `cutShort`, then `failure`, `bundleFault`, `focusForbidden`, `incomplete`, `nothingRan`, `coverageTooLow`.
///
/// Rule 44.
public enum ExitCode: Int32, CaseIterable {
    /// Everything that ran passed.
    case success = 0
    /// A test failed, crashed or timed out, or a class set-up or tear-down failed.
    case failure = 1
    /// Wrong usage: an unknown option, no such directory, malformed configuration; or a report that could not be written.
    case usage = 2
    /// Nothing ran: no bundle, or no test matched.
    case nothingRan = 3
    /// A bundle could not be loaded or registered; the others ran, and passed.
    case bundleFault = 4
    /// The run was cut short, by an interrupt, a time limit for all of it, or the loss of the shared results.
    case cutShort = 5
    /// The run was focused, and `--forbid-focus` was given or `CI` is set.
    case focusForbidden = 6
    /// Fewer lines ran than `--coverage-fail-under` asks for.
    case coverageTooLow = 7
    /// The build of a bundle warned about something that looks like a test, and `--strict` was given.
    case incomplete = 8
    /// The package in the working directory could not be built; nothing ran.
    case notBuilt = 9

    /// Its meaning, for the manual page and docs/COMMANDLINE.md.
    public var meaning: String {
        switch self {
        case .success: "everything that ran passed"
        case .failure: "a test failed, crashed or timed out, or a class set-up or tear-down failed"
        case .usage:
            "wrong usage: unknown option, no such directory, unknown test, malformed configuration; or a report could "
                + "not be written"
        case .nothingRan: "nothing ran: no bundle, or no test matched"
        case .bundleFault: "a bundle could not be loaded or registered (the others ran and passed)"
        case .cutShort:
            "the run was cut short, by an interrupt (SIGINT, SIGTERM, SIGHUP), `--run-timeout`, or a failure to start "
                + "workers or keep their results"
        case .focusForbidden: "the run was focused, and `--forbid-focus` was given or the variable CI is set"
        case .coverageTooLow: "everything passed, but fewer lines ran than `--coverage-fail-under` requires"
        case .incomplete: "a method looks like a test and is not registered, and `--strict` was given"
        case .notBuilt: "the package in the working directory does not build, so nothing ran"
        }
    }

    /// Which code a run has where several apply.
    public static let precedence = "Where several apply: 5, then 1, 4, 6, 8, 7."

    /// Returns the exit code of a run.
    ///
    /// - Parameters:
    ///   - isCutShort: An interrupt or a time limit for all of it ended it.
    ///   - hasFailed: A case, a class set-up or a tear-down failed.
    ///   - hasFault: A bundle could not be used.
    ///   - isFocusForbidden: It was focused, and must not be.
    ///   - isIncomplete: A method looks like a test and is not registered, and that is an error.
    ///   - hasRun: A case ran, or with `--list` would run.
    public static func resolve(
        isCutShort: Bool = false, hasFailed: Bool = false, hasFault: Bool, isFocusForbidden: Bool = false,
        isIncomplete: Bool = false, hasRun: Bool
    ) -> ExitCode {
        if isCutShort { return .cutShort }
        if hasFailed { return .failure }
        if hasFault { return .bundleFault }
        if isFocusForbidden { return .focusForbidden }
        if isIncomplete { return .incomplete }
        return hasRun ? .success : .nothingRan
    }
}
