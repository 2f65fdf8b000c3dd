// SPDX-License-Identifier: MIT

/// What the rules of configuration files say of one case, or of one example: of those that match its identity, the last has the last
/// word on each thing.
struct CaseSettings: Sendable {
    /// How many more attempts it has.
    private(set) var retry: Int?
    /// How long the run waits before such an attempt.
    private(set) var retryDelay: RetryDelay?
    /// How long it may take, in nanoseconds.
    private(set) var limit: UInt64?
    /// The resources that its class uses because of it.
    private(set) var resources: [String] = []
    /// How many workers' places its class takes because of it; `Int.max` for all.
    private(set) var slots: Int?
    /// The way in which it is to end its process.
    private(set) var ending: ExitExpectation?
    /// What it counts as if it passes at a further attempt.
    private(set) var flaky: TestRule.Flaky?
    /// How many times its usual duration it may take before that is a warning.
    private(set) var slow: Double?
    /// Who decides which of its tasks runs next.
    private(set) var tasks: Chance.Source?
    /// Who decides which tests run at the same time as it.
    private(set) var concurrency: TestRule.Concurrency?
    /// Whether what it has started may go on at the end of its process.
    private(set) var keepsRunning = false
    /// The treatment of its result.
    private(set) var treatment: TestRule.Treatment?

    /// Adds a rule that matches.
    mutating func add(_ rule: TestRule) {
        retry = rule.retry ?? retry
        retryDelay = rule.retryDelay ?? retryDelay
        limit = rule.timeout.map { UInt64($0 * 1e9) } ?? limit
        resources += rule.resources
        slots = rule.slots ?? slots
        ending = rule.ending ?? ending
        flaky = rule.flaky ?? flaky
        slow = rule.slow ?? slow
        tasks = rule.tasks ?? tasks
        concurrency = rule.concurrency ?? concurrency
        keepsRunning = rule.keepsRunning ?? keepsRunning
        treatment = rule.treatment ?? treatment
    }
}
