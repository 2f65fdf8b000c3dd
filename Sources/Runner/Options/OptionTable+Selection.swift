/// The options that say what runs.
extension OptionTable {
    /// What runs: by directory and by name.
    static var selection: [Option] {
        [
            Option(
                name: "recursive", letter: "r", group: .selection, help: "look for bundles in subdirectories too",
                details: "look for bundles in subdirectories too; hidden ones are left out",
                action: .flag { $0.recursive = true }
            ),
            Option(
                name: "filter", group: .selection, help: "run what matches: a part of it, glob:…, re:…",
                details: "run only what matches: a part of the identity, glob:… for all of it, re:…; may be repeated",
                repeats: true,
                action: .value("PATTERN", .text) { options, text, name throws(UsageError) in
                    options.filters.append(try OptionValue.pattern(text, name))
                }
            ),
            Option(
                name: "skip", group: .selection, help: "do not run what matches",
                details: "do not run what matches; may be repeated", repeats: true,
                action: .value("PATTERN", .text) { options, text, name throws(UsageError) in
                    options.skips.append(try OptionValue.pattern(text, name))
                }
            ),
            Option(
                name: "tag", group: .selection, help: "run what is tagged so: 'slow and not network'",
                details:
                    "run what is tagged so: a tag, or tags with not, and, or and parentheses, such as slow and not "
                    + "(network or disk); may be repeated",
                repeats: true,
                action: .value("EXPR", .text) { options, text, name throws(UsageError) in
                    options.tags.wanted.append(try OptionValue.tags(text, name))
                }
            ),
            Option(
                name: "skip-tag", group: .selection, help: "do not run what is tagged so",
                details: "do not run what is tagged so; may be repeated",
                repeats: true,
                action: .value("EXPR", .text) { options, text, name throws(UsageError) in
                    options.tags.skipped.append(try OptionValue.tags(text, name))
                }
            ),
            Option(
                name: "ids", group: .selection, help: "run the tests named in FILE, a line each; - stdin",
                details: "run the tests named in FILE, one a line; - is standard input; may be repeated",
                repeats: true,
                action: .value("FILE", .file) { options, text, _ in
                    options.idFiles.append(text)
                }
            ),
        ]
    }

    /// What runs: focus and platform.
    static var narrowing: [Option] {
        [
            Option(
                name: "focus", group: .selection, help: "how far a focus reaches: all, bundle, ignore", standard: "all",
                details: "how far a focus reaches: all (the default), its own bundle, or ignore",
                action: .choice("REACH") { $0.focus = $1 }
            ),
            Option(
                name: "forbid-focus", group: .selection, help: "make a focused run an error, for CI",
                details: "make a focused run an error (exit code 6), for CI",
                action: .flag { $0.forbidFocus = true }
            ),
            Option(
                name: "shard", group: .selection, help: "run the I-th of N parts; a class stays whole",
                details: "run the I-th of N parts, such as 2/3; a class stays whole, and its part does not depend on "
                    + "the seed: docs/ORDER.md. A part with nothing in it passes",
                action: .value("I/N", .text) { options, text, name throws(UsageError) in
                    options.shard = try OptionValue.shard(text, name)
                }
            ),
            Option(
                name: "platform", group: .selection, help: "make the suffix _NAME current",
                details: "make the suffix _NAME current, besides the operating system's and the processor's; "
                    + "may be repeated",
                repeats: true,
                action: .value("NAME", .text) { options, text, name throws(UsageError) in
                    options.platforms.append(try OptionValue.platform(text, name))
                }
            ),
            Option(
                name: "known-platform", group: .selection, help: "make _NAME a suffix that is not current",
                details: "make _NAME a suffix that counts, but is not current; may be repeated", repeats: true,
                action: .value("NAME", .text) { options, text, name throws(UsageError) in
                    options.knownPlatforms.append(try OptionValue.platform(text, name))
                }
            ),
        ]
    }
}
