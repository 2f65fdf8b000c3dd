// SPDX-License-Identifier: MIT

/// A set-up of a configuration file that happens once for a run, in a process of its own.
package struct SetUpScript: Sendable {
    /// The command that a shell runs before anything is loaded.
    package let command: String
    /// Where it is: path, line and column, and the profile.
    package let origin: SettingOrigin
    /// The command that a shell runs when everything has ended, if there is one.
    package var tearDown: String?
    /// The bundles that it is for, by name; nil for the whole run.
    package var bundles: [String]?
    /// How long each of the two may take, in seconds.
    package var timeout = 60.0

    /// Makes one from its parts.
    package init(
        command: String, origin: SettingOrigin, tearDown: String? = nil, bundles: [String]? = nil,
        timeout: Double = 60.0
    ) {
        self.command = command
        self.origin = origin
        self.tearDown = tearDown
        self.bundles = bundles
        self.timeout = timeout
    }

    /// The keys of a set-up.
    package static let keys = ["run", "tear-down", "bundles", "timeout"]
}
