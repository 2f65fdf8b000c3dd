/// Every option there is.
///
/// Parsing and `--help` are made from this one table.
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
        case value(String, (inout Options, String, String) throws(UsageError) -> Void)
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

        /// The name of its value.
        var placeholder: String {
            if case .value(let placeholder, _) = action { return placeholder }
            return ""
        }
    }

    /// All of them, in the help's order.
    static var all: [Option] { selection + narrowing + order + listing + report + files + other }
}
