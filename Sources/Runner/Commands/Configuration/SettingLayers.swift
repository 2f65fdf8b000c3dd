// SPDX-License-Identifier: MIT

/// The settings from several sources, the weaker first: files, profiles, Bazel, the environment, the command
/// line.
///
/// If several places set an option, only the strongest counts, also for lists.
///
/// Rule 62.
enum SettingLayers {
    /// Options that exclude each other: where one place asks for one and a stronger place for the other, that one counts.
    private static let rivals = [
        ["quiet", "verbose"], ["github", "no-github"], ["state", "no-state"], ["config", "no-config"],
        ["profile", "no-config"],
    ]

    /// The settings in force, the weaker first, of what some places ask for.
    static func inForce(_ layers: [[Setting]]) -> [Setting] {
        var result: [Setting] = []
        var taken: [String] = []
        var isList = false
        for layer in layers.reversed() {
            // A list refuses what is about a run; what was asked for elsewhere is meant for runs.
            let kept = layer.filter { !taken.contains($0.option.name) && !(isList && $0.option.isAboutRun) }
            result = kept + result
            for setting in layer {
                taken.append(setting.option.name)
                if !setting.isOff { taken += Self.rivals.filter { $0.contains(setting.option.name) }.joined() }
                isList = isList || setting.option.name == "list"
            }
        }
        return result
    }
}

extension OptionTable.Option {
    /// Whether it asks for a report, or for the causes of failures.
    fileprivate var isAboutRun: Bool {
        group == .report && takes == .file
            || ["reporter", "coverage", "coverage-fail-under", "diagnose"].contains(name)
    }
}
