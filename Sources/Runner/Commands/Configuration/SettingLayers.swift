// SPDX-License-Identifier: MIT

/// The settings from several sources, the weaker first: files, profiles, Bazel, the environment, the command
/// line.
///
/// If several places set an option, only the strongest counts, also for lists.
///
/// Rule 62.
enum SettingLayers {
    /// The opposite of an option, if it has one: where one place asks for one and a stronger place for the other, that one counts.
    private static func rival(of option: String) -> String? {
        switch option {
        case "quiet": "verbose"
        case "verbose": "quiet"
        case "github": "no-github"
        case "no-github": "github"
        case "state": "no-state"
        case "no-state": "state"
        default: nil
        }
    }

    /// The settings in force, the weaker first, of what some places ask for.
    static func inForce(_ layers: [[Setting]]) -> [Setting] {
        var result: [Setting] = []
        var taken: [String] = []
        var isList = false
        for layer in layers.reversed() {
            // A list has no report; one that was asked for elsewhere is meant for runs.
            let kept = layer.filter { !taken.contains($0.option.name) && !(isList && $0.option.isReport) }
            result = kept + result
            for setting in layer {
                taken.append(setting.option.name)
                if !setting.isOff, let rival = Self.rival(of: setting.option.name) { taken.append(rival) }
                isList = isList || setting.option.name == "list"
            }
        }
        return result
    }
}

extension OptionTable.Option {
    /// Whether it asks for a report in a file.
    fileprivate var isReport: Bool { group == .report && takes == .file }
}
