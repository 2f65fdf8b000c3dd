/// One thing that somebody asked for: an option, its value, and where that stands.
struct Setting {
    /// Where it was asked for, the weaker first.
    enum Origin: Equatable {
        /// A configuration file, by path, line and column.
        case file(String, profile: String?)
        /// An environment variable.
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

    /// Does what it asks for.
    func apply(to options: inout Options) throws(UsageError) {
        switch option.action {
        case .flag(let set): set(&options)
        case .value(_, _, let set): try set(&options, value ?? "", spelling)
        case .optionalValue(_, _, let set): try set(&options, value, spelling)
        }
    }
}
