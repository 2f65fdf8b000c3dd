extension Options {
    /// What `--help` prints: fits a screen of 80 columns.
    static var helpText: String {
        var text = """
            Usage: runner [options] PATH… [TEST…]

            Runs the tests of the bundles (shared libraries that export a registration
            entry) in each PATH, a directory or a bundle, in an order that --seed decides.
            TEST is an identity: bundle, Class, bundle/Module.Class/case, …/case[example].

            """
        for group in OptionTable.Group.allCases {
            text += "\n\(group.rawValue):\n"
            for option in OptionTable.all where option.group == group { text += line(for: option) + "\n" }
        }
        return text + """

            Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 nothing ran,
            4 a bundle could not be used, 5 cut short, 6 focused and --forbid-focus given.

            """
    }

    /// An option's line.
    private static func line(for option: OptionTable.Option) -> String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let words = "  \(letter)\(option.usage)"
        return words + String(repeating: " ", count: max(2, 30 - words.count)) + option.help
    }
}
