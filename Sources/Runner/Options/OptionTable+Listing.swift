/// The options for listing.
extension OptionTable {
    /// Listing.
    static var listing: [Option] {
        [
            Option(
                name: "list", group: .listing, help: "print what would run, in the order of the seed",
                action: .flag { $0.list = true }
            ),
            Option(
                name: "tree", group: .listing, help: "with --list: print the class hierarchy",
                action: .flag { $0.tree = true }
            ),
            Option(
                name: "format", group: .listing, help: "with --list: plain or json [plain]",
                action: .value("FORMAT") { options, text, name throws(UsageError) in
                    options.format = try OptionValue.choice(text, name)
                }
            ),
        ]
    }
}
