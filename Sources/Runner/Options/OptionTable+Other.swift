/// The options for everything else.
extension OptionTable {
    /// Other.
    static var other: [Option] {
        [
            Option(
                name: "completions", group: .other, help: "print a script for bash, zsh or fish",
                details: "print a script that completes the command line, for bash, zsh or fish", reach: .commandLine,
                action: .choice("SHELL", \.completions)
            ),
            Option(
                name: "man", group: .other, help: "print the manual page, for man -l",
                details: "print the manual page, for man -l -", reach: .commandLine,
                action: .flag { $0.manual = true }
            ),
            Option(
                name: "help", letter: "h", group: .other, help: "print this", details: "print the options",
                reach: .commandLine,
                action: .flag { $0.help = true }
            ),
            Option(
                name: "version", group: .other, help: "print the version", details: "print the version",
                reach: .commandLine,
                action: .flag { $0.version = true }
            ),
        ]
    }
}
