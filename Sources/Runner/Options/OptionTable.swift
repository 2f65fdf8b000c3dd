/// Every option there is.
///
/// Parsing, `--help`, the man page, the completions, the names of environment variables and the keys of `testkit.json`
/// are made from this one table.
enum OptionTable {
    /// Where in the help an option stands.
    enum Group: String, CaseIterable {
        case selection = "What runs"
        case order = "Order and limits"
        case again = "Running again"
        case listing = "Listing"
        case report = "Report"
        case other = "Other"
    }

    /// Where an option may stand.
    enum Reach: Comparable {
        /// On the command line alone: it asks for something once.
        case commandLine
        /// In the environment, too: it says where settings are.
        case environment
        /// In a configuration file, too.
        case everywhere
    }

    /// What an option does.
    enum Action {
        /// It stands alone.
        case flag((inout Options) -> Void)
        /// It takes a value; the placeholder names it, and the last argument is the option as it was written.
        ///
        /// Without a kind, the placeholder says it: see `Option.takes`.
        case value(String, ValueKind? = nil, (inout Options, String, String) throws(UsageError) -> Void)
        /// It may take a value, which only `=` can give it: `--name` or `--name=value`; nil without one.
        case optionalValue(String, ValueKind? = nil, (inout Options, String?, String) throws(UsageError) -> Void)

        /// It takes one of a few words, with which something is done.
        ///
        /// A closure and no key path: making those costs as much as the rest of the table.
        static func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ placeholder: String, _ set: @escaping (inout Options, Choice) -> Void
        ) -> Action {
            .value(placeholder, .choice(Choice.allCases.map(\.rawValue))) { options, text, name throws(UsageError) in
                set(&options, try OptionValue.choice(text, name))
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
        /// Where else than on the command line it may stand.
        var reach = Reach.everywhere
        /// What it does.
        let action: Action

        /// The name of its value, be it optional or not; empty for a flag.
        var placeholder: String {
            switch action {
            case .flag: ""
            case .value(let placeholder, _, _), .optionalValue(let placeholder, _, _): placeholder
            }
        }

        /// Whether the word after it is its value, where none is joined to it by `=`.
        var takesNextWord: Bool {
            if case .value = action { return true }
            return false
        }

        /// Its name and its value as the help has them: `--seed N`, `--fail-fast[=N]`.
        var usage: String {
            switch action {
            case .flag: "--\(name)"
            case .value(let placeholder, _, _): "--\(name) \(placeholder)"
            case .optionalValue(let placeholder, _, _): "--\(name)[=\(placeholder)]"
            }
        }

        /// What its value is; nil for a flag.
        var takes: ValueKind? {
            let declared: ValueKind?
            switch action {
            case .flag: return nil
            case .value(_, let kind, _), .optionalValue(_, let kind, _): declared = kind
            }
            if let declared { return declared }
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
    ///
    /// Made once: a command line asks for it at each word. Nothing writes it.
    nonisolated(unsafe) static let all: [Option] =
        selection + narrowing + order + again + records + listing + report + files + other

    /// The option of a name.
    static func option(named name: String) -> Option? { all.first { $0.name == name } }
}
