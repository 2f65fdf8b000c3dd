/// One thing that somebody asked for: an option, its value, and where that stands.
struct Setting {
    /// Where it was asked for.
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
    /// What an error calls it: `-j`, `--jobs`, a variable's name, a place in a file.
    let spelling: String
    /// Where it stands.
    let origin: Origin
    /// Whether it says that a flag does not hold, against a weaker place that says it does.
    var isOff = false

    /// Does what it asks for.
    func apply(to options: inout Options) throws(UsageError) {
        if isOff { return }
        switch option.action {
        case .flag(let set): set(&options)
        case .value(_, _, let set): try set(&options, value ?? "", spelling)
        case .optionalValue(_, _, let set): try set(&options, value, spelling)
        }
    }
}
