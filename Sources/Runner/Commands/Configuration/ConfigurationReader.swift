// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Makes settings of a configuration file's values; every message names the place.
struct ConfigurationReader {
    /// The file's path.
    let path: String
    /// The profile whose section is read; nil for the section that always counts.
    var profile: String?

    /// Something that is wrong at a place.
    func fault(_ position: JSONText.Position, _ reason: String) -> ConfigurationFault {
        ConfigurationFault(path: path, position: position, reason: reason)
    }

    /// A value that is not taken.
    func mismatch(_ node: JSONValue, _ what: String, _ expected: String) -> ConfigurationFault {
        fault(node.position, "\(what): expected \(expected), got \(node.words)")
    }

    /// An object's members, each of them known.
    func members(
        of node: JSONValue, _ what: String, known: [String]? = nil
    ) throws(ConfigurationFault) -> [JSONValue.Member] {
        guard node.kind == .object else { throw mismatch(node, what, "an object") }
        let members = node.members
        for member in members {
            if let known, !known.contains(member.name) { throw unknown(member, known, "key") }
        }
        return members
    }

    /// The elements of an array, each read by a function.
    func list<Element>(
        _ node: JSONValue, _ what: String, of elements: String,
        _ read: (JSONValue) throws(ConfigurationFault) -> Element
    ) throws(ConfigurationFault) -> [Element] {
        guard node.kind == .array else { throw mismatch(node, what, "an array of \(elements)") }
        var list: [Element] = []
        for item in node.elements { list.append(try read(item)) }
        return list
    }

    /// The value of a member as a kind of value, or the mismatch.
    func expect<Value>(_ value: Value?, _ member: JSONValue.Member, _ expected: String) throws(ConfigurationFault)
        -> Value
    {
        guard let value else { throw mismatch(member.value, member.name, expected) }
        return value
    }

    /// A text as an option reads its value.
    func read<Value>(
        _ text: String, of member: JSONValue.Member, _ read: (String, String) throws(UsageError) -> Value
    ) throws(ConfigurationFault) -> Value {
        do throws(UsageError) { return try read(text, member.name) } catch {
            throw fault(member.value.position, error.description)
        }
    }

    /// A name that means nothing here.
    private func unknown(_ member: JSONValue.Member, _ known: [String], _ what: String) -> ConfigurationFault {
        let near = Suggestion.nearest(to: member.name, in: known, limit: 1).first
        let hint = near.map { "did you mean '\($0)'?" } ?? "expected \(Alternatives.text(known))"
        return fault(member.position, "unknown \(what) '\(member.name)'; \(hint)")
    }

    /// Options and bundles.
    func section(_ members: [JSONValue.Member]) throws(ConfigurationFault) -> ConfigurationFile.Section {
        var section = ConfigurationFile.Section()
        for member in members {
            switch member.name {
            case "options":
                for option in try self.members(of: member.value, "options") {
                    section.settings += try settings(option)
                }
            case "bundles":
                for bundle in try self.members(of: member.value, "bundles") {
                    section.bundles.append(try self.bundle(bundle))
                }
            case "set-up": section.setUps += try setUpScripts(member.value)
            case "resources": section.resources += try resourceSettings(member.value)
            case "tests": section.tests += try testRules(member.value)
            default: break
            }
        }
        return section
    }

    // MARK: Options

    /// Returns the settings of one member of "options".
    private func settings(_ member: JSONValue.Member) throws(ConfigurationFault) -> [Setting] {
        guard let option = OptionTable.option(named: member.name), option.reach == .everywhere else {
            if OptionTable.option(named: member.name) != nil {
                throw fault(member.position, "--\(member.name) cannot be set here, only on the command line")
            }
            let near = Suggestion.nearest(
                to: member.name, in: OptionTable.all.filter { $0.reach == .everywhere }.map(\.name), limit: 1
            ).first
            let hint = near.map { "did you mean '\($0)'?" } ?? "--help lists the options"
            throw fault(member.position, "unknown option '\(member.name)'; \(hint)")
        }
        var settings: [Setting] = []
        var values = [member.value]
        if option.repeats, member.value.kind == .array { values = member.value.elements }
        for node in values {
            let setting = try setting(option, node)
            // A value that the option refuses is wrong wherever the option is given again.
            var scratch = Options()
            do throws(UsageError) { try setting.apply(to: &scratch) } catch {
                throw fault(node.position, error.description)
            }
            settings.append(setting)
        }
        return settings
    }

