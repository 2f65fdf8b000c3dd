// SPDX-License-Identifier: MIT

import RunnerModel

/// The settings that make a focused run an error.
extension FocusBan {
    /// The variable.
    private static let variable = "CI"

    /// Whether the variable asks for it: set, and not empty, `0` or `false`.
    static func isAsked(by variables: [String: String]) -> Bool {
        !["", "0", "false"].contains((variables[variable] ?? "").lowercased())
    }

    /// The settings that the variable asks for; weaker than every other place.
    static func settings(_ variables: [String: String]) -> [Setting] {
        guard isAsked(by: variables) else { return [] }
        return OptionTable.all.filter { $0.name == "forbid-focus" }.map {
            Setting(option: $0, value: nil, spelling: variable, origin: .environment(variable))
        }
    }

    /// The ban among the settings in force; nil if a focus is allowed.
    init?(_ settings: [Setting]) {
        func asking(_ name: String) -> Setting? { settings.last { $0.option.name == name && !$0.isOff } }
        if asking("forbid-focus") == nil, asking("strict") != nil {
            self = .option("--strict")
            return
        }
        guard let setting = asking("forbid-focus") else { return nil }
        switch setting.origin {
        case .commandLine: self = .option("--forbid-focus")
        case .environment(Self.variable): self = .continuousIntegration
        case .environment, .file: self = .option("forbid-focus (\(setting.origin.place))")
        }
    }

    /// The ban of a merge: its own options, the recorded runs, and the variables; a replay is not of this machine.
    init?(asked: Bool, isRecorded: Bool, isReplay: Bool, _ variables: [String: String]) throws(UsageError) {
        if asked {
            self = .option("--forbid-focus")
        } else if isRecorded {
            self = .recorded
        } else if isReplay {
            return nil
        } else {
            self.init(
                SettingLayers.inForce([Self.settings(variables), try EnvironmentSettings.settings(variables)]))
        }
    }
}
