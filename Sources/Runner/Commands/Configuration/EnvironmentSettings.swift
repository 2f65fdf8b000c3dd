// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerSupport

/// The settings from the environment: a variable for each option that it may set, such as `TESTKIT_SHOW_OUTPUT` for
/// `--show-output`.
enum EnvironmentSettings {
    /// The prefix of all names.
    static let prefix = "TESTKIT_"

    /// The name of an option's variable.
    static func name(of option: OptionTable.Option) -> String {
        prefix + option.name.map { $0 == "-" ? "_" : $0.uppercased() }.joined()
    }

    /// The options that have a variable.
    static var options: [OptionTable.Option] { OptionTable.all.filter { $0.reach >= .environment } }

    /// Whether any variable may be an option's: mostly none is, and the names of all need not be made.
    private static func isUsed(_ variables: [String: String]) -> Bool {
        variables.keys.contains { $0.hasPrefix(prefix) }
    }

    /// Returns the settings; an empty variable sets nothing.
    static func settings(_ variables: [String: String]) throws(UsageError) -> [Setting] {
        if !isUsed(variables) { return [] }
        var settings: [Setting] = []
        for option in options {
            let name = name(of: option)
            guard let text = variables[name], !text.isEmpty else { continue }
            for value in option.repeats ? text.split(separator: "\n").map(String.init) : [text] {
                settings.append(try setting(option, value, name))
            }
        }
        return settings
    }

    /// Returns the settings of one variable.
    private static func setting(
        _ option: OptionTable.Option, _ text: String, _ name: String
    ) throws(UsageError) -> Setting {
        let origin = SettingOrigin.environment(name)
        if option.takesNextWord { return Setting(option: option, value: text, spelling: name, origin: origin) }
        switch text.lowercased() {
        case "1" where option.takes == nil, "true", "yes", "on":
            return Setting(option: option, value: nil, spelling: name, origin: origin)
        case "0" where option.takes == nil, "false", "no", "off":
            return Setting(option: option, value: nil, spelling: name, origin: origin, isOff: true)
        default:
            guard option.takes == nil else {
                return Setting(option: option, value: text, spelling: name, origin: origin)
            }
            throw .badValue(name, value: text, expected: "true or false")
        }
    }

    /// The variables that look like an option's and are none, each with what it may have meant: most likely slips.
    static func slips(_ variables: [String: String]) -> [(name: String, suggestion: String)] {
        if !isUsed(variables) { return [] }
        let known = options.map { name(of: $0) }
        return variables.keys.sorted().compactMap { name in
            // A test may have started this runner.
            guard name.hasPrefix(prefix), !known.contains(name), !WorkerVariables.all.contains(name) else { return nil }
            // An option for a single run.
            let single = OptionTable.all.first { Self.name(of: $0) == name }
            if let single { return (name, "--\(single.name) on the command line") }
            return Suggestion.nearest(to: name, in: known, limit: 1).first.map { (name, $0) }
        }
    }
}
