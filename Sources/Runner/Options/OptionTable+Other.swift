/// The options for everything else.
extension OptionTable {
    /// Other.
    static var other: [Option] {
        [
            Option(
                name: "help", letter: "h", group: .other, help: "print this",
                action: .flag { $0.help = true }
            ),
            Option(
                name: "version", group: .other, help: "print the version",
                action: .flag { $0.version = true }
            ),
        ]
    }
}
