// SPDX-License-Identifier: MIT

import RunnerModel

/// The options for everything else.
extension OptionTable {
    /// The options for configuration files.
    static var configuration: [Option] {
        [
            Option(
                name: "config", group: .other, help: "read settings from FILE, not beside the bundles",
                details: "read settings from FILE instead of the bundles' `testkit.json`: docs/CONFIGURATION.md",
                reach: .environment,
                action: .text("FILE", .file) { $0.configuration = $1 }
            ),
            Option(
                name: "no-config", group: .other, help: "read no configuration file",
                details: "read no configuration file", reach: .environment,
                action: .flag { $0.ignoresConfiguration = true }
            ),
            Option(
                name: "profile", group: .other, help: "use that profile of the configuration",
                details: "use the profile NAME of the configuration file as well", reach: .environment,
                action: .text("NAME") { $0.profile = $1 }
            ),
            Option(
                name: "show-config", group: .other, help: "print the settings in force and their origins",
                details: "print the settings in force and their origins, and run nothing", reach: .commandLine,
                action: .flag { $0.showConfiguration = true }
            ),
        ]
    }

    /// All other options.
    static var other: [Option] {
        configuration + [
            Option(
                name: "completions", group: .other, help: "print a completion script: bash, zsh or fish",
                details: "print a completion script for `bash`, `zsh` or `fish`", reach: .commandLine,
                action: .choice("SHELL") { $0.completions = $1 }
            ),
            Option(
                name: "man", group: .other, help: "print the manual page: roff, or as markdown",
                details: "print the manual page: as `roff` (the default), for `man -l -`, or as `markdown`",
                reach: .commandLine,
                action: .optionalChoice("FORM", otherwise: .roff) { $0.manual = $1 }
            ),
            Option(
                name: "help", letter: "h", group: .other, help: "print this help",
                details: "print the help",
                reach: .commandLine,
                action: .flag { $0.help = true }
            ),
            Option(
                name: "version", group: .other, help: "print version, commit and compiler",
                details: "print the version, the commit that was built if known, the compiler and the platform",
                reach: .commandLine,
                action: .flag { $0.version = true }
            ),
        ]
    }
}