    /// Returns the setting of one value.
    private func setting(_ option: OptionTable.Option, _ node: JSONValue) throws(ConfigurationFault) -> Setting {
        let origin = origin(of: node)
        func made(_ text: String?, isOff: Bool = false) -> Setting {
            Setting(option: option, value: text, spelling: option.name, origin: origin, isOff: isOff)
        }
        if let isOn = node.boolean, !option.takesNextWord { return made(nil, isOff: !isOn) }
        if let text = node.number, option.takes == .number || option.takes == .seed { return made(text) }
        if let text = node.string, let kind = option.takes, kind != .number { return made(text) }
        let expected = option.takes.map(Self.expected) ?? "true or false"
        throw mismatch(
            node, option.name,
            (option.repeats ? "a text or an array of texts" : expected) + (option.isOptional ? ", true or false" : ""))
    }

    /// Returns the JSON type of a kind of value, in words.
    private static func expected(_ kind: ValueKind) -> String {
        switch kind {
        case .number: "a number"
        case .seed: "a number, or a text with 0x…"
        case .choice(let words): Alternatives.text(words)
        case .text, .file, .directory, .bundle, .test: "a text"
        }
    }

    /// Where a value is.
    func origin(of node: JSONValue) -> SettingOrigin {
        .file("\(path):\(node.position)", profile: profile)
    }

    // MARK: Bundles

    /// Returns the settings of one member of "bundles".
    private func bundle(_ member: JSONValue.Member) throws(ConfigurationFault) -> BundleSettings {
        var settings = BundleSettings(name: member.name, place: "\(path):\(member.position)")
        let known = ["timeout", "isolation", "chance", "tags", "environment", "output", "main-thread"]
        for item in try members(of: member.value, "the bundle '\(member.name)'", known: known) {
            let (value, origin) = (item.value, origin(of: item.value))
            switch item.name {
            case "timeout":
                let text = try expect(value.number, item, "a number of seconds")
                settings.timeout = .init(value: try read(text, of: item, OptionValue.seconds), origin: origin)
            case "isolation":
                let text = try expect(value.string, item, "worker, class or case")
                let kind: Isolation = try read(text, of: item, OptionValue.choice)
                // `none`, one process for everything, is impossible for one bundle.
                if kind == .none {
                    let refusal = UsageError.badValue("isolation", value: text, expected: "worker, class or case")
                    throw fault(value.position, refusal.description)
                }
                settings.isolation = .init(value: kind, origin: origin)
            case "output":
                let text = try expect(value.string, item, "file or pipe")
                settings.output = .init(value: try read(text, of: item, OptionValue.choice), origin: origin)
            case "chance":
                let choice = try read(expect(value.string, item, ChanceChoice.parts), of: item) {
                    word, option throws(UsageError) in
                    try ChanceChoice(word, option)
                }
                settings.chance = .init(value: choice, origin: origin)
            case "main-thread":
                settings.mainThread = .init(value: try expect(value.boolean, item, "true or false"), origin: origin)
            case "tags": settings.tags = .init(value: try tags(value), origin: origin)
            default: settings.environment = try environment(value)
            }
        }
        return settings
    }

    /// Tags, each a text.
    private func tags(_ node: JSONValue) throws(ConfigurationFault) -> [String] {
        try list(node, "tags", of: "texts") { item throws(ConfigurationFault) in
            if let tag = item.string, !tag.isEmpty { return tag }
            throw mismatch(item, "tags", "a tag")
        }
    }

    /// Variables, each a text, or null for one that is taken away.
    private func environment(
        _ node: JSONValue
    ) throws(ConfigurationFault) -> [String: BundleSettings.Placed<String?>] {
        var variables: [String: BundleSettings.Placed<String?>] = [:]
        for item in try members(of: node, "environment") {
            guard !item.name.isEmpty, !item.name.contains("="), !item.name.contains("\0") else {
                throw fault(item.position, "environment: expected the name of a variable, got '\(item.name)'")
            }
            let origin = origin(of: item.value)
            let text = item.value.string
            guard item.value.kind == .null || text?.contains("\0") == false else {
                throw mismatch(item.value, "environment: \(item.name)", "a text or null")
            }
            variables[item.name] = .init(value: text, origin: origin)
        }
        return variables
    }
}
