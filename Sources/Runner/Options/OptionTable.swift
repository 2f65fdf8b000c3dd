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

    /// What runs: by directory and by name.
    private static var selection: [Option] {
        [
            Option(
                name: "recursive", letter: "r", group: .selection, help: "look for bundles in subdirectories too",
                action: .flag { $0.recursive = true }
            ),
            Option(
                name: "filter", group: .selection, help: "run what matches: a part of it, glob:…, re:…",
                action: .value("PATTERN") { options, text, name throws(UsageError) in
                    options.filters.append(try OptionValue.pattern(text, name))
                }
            ),
            Option(
                name: "skip", group: .selection, help: "do not run what matches",
                action: .value("PATTERN") { options, text, name throws(UsageError) in
                    options.skips.append(try OptionValue.pattern(text, name))
                }
            ),
            Option(
                name: "ids", group: .selection, help: "run the tests named in FILE, a line each; - stdin",
                action: .value("FILE") { options, text, _ in
                    options.idFiles.append(text)
                }
            ),
        ]
    }

    /// What runs: focus and platform.
    private static var narrowing: [Option] {
        [
            Option(
                name: "focus", group: .selection, help: "how far a focus reaches: all, bundle, ignore [all]",
                action: .value("REACH") { options, text, name throws(UsageError) in
                    options.focus = try OptionValue.choice(text, name)
                }
            ),
            Option(
                name: "forbid-focus", group: .selection, help: "make a focused run an error, for CI",
                action: .flag { $0.forbidFocus = true }
            ),
            Option(
                name: "platform", group: .selection, help: "make the suffix _NAME current",
                action: .value("NAME") { options, text, name throws(UsageError) in
                    options.platforms.append(try OptionValue.platform(text, name))
                }
            ),
            Option(
                name: "known-platform", group: .selection, help: "make _NAME a suffix that is not current",
                action: .value("NAME") { options, text, name throws(UsageError) in
                    options.knownPlatforms.append(try OptionValue.platform(text, name))
                }
            ),
        ]
    }

    /// Order and limits.
    private static var order: [Option] {
        [
            Option(
                name: "seed", group: .order, help: "decide the order: unsigned 64-bit, decimal or 0x",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.seed = try OptionValue.seed(text, name)
                }),
            Option(
                name: "jobs", letter: "j", group: .order, help: "workers at once [processors that it may use]",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.jobs = try OptionValue.jobs(text, name)
                }),
            Option(
                name: "timeout", group: .order, help: "for one case, set-up or tear-down [60]",
                action: .value("SECONDS") { options, text, name throws(UsageError) in
                    options.timeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "run-timeout", group: .order, help: "for everything [none]",
                action: .value("SECONDS") { options, text, name throws(UsageError) in
                    options.runTimeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "retry", group: .order, help: "try a failed case up to N more times [0]",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.retry = try OptionValue.count(text, name)
                }),
            Option(
                name: "leaks", group: .order, help: "leftovers of classes: off, warn, fail [warn]",
                action: .value("WHAT") { options, text, name throws(UsageError) in
                    options.leaks = try OptionValue.choice(text, name)
                }
            ),
            Option(
                name: "isolation", group: .order, help: "a process each: worker, class, case, none [worker]",
                action: .value("KIND") { options, text, name throws(UsageError) in
                    options.isolation = try OptionValue.choice(text, name)
                }),
            Option(
                name: "debugger", group: .order, help: "run under gdb or lldb, with --isolation none",
                action: .value("NAME") { options, text, name throws(UsageError) in
                    options.debugger = try OptionValue.choice(text, name)
                }),
            Option(
                name: "load-timeout", group: .order, help: "for opening and listing one bundle [10]",
                action: .value("SECONDS") { options, text, name throws(UsageError) in
                    options.loadTimeout = try OptionValue.seconds(text, name)
                }),
        ]
    }

    /// Listing.
    private static var listing: [Option] {
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

    /// Report.
    private static var report: [Option] {
        [
            Option(
                name: "quiet", letter: "q", group: .report, help: "print failures and the last lines only",
                action: .flag { $0.quiet = true }),
            Option(
                name: "verbose", letter: "v", group: .report, help: "print every case, and files passed over",
                action: .flag { $0.verbose = true }),
            Option(
                name: "color", group: .report, help: "auto, always, never; NO_COLOR is heeded [auto]",
                action: .value("WHEN") { options, text, name throws(UsageError) in
                    options.color = try OptionValue.choice(text, name)
                }),
            Option(
                name: "show-output", group: .report, help: "of tests: never, failed, all, live [failed]",
                action: .value("WHEN") { options, text, name throws(UsageError) in
                    options.showOutput = try OptionValue.choice(text, name)
                }),
            Option(
                name: "slowest", group: .report, help: "name the N slowest cases [5]",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.slowest = try OptionValue.count(text, name)
                }),
        ]
    }

    /// Reports for programs.
    private static var files: [Option] {
        [
            Option(
                name: "events", group: .report, help: "stream events, JSON Lines; - is stdout, or fd:N",
                action: .value("FILE") { options, text, name throws(UsageError) in
                    options.events = try OptionValue.target(text, name)
                }),
            Option(
                name: "tap", group: .report, help: "stream TAP 14; - is stdout, or fd:N",
                action: .value("FILE") { options, text, name throws(UsageError) in
                    options.tap = try OptionValue.target(text, name)
                }),
            Option(
                name: "junit", group: .report, help: "write a JUnit XML report",
                action: .value("FILE") { options, text, name throws(UsageError) in
                    options.junit = try OptionValue.target(text, name)
                }),
            Option(
                name: "github", group: .report, help: "annotate for GitHub Actions [where it runs there]",
                action: .flag { $0.github = true }),
            Option(name: "no-github", group: .report, help: "do not", action: .flag { $0.github = false }),
        ]
    }

    /// Other.
    private static var other: [Option] {
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
