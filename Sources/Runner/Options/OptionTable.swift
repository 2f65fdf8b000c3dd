/// Every option there is.
///
/// Parsing, `--help`, the man page, the completions, the names of environment variables and the keys of `testkit.json`
/// are made from this one table.
enum OptionTable {
    /// Where in the help an option stands.
    enum Group: String, CaseIterable {
        case selection = "What runs"
        case order = "Order and limits"
        case listing = "Listing"
        case report = "Report"
        case other = "Other"
    }

    /// What an option does.
    enum Action {
        /// It stands alone.
        case flag((inout Options) -> Void)
        /// It takes a value; the placeholder names it, and the last argument is the option as it was written.
        ///
        /// Without a kind, the placeholder says it: see `Option.takes`.
        case value(String, ValueKind? = nil, (inout Options, String, String) throws(UsageError) -> Void)

        /// It takes one of a few words.
        static func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ placeholder: String, _ place: WritableKeyPath<Options, Choice>
        ) -> Action {
            .value(placeholder, .choice(Choice.allCases.map(\.rawValue))) { options, text, name throws(UsageError) in
                options[keyPath: place] = try OptionValue.choice(text, name)
            }
        }

        /// It takes one of a few words, and is none of them without it.
        static func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ placeholder: String, _ place: WritableKeyPath<Options, Choice?>
        ) -> Action {
            .value(placeholder, .choice(Choice.allCases.map(\.rawValue))) { options, text, name throws(UsageError) in
                let choice: Choice = try OptionValue.choice(text, name)
                options[keyPath: place] = choice
            }
        }
    }

    /// An option.
    struct Option {
        /// Its name, without the dashes.
        let name: String
        /// Its single letter, if it has one.
        var letter: Character?
        /// Where in the help it stands.
        let group: Group
        /// What it does, for the help; its default stands in brackets at the end.
        let help: String
        /// What it does, at length, for the man page; the README says the same.
        var details = ""
        /// Whether each use adds to those before it, where the last one counts otherwise.
        var repeats = false
        /// Whether it makes sense on the command line alone, and not as a setting that is kept somewhere.
        var isCommand = false
        /// What it does.
        let action: Action

        /// The name of its value; empty for a flag.
        var placeholder: String {
            if case .value(let placeholder, _, _) = action { return placeholder }
            return ""
        }

        /// What its value is; nil for a flag.
        var takes: ValueKind? {
            guard case .value(let placeholder, let kind, _) = action else { return nil }
            if let kind { return kind }
            switch placeholder {
            case "FILE": return .file
            case "DIR": return .directory
            case "N", "SECONDS": return .number
            default: return .text
            }
        }

        /// What holds without it, as the help says.
        var standard: String? {
            guard help.hasSuffix("]"), let open = help.lastIndex(of: "[") else { return nil }
            return String(help[help.index(after: open)...].dropLast())
        }
    }

    /// All of them, in the help's order.
    static var all: [Option] { selection + narrowing + order + listing + report + files + other }

    /// The option of a name.
    static func option(named name: String) -> Option? { all.first { $0.name == name } }
}
