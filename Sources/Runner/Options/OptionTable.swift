/// Every option there is.
///
/// Parsing and `--help` are made from this one table.
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

    /// What an option does.
    enum Action {
        /// It stands alone.
        case flag((inout Options) -> Void)
        /// It takes a value; the placeholder names it, and the last argument is the option as it was written.
        case value(String, (inout Options, String, String) throws(UsageError) -> Void)
        /// It may take a value, which only `=` can give it: `--name` or `--name=value`; nil without one.
        case optionalValue(String, (inout Options, String?, String) throws(UsageError) -> Void)
    }

    /// An option.
    struct Option {
        /// Its name, without the dashes.
        let name: String
        /// Its single letter, if it has one.
        var letter: Character?
        /// Where in the help it stands.
        let group: Group
        /// What it does, for the help.
        let help: String
        /// What it does.
        let action: Action

        /// The name of its value, be it optional or not; empty if it takes none.
        var placeholder: String {
            switch action {
            case .flag: ""
            case .value(let placeholder, _), .optionalValue(let placeholder, _): placeholder
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
            case .value(let placeholder, _): "--\(name) \(placeholder)"
            case .optionalValue(let placeholder, _): "--\(name)[=\(placeholder)]"
            }
        }
    }

    /// All of them, in the help's order.
    static var all: [Option] {
        selection + narrowing + order + again + records + listing + report + files + other
    }
}
