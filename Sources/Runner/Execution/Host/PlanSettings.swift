// SPDX-License-Identifier: MIT

import RunnerModel

/// The number of runs of a plan, and the reasons to stop early.
public struct PlanSettings {
    /// The number of further attempts of a failed case.
    public var retry = 0
    /// The wait before such an attempt.
    public var retryDelay = RetryDelay()
    /// The number of times that the plan is run; without end where nil.
    public var repetitions: Int? = 1
    /// Whether a failure ends the repetitions.
    public var untilFailure = false
    /// The number of failures after which nothing is started; nil for no limit.
    public var failFast: Int?
    /// The isolation of further attempts.
    public var retryIsolation = Isolation.class

    /// Whether a plan that was stopped can go on; the process of the user runs one only once.
    public var canResume = true
    /// The rules of configuration files for single cases.
    public var rules = CaseRules()

    /// Makes one from its parts.
    public init(
        retry: Int = 0, repetitions: Int? = 1, untilFailure: Bool = false, failFast: Int? = nil,
        retryIsolation: Isolation = Isolation.class, canResume: Bool = true, rules: CaseRules = CaseRules(),
        retryDelay: RetryDelay = RetryDelay()
    ) {
        (self.retry, self.retryDelay) = (retry, retryDelay)
        self.repetitions = repetitions
        self.untilFailure = untilFailure
        self.failFast = failFast
        self.retryIsolation = retryIsolation
        self.canResume = canResume
        self.rules = rules
    }

    /// Whether the plan may be run more than once from its beginning.
    var isRepeated: Bool { repetitions != 1 }
}
