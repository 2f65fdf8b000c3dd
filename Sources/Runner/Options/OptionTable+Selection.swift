/// The options that say what runs.
extension OptionTable {
    /// What runs: by directory and by name.
    static var selection: [Option] {
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
                name: "tag", group: .selection, help: "run what is tagged so: 'slow and not network'",
                action: .value("EXPR") { options, text, name throws(UsageError) in
                    options.tags.wanted.append(try OptionValue.tags(text, name))
                }
            ),
            Option(
                name: "skip-tag", group: .selection, help: "do not run what is tagged so",
                action: .value("EXPR") { options, text, name throws(UsageError) in
                    options.tags.skipped.append(try OptionValue.tags(text, name))
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
    static var narrowing: [Option] {
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
}
