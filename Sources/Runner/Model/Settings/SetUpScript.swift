// SPDX-License-Identifier: MIT

/// A set-up of a configuration file that happens once for a run, in a process of its own.
public struct SetUpScript: Sendable {
    /// The shell command; it runs before anything is loaded, or with `tests` before the first test.
    public let command: String
    /// The place of the set-up: path, line and column, and the profile.
    public let origin: SettingOrigin
    /// The command that a shell runs when everything has ended, if there is one.
    public var tearDown: String?
    /// Its name for people; its command where nil.
    public var name: String?
    /// The pattern of the tests that it is for; nil for bundles, or the whole run.
    public var tests: String?
    /// The bundles that it is for, by name; nil for the whole run.
    public var bundles: [String]?
    /// The time limit for each of the two, in seconds.
    public var timeout = 60.0

    /// The pattern of its tests as it is read; nil where there is none.
    public var filter: NameFilter? { tests.flatMap { try? NameFilter($0) } }

    /// Its name, or its command.
    public var title: String { name ?? command }

    /// The keys of a set-up.
    public static let keys = ["run", "tear-down", "name", "for", "bundles", "timeout"]
}

extension SetUpScript {
    /// A set-up of a command alone.
    public init(command: String, origin: SettingOrigin) { self.init(command: command, origin: origin, tearDown: nil) }
}
