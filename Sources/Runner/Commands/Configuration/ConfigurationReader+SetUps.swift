// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The set-ups.
extension ConfigurationReader {
    /// The set-ups of "set-up", in order.
    func setUpScripts(_ node: JSONValue) throws(ConfigurationFault) -> [SetUpScript] {
        try list(node, "set-up", of: "objects", setUpScript)
    }

    /// Reads a set-up.
    private func setUpScript(_ node: JSONValue) throws(ConfigurationFault) -> SetUpScript {
        let members = try members(of: node, "a set-up", known: SetUpScript.keys)
        guard let run = members.first(where: { $0.name == "run" }) else {
            throw fault(node.position, "a set-up: needs 'run', a command for a shell")
        }
        var script = SetUpScript(command: try command(run), origin: origin(of: node))
        for member in members {
            switch member.name {
            case "run": break
            case "tear-down": script.tearDown = try command(member)
            case "timeout":
                let text = try expect(member.value.number, member, "a number of seconds")
                script.timeout = try read(text, of: member, OptionValue.seconds)
            case "name": script.name = try text(member, "a name")
            case "for": script.tests = try pattern(member)
            default: script.bundles = try names(member.value)
            }
        }
        if script.tests != nil, script.bundles != nil {
            throw fault(node.position, "a set-up: expected 'for' or 'bundles', got both")
        }
        return script
    }

    /// A command for a shell.
    private func command(_ member: JSONValue.Member) throws(ConfigurationFault) -> String {
        try text(member, "a command for a shell")
    }

    /// A text that is not empty.
    private func text(_ member: JSONValue.Member, _ expected: String) throws(ConfigurationFault) -> String {
        guard let text = member.value.string, !text.isEmpty, !text.contains("\0") else {
            throw mismatch(member.value, member.name, expected)
        }
        return text
    }

    /// The names of bundles.
    private func names(_ node: JSONValue) throws(ConfigurationFault) -> [String] {
        try list(node, "bundles", of: "names") { item throws(ConfigurationFault) in
            guard let name = item.string else { throw mismatch(item, "bundles", "a bundle's name") }
            return name
        }
    }
}
