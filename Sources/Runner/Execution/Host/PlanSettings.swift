// SPDX-License-Identifier: MIT

/// How often, and what ends it early.
struct PlanSettings {
    /// How many more attempts a failed case has.
    var retry = 0
    /// How many times the plan is run; without end where nil.
    var repetitions: Int? = 1
    /// Whether a failure ends the repetitions.
    var untilFailure = false
    /// After how many failures nothing more is started; never where nil.
    var failFast: Int?
    /// The isolation of further attempts.
    var retryIsolation = Isolation.class

    /// The rules of configuration files for single cases.
    var rules = CaseRules()

    /// Whether the plan may be run more than once from its beginning.
    var isRepeated: Bool { repetitions != 1 }
}
