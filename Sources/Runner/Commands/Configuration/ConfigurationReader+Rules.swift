// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The rules for tests.
extension ConfigurationReader {
    /// The rules of "tests", in order.
    func testRules(_ node: JSONNode) throws(ConfigurationFault) -> [TestRule] {
        try list(node, "tests", of: "objects", testRule)
    }

    /// One of them.
    private func testRule(_ node: JSONNode) throws(ConfigurationFault) -> TestRule {
        let members = try members(of: node, "a rule of tests", known: TestRule.keys)
        guard let match = members.first(where: { $0.name == "match" }) else {
            throw fault(node.position, "a rule of tests: needs 'match', a pattern as --filter takes it")
        }
        var rule = TestRule(pattern: try pattern(match), origin: origin(of: node))
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
        _ = try read(pattern, of: member, OptionValue.pattern)
        return pattern
    }

    /// Reads a setting of a rule.
    private func read(_ member: JSONNode.Member, to rule: inout TestRule) throws(ConfigurationFault) {
        switch (member.name, member.value.value) {
        case ("resources", _): rule.resources = try resourceNames(member.value)
        case ("slots", _): rule.slots = try slots(member.value)
        case ("flaky", _): rule.flaky = try choice(member)
        case ("slow", _): rule.slow = try slow(member.value)
        case ("tasks", _): rule.tasks = try choice(member)
        case ("concurrency", _): rule.concurrency = try choice(member)
        case ("ends", _): rule.ending = try ending(member.value)
        case ("keeps-running", .boolean(let isOn)): rule.keepsRunning = isOn
        case ("keeps-running", _): throw mismatch(member.value, "keeps-running", "true or false")
        case ("retry", .number(let text)): rule.retry = try read(text, of: member, OptionValue.count)
        case ("retry-delay", .number(let text)), ("retry-delay", .string(let text)):
            rule.retryDelay = try read(text, of: member, RetryDelay.init)
        case ("timeout", .number(let text)): rule.timeout = try read(text, of: member, OptionValue.seconds)
        case ("retry", _), ("retry-delay", _), ("timeout", _): throw mismatch(member.value, member.name, "a number")
        case (_, .string(let reason)) where !reason.isEmpty:
            guard rule.treatment == nil else {
                throw fault(member.position, "a rule of tests: only one of skip, known-failing and quarantine can be")
            }
            switch member.name {
            case "skip": rule.treatment = .skip(reason)
            case "known-failing": rule.treatment = .knownFailing(reason)
            default: rule.treatment = .quarantine(reason)
            }
        default: throw mismatch(member.value, member.name, "a reason, such as the bug's address")
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
