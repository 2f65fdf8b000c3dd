// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The rules for tests.
extension ConfigurationReader {
    /// The rules of "tests", in order.
    func testRules(_ node: JSONValue) throws(ConfigurationFault) -> [TestRule] {
        try list(node, "tests", of: "objects", testRule)
    }

    /// Reads a rule.
    private func testRule(_ node: JSONValue) throws(ConfigurationFault) -> TestRule {
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
    func pattern(_ member: JSONValue.Member) throws(ConfigurationFault) -> String {
        guard let pattern = member.value.string, !pattern.isEmpty else {
            throw mismatch(member.value, member.name, "a pattern as --filter takes it")
        }
        _ = try read(pattern, of: member, OptionValue.pattern)
        return pattern
    }

    /// Reads a setting of a rule.
    private func read(_ member: JSONValue.Member, to rule: inout TestRule) throws(ConfigurationFault) {
        let value = member.value
        switch member.name {
        case "resources": rule.resources = try resourceNames(value)
        case "slots": rule.slots = try slots(value)
        case "flaky": rule.flaky = try choice(member)
        case "slow": rule.slow = try slow(value)
        case "tasks": rule.tasks = try choice(member)
        case "concurrency": rule.concurrency = try choice(member)
        case "ends": rule.ending = try ending(value)
        case "keeps-running": rule.keepsRunning = try expect(value.boolean, member, "true or false")
        case "retry": rule.retry = try read(expect(value.number, member, "a number"), of: member, OptionValue.count)
        case "retry-delay":
            let text = try expect(value.number ?? value.string, member, "a number")
            rule.retryDelay = try read(text, of: member, RetryDelay.init)
        case "timeout":
            rule.timeout = try read(expect(value.number, member, "a number"), of: member, OptionValue.seconds)
        default:
            guard let reason = value.string, !reason.isEmpty else {
                throw mismatch(value, member.name, "a reason, such as the bug's address")
            }
            guard rule.treatment == nil else {
                throw fault(member.position, "a rule of tests: expected only one of skip, known-failing and quarantine")
            }
            switch member.name {
            case "skip": rule.treatment = .skip(reason)
            case "known-failing": rule.treatment = .knownFailing(reason)
            default: rule.treatment = .quarantine(reason)
            }
        }
    }

    /// Returns how many workers' places tests take.
    private func slots(_ node: JSONValue) throws(ConfigurationFault) -> Int {
        if node.isText("all") { return .max }
        if let count = node.number.flatMap({ Int($0) }), (1...WorkerCount.largest).contains(count) { return count }
        throw mismatch(node, "slots", "\"all\", or a number from 1 to \(WorkerCount.largest)")
    }

    /// Returns one of a few words.
    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ member: JSONValue.Member
    ) throws(ConfigurationFault) -> Choice {
        if let choice = member.value.string.flatMap({ Choice(rawValue: $0) }) { return choice }
        throw mismatch(member.value, member.name, Alternatives.text(Choice.allCases.map { "\"\($0.rawValue)\"" }))
    }

    /// Returns how many times its usual duration a case may take.
    private func slow(_ node: JSONValue) throws(ConfigurationFault) -> Double {
        if let text = node.string, text.hasSuffix("x"), let factor = Double(text.dropLast()), factor > 1,
            factor <= 1000
        {
            return factor
        }
        throw mismatch(node, "slow", "a multiple of the usual duration above 1, such as \"3x\"")
    }

    /// Returns the ending of a rule for tests: a signal's name, an exit status, or "failure".
    func ending(_ node: JSONValue) throws(ConfigurationFault) -> ExitExpectation {
        if let ending = node.string.flatMap({ ExitExpectation($0) }) { return ending }
        if let status = node.number.flatMap({ UInt8($0) }) { return .status(Int32(status)) }
        throw mismatch(node, "ends", "a signal such as \"SIGABRT\", an exit status from 0 to 255, or \"failure\"")
    }
}
