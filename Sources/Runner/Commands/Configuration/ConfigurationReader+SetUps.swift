// SPDX-License-Identifier: MIT

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
            default: script.bundles = try names(member.value)
            }
        }
        return script
    }

    /// A command for a shell.
    private func command(_ member: JSONNode.Member) throws(ConfigurationFault) -> String {
        guard case .string(let text) = member.value.value, !text.isEmpty, !text.contains("\0") else {
            throw mismatch(member.value, member.name, "a command for a shell")
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
