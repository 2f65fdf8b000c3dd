// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The set-ups.
extension ConfigurationReader {
    /// The set-ups of "set-up", in order.
    func setUpScripts(_ node: JSONNode, profile: String?) throws(ConfigurationFault) -> [SetUpScript] {
        guard case .array(let items) = node.value else { throw mismatch(node, "set-up", "an array of objects") }
        var scripts: [SetUpScript] = []
        for item in items { scripts.append(try setUpScript(item, profile: profile)) }
        return scripts
    }

    /// One of them.
    private func setUpScript(_ node: JSONNode, profile: String?) throws(ConfigurationFault) -> SetUpScript {
        let members = try members(of: node, "a set-up", known: SetUpScript.keys)
        guard let run = members.first(where: { $0.name == "run" }) else {
            throw fault(node.position, "a set-up: needs 'run', a command for a shell")
        }
        var script = SetUpScript(command: try command(run), origin: origin(of: node, profile))
        for member in members {
            switch (member.name, member.value.value) {
            case ("run", _): break
            case ("tear-down", _): script.tearDown = try command(member)
            case ("timeout", .number(let text)):
                do throws(UsageError) { script.timeout = try OptionValue.seconds(text, "timeout") } catch {
                    throw fault(member.value.position, error.description)
                }
            case ("timeout", _): throw mismatch(member.value, "timeout", "a number of seconds")
            case ("name", _): script.name = try text(member, "a name")
            case ("for", _): script.tests = try pattern(member)
            default: script.bundles = try names(member.value)
            }
        }
        if script.tests != nil, script.bundles != nil {
            throw fault(node.position, "a set-up: only one of for and bundles can be")
        }
        return script
    }

    /// A command for a shell.
    private func command(_ member: JSONNode.Member) throws(ConfigurationFault) -> String {
        try text(member, "a command for a shell")
    }

    /// A text that is not empty.
    private func text(_ member: JSONNode.Member, _ expected: String) throws(ConfigurationFault) -> String {
        guard case .string(let text) = member.value.value, !text.isEmpty, !text.contains("\0") else {
            throw mismatch(member.value, member.name, expected)
        }
        return text
    }

    /// The names of bundles.
    private func names(_ node: JSONNode) throws(ConfigurationFault) -> [String] {
        guard case .array(let items) = node.value else { throw mismatch(node, "bundles", "an array of names") }
        var names: [String] = []
        for item in items {
            guard case .string(let name) = item.value else { throw mismatch(item, "bundles", "a bundle's name") }
            names.append(name)
        }
        return names
    }
}
