// SPDX-License-Identifier: MIT

/// An option with its value and its origin.
struct Setting {
    /// The origin of a setting.
    enum Origin: Equatable {
        /// A configuration file: path, line and column, and the profile that it stands in, if it does.
        case file(String, profile: String?)
        /// An environment variable, by name.
        case environment(String)
        /// The command line.
        case commandLine
    }

    /// The option.
    let option: OptionTable.Option
    /// Its value; nil for a flag, and for an optional value that is left out.
    let value: String?
    /// The spelling for errors: `-j`, `--jobs`, a variable's name, a place in a file.
    let spelling: String
    /// Its origin.
    let origin: Origin
    /// Whether it switches off a flag that a weaker source switches on.
    var isOff = false

    /// Applies the setting.
    func apply(to options: inout Options) throws(UsageError) {
        if isOff { return }
        switch option.action {
        case .flag(let set): set(&options)
        case .value(_, _, let set): try set(&options, value ?? "", spelling)
        case .optionalValue(_, _, let set): try set(&options, value, spelling)
        }
    }
}
