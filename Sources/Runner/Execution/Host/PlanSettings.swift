// SPDX-License-Identifier: MIT

/// The number of runs of a plan, and the reasons to stop early.
struct PlanSettings {
    /// How many more attempts a failed case has.
    var retry = 0
    /// How many times the plan is run; without end where nil.
    var repetitions: Int? = 1
    /// Whether a failure ends the repetitions.
    var untilFailure = false
    /// The number of failures after which nothing is started; nil for no limit.
    var failFast: Int?
    /// The isolation of further attempts.
    var retryIsolation = Isolation.class

    /// The rules of configuration files for single cases.
    var rules = CaseRules()

    /// Whether the plan may be run more than once from its beginning.
    var isRepeated: Bool { repetitions != 1 }
}
