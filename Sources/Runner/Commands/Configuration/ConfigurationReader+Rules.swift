// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The rules for tests.
extension ConfigurationReader {
    /// The rules of "tests", in order.
    func testRules(_ node: JSONNode, profile: String?) throws(ConfigurationFault) -> [TestRule] {
        guard case .array(let items) = node.value else { throw mismatch(node, "tests", "an array of objects") }
        var rules: [TestRule] = []
        for item in items { rules.append(try testRule(item, profile: profile)) }
        return rules
    }

    /// One of them.
    private func testRule(_ node: JSONNode, profile: String?) throws(ConfigurationFault) -> TestRule {
        let members = try members(of: node, "a rule of tests", known: TestRule.keys)
        guard let match = members.first(where: { $0.name == "match" }) else {
            throw fault(node.position, "a rule of tests: needs 'match', a pattern as --filter takes it")
        }
        var rule = TestRule(pattern: try pattern(match), origin: origin(of: node, profile))
        for member in members where member.name != "match" { try read(member, to: &rule) }
        if rule.isEmpty {
            let keys = Alternatives.text(Array(TestRule.keys.dropFirst()))
            throw fault(node.position, "a rule of tests: expected one of \(keys) besides match")
        }
        return rule
    }

    /// A pattern for tests.
    func pattern(_ member: JSONNode.Member) throws(ConfigurationFault) -> String {
        guard case .string(let pattern) = member.value.value, !pattern.isEmpty else {
            throw mismatch(member.value, member.name, "a pattern as --filter takes it")
        }
        do throws(UsageError) { _ = try OptionValue.pattern(pattern, member.name) } catch {
            throw fault(member.value.position, error.description)
        }
        return pattern
    }

    /// Reads a setting of a rule.
    private func read(_ member: JSONNode.Member, to rule: inout TestRule) throws(ConfigurationFault) {
        if member.name == "resources" { return rule.resources = try resourceNames(member.value) }
        if member.name == "slots" { return rule.slots = try slots(member.value) }
        if member.name == "flaky" { return rule.flaky = try choice(member) }
        if member.name == "slow" { return rule.slow = try slow(member.value) }
        if member.name == "tasks" { return rule.tasks = try choice(member) }
        if member.name == "concurrency" { return rule.concurrency = try choice(member) }
        if member.name == "keeps-running" {
            guard case .boolean(let isOn) = member.value.value else {
                throw mismatch(member.value, "keeps-running", "true or false")
            }
            return rule.keepsRunning = isOn
        }
        if member.name == "ends" { return rule.ending = try ending(member.value) }
        do throws(UsageError) {
            switch (member.name, member.value.value) {
            case ("retry", .number(let text)): return rule.retry = try OptionValue.count(text, "retry")
            case ("retry-delay", .number(let text)), ("retry-delay", .string(let text)):
                return rule.retryDelay = try RetryDelay(text, "retry-delay")
            case ("timeout", .number(let text)): return rule.timeout = try OptionValue.seconds(text, "timeout")
            default: break
            }
        } catch { throw fault(member.value.position, error.description) }
        let isNumber = ["retry", "retry-delay", "timeout"].contains(member.name)
        guard case .string(let reason) = member.value.value, !reason.isEmpty, !isNumber else {
            throw mismatch(member.value, member.name, isNumber ? "a number" : "a reason, such as the bug's address")
        }
        guard rule.treatment == nil else {
            throw fault(member.position, "a rule of tests: only one of skip, known-failing and quarantine can be")
        }
        switch member.name {
        case "skip": rule.treatment = .skip(reason)
        case "known-failing": rule.treatment = .knownFailing(reason)
        default: rule.treatment = .quarantine(reason)
        }
    }

    /// Returns how many workers' places tests take.
    private func slots(_ node: JSONNode) throws(ConfigurationFault) -> Int {
        switch node.value {
        case .string("all"): return .max
        case .number(let text): if let count = Int(text), (1...WorkerCount.largest).contains(count) { return count }
        default: break
        }
        throw fault(node.position, "slots: expected \"all\", or a number from 1 to \(WorkerCount.largest)")
    }

    /// Returns one of a few words.
    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ member: JSONNode.Member
    ) throws(ConfigurationFault) -> Choice {
        if case .string(let text) = member.value.value, let choice = Choice(rawValue: text) { return choice }
        throw mismatch(member.value, member.name, Alternatives.text(Choice.allCases.map { "\"\($0.rawValue)\"" }))
    }

    /// Returns how many times its usual duration a case may take.
    private func slow(_ node: JSONNode) throws(ConfigurationFault) -> Double {
        if case .string(let text) = node.value, text.hasSuffix("x"), let factor = Double(text.dropLast()), factor > 1,
            factor <= 1000
        {
            return factor
        }
        throw mismatch(node, "slow", "a multiple of the usual duration above 1, such as \"3x\"")
    }

    /// Returns the ending of a rule for tests: a signal's name, an exit status, or "failure".
    func ending(_ node: JSONNode) throws(ConfigurationFault) -> ExitExpectation {
        switch node.value {
        case .string(let text): if let ending = ExitExpectation(text) { return ending }
        case .number(let text):
            if let status = Int32(text), (0...255).contains(status) { return .status(status) }
        default: break
        }
        throw fault(
            node.position, "ends: expected a signal such as \"SIGABRT\", an exit status from 0 to 255, or \"failure\"")
    }
}
