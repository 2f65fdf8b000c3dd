// SPDX-License-Identifier: MIT

/// A set-up of a configuration file that happens once for a run, in a process of its own.
struct SetUpScript: Sendable {
    /// The command that a shell runs before anything is loaded.
    let command: String
    /// Where it stands: path, line and column, and the profile.
    let origin: SettingOrigin
    /// The command that a shell runs when everything has ended, if there is one.
    var tearDown: String?
    /// The bundles that it is for, by name; nil for the whole run.
    var bundles: [String]?
    /// How long each of the two may take, in seconds.
    var timeout = 60.0

    /// The keys of a set-up.
    static let keys = ["run", "tear-down", "bundles", "timeout"]
}
