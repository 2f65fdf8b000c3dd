/// Every option there is.
///
/// Parsing, `--help`, the manual page, docs/COMMANDLINE.md, the completions, the names of environment variables and the
/// keys of `testkit.json` are made from this one table.
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
        /// It takes a value: the placeholder that names it, its kind, and a closure that stores it. The closure's last
        /// argument is the option as the user wrote it.
        case value(String, ValueKind, (inout Options, String, String) throws(UsageError) -> Void)
        /// It may take a value, joined to it by `=`: `--name` or `--name=value`. Without one the closure gets nil.
        case optionalValue(String, ValueKind, (inout Options, String?, String) throws(UsageError) -> Void)

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
        /// Its meaning in a few words, for `--help`.
        let help: String
        /// Its default value in words, if it has one that is worth telling; a value that can be written is written as such.
        var standard: String?
        /// Its meaning at length, for the manual page and docs/COMMANDLINE.md.
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

        /// The kind of its value; nil for a flag.
        var takes: ValueKind? {
            switch action {
            case .flag: nil
            case .value(_, let kind, _), .optionalValue(_, let kind, _): kind
            }
        }

        /// Its help with its default in brackets, as `--help` and the completions show it.
        var helpWithDefault: String { standard.map { "\(help) [\($0)]" } ?? help }
    }

    /// All of them, in the help's order.
    ///
    /// Made once: a command line asks for it at each word. Nothing writes it.
    nonisolated(unsafe) static let all: [Option] =
        selection + narrowing + order + again + records + listing + report + files + other

    /// The option of a name.
    static func option(named name: String) -> Option? { all.first { $0.name == name } }
}
