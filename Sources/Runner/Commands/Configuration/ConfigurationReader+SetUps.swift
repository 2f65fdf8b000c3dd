// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The set-ups.
extension ConfigurationReader {
    /// The set-ups of "set-up", in order.
    func setUpScripts(_ node: JSONNode) throws(ConfigurationFault) -> [SetUpScript] {
        try list(node, "set-up", of: "objects", setUpScript)
    }

    /// One of them.
    private func setUpScript(_ node: JSONNode) throws(ConfigurationFault) -> SetUpScript {
        let members = try members(of: node, "a set-up", known: SetUpScript.keys)
        guard let run = members.first(where: { $0.name == "run" }) else {
            throw fault(node.position, "a set-up: needs 'run', a command for a shell")
        }
        var script = SetUpScript(command: try command(run), origin: origin(of: node))
        for member in members {
            switch (member.name, member.value.value) {
            case ("run", _): break
            case ("tear-down", _): script.tearDown = try command(member)
            case ("timeout", .number(let text)): script.timeout = try read(text, of: member, OptionValue.seconds)
            case ("timeout", _): throw mismatch(member.value, "timeout", "a number of seconds")
            case ("name", _): script.name = try text(member, "a name")
            case ("for", _): script.tests = try pattern(member)
            default: script.bundles = try names(member.value)
            }
        }
        if script.tests != nil, script.bundles != nil {
            throw fault(node.position, "a set-up: only one of for and bundles can be set")
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
        try list(node, "bundles", of: "names") { item throws(ConfigurationFault) in
            guard case .string(let name) = item.value else { throw mismatch(item, "bundles", "a bundle's name") }
            return name
        }
    }
}
