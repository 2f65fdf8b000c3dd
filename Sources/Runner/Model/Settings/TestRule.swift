// SPDX-License-Identifier: MIT

/// A rule of a configuration file for the tests that a pattern matches.
public struct TestRule: Sendable {
    /// The treatment of the tests' results.
    public enum Treatment: Equatable, Sendable {
        /// They do not run, for a reason.
        case skip(String)
        /// They are known to fail: that fails nothing, and a pass is a warning.
        case knownFailing(String)
        /// They run and are reported, and fail nothing.
        case quarantine(String)
    }

    /// The verdict on a test that failed, and passed at a further attempt.
    public enum Flaky: String, CaseIterable, Sendable {
        /// As a test that passed, which the report names.
        case pass
        /// As a test that failed.
        case fail
    }

    /// The party that decides which tests run at the same time.
    public enum Concurrency: String, CaseIterable, Sendable {
        /// The runner: those that several workers run.
        case runner
        /// The tests' framework: all of a class, in one worker.
        case framework
    }

    /// The pattern, as it was written.
    public let pattern: String
    /// Where the rule is: path, line and column, and the profile.
    public let origin: SettingOrigin
    /// The number of further attempts.
    public var retry: Int?
    /// The wait of the run before such an attempt.
    public var retryDelay: RetryDelay?
    /// The time limit for a case, in seconds.
    public var timeout: Double?
    /// The resources that their classes use.
    public var resources: [String] = []
    /// The number of workers' places that each of their classes takes; `Int.max` for all.
    public var slots: Int?
    /// The way in which they are to end their process.
    public var ending: ExitExpectation?
    /// The verdict on a case that passes at a further attempt.
    public var flaky: Flaky?
    /// The factor by which a case may exceed its usual duration without a warning.
    public var slow: Double?
    /// The source of the choice which of their tasks runs next.
    public var tasks: Chance.Source?
    /// The party that decides which of them run at the same time.
    public var concurrency: Concurrency?
    /// Whether what they have started may go on at the end of their process.
    public var keepsRunning: Bool?
    /// The treatment of their results.
    public var treatment: Treatment?
    /// The directory of the bundles that it speaks of, with a slash at its end; nil for all bundles.
    public var directory: String?

    /// The pattern as it is read; nil where it cannot be.
    public var filter: NameFilter? { try? NameFilter(pattern) }

    /// Adds a later rule, which has the last word on each thing; resources come together.
    mutating func add(_ rule: TestRule) {
        retry = rule.retry ?? retry
        retryDelay = rule.retryDelay ?? retryDelay
        timeout = rule.timeout ?? timeout
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

    /// Whether it is for the bundle at a path.
    func speaks(of path: String) -> Bool { directory.map { path.hasPrefix($0) } ?? true }

    /// The settings of the rule, a text for each key.
    public var said: [String] {
        var said: [String] = []
        if let retry { said.append("retry \(retry)") }
        if let retryDelay { said.append("retry-delay \(retryDelay.seconds),\(retryDelay.factor)") }
        if let timeout { said.append("timeout \(timeout)") }
        if !resources.isEmpty { said.append("resources \(resources.joined(separator: ", "))") }
        if let slots { said.append(slots == .max ? "slots all" : "slots \(slots)") }
        if let ending { said.append("ends: \(ending.name)") }
        if let flaky { said.append("flaky \(flaky.rawValue)") }
        if let slow { said.append("slow \(slow)x") }
        if let tasks { said.append("tasks \(tasks.rawValue)") }
        if let concurrency { said.append("concurrency \(concurrency.rawValue)") }
        if let keepsRunning { said.append("keeps-running \(keepsRunning)") }
        switch treatment {
        case .skip(let reason): said.append("skip: \(reason)")
        case .knownFailing(let reason): said.append("known-failing: \(reason)")
        case .quarantine(let reason): said.append("quarantine: \(reason)")
        case nil: break
        }
        return said
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { said.isEmpty }

    /// The keys of a rule.
    public static let keys = [
        "match", "retry", "retry-delay", "timeout", "resources", "slots", "ends", "flaky", "slow", "tasks",
        "concurrency", "keeps-running", "skip", "known-failing", "quarantine",
    ]
}

extension TestRule {
    /// A rule that says nothing yet.
    public init(pattern: String, origin: SettingOrigin) { self.init(pattern: pattern, origin: origin, retry: nil) }
}
