// SPDX-License-Identifier: MIT

/// The origin of a setting.
public enum SettingOrigin: Equatable, Sendable {
    /// A configuration file: path, line and column, and the profile that it is in, if any.
    case file(String, profile: String?)
    /// An environment variable, by name.
    case environment(String)
    /// The command line.
    case commandLine

    /// Where it is, in words.
    public var place: String {
        switch self {
        case .file(let place, let profile): profile.map { "\(place), profile \($0)" } ?? place
        case .environment(let name): name
        case .commandLine: "command line"
        }
    }

    /// Whether it is in a configuration file.
    public var isFile: Bool {
        if case .file = self { return true }
        return false
    }
}
