// SPDX-License-Identifier: MIT

/// The origin of a setting.
enum SettingOrigin: Equatable, Sendable {
    /// A configuration file: path, line and column, and the profile that it stands in, if it does.
    case file(String, profile: String?)
    /// An environment variable, by name.
    case environment(String)
    /// The command line.
    case commandLine

    /// Where it is, in words.
    var place: String {
        switch self {
        case .file(let place, let profile): profile.map { "\(place), profile \($0)" } ?? place
        case .environment(let name): name
        case .commandLine: "command line"
        }
    }

    /// Whether it is in a configuration file.
    var isFile: Bool {
        if case .file = self { return true }
        return false
    }
}
