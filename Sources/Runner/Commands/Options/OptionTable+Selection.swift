// SPDX-License-Identifier: MIT

import RunnerModel

/// The options that select tests.
extension OptionTable {
    /// The options that select by directory and by name.
    static var selection: [Option] {
        [
            Option(
                name: "recursive", letter: "r", group: .selection, help: "look for bundles also in subdirectories",
                details: "look for bundles also in subdirectories, except hidden ones",
                action: .flag { $0.recursive = true }
            ),
            Option(
                name: "build", group: .selection, help: "options of swift build, if no PATH is given",
                details:
                    "without a PATH, build the package in the working directory with these options of `swift build`: "
                    + "all following words. By default, the options of the package's last build, as far as SwiftPM's "
                    + "files show them; may be repeated: docs/ExistingTests.md",
                repeats: true, takesRest: true,
                action: .text("OPTION") { $0.build.append($1) }
            ),
            Option(
                name: "configuration", letter: "c", group: .selection, help: "build the package so: debug, release",
                details: "without a PATH, build the package in this configuration: `debug` or `release`",
                action: .text("WHICH", .choice(["debug", "release"])) { $0.buildAdditions.append(["-c", $1]) }
            ),
            Option(
                name: "sanitize", group: .selection, help: "build the package with this sanitizer",
                details:
                    "without a PATH, build the package with this sanitizer, which the runner must have as well; may be "
                    + "repeated: docs/Sanitizers.md",
                repeats: true,
                action: .text("NAME") { $0.buildAdditions.append(["--sanitize", $1]) }
            ),
            Option(
                name: "filter", group: .selection, help: "run matching tests: 'Cart and not tag:slow'",
                details:
                    "run only the tests that match: a part of the identity, with `id:` in front or without, `glob:…` "
                    + "for all of it, `re:…` for a regular expression, `bundle:…`, `class:…` or `case:…` for a name, "
                    + "`tag:…` for a tag, `set:…` for tests that failed, or are flaky or new by earlier runs, or such "
                    + "patterns with and, or, not and parentheses; may be repeated: docs/PATTERNS.md",
                repeats: true,
                action: .read("PATTERN", .text, OptionValue.pattern) { $0.filters.append($1) }
            ),
            Option(
                name: "skip", group: .selection, help: "do not run matching tests",
                details: "do not run the tests that match; may be repeated", repeats: true,
                action: .read("PATTERN", .text, OptionValue.pattern) { $0.skips.append($1) }
            ),
            Option(
                name: "tag", group: .selection, help: "run tests with tags: 'slow and not network'",
                details:
                    "run only tests with these tags: a tag, or an expression with not, and, or and parentheses, "
                    + "such as slow and not (network or disk); may be repeated",
                repeats: true,
                action: .read("EXPR", .text, OptionValue.tags) { $0.tags.wanted.append($1) }
            ),
            Option(
                name: "skip-tag", group: .selection, help: "do not run tests with these tags",
                details: "do not run tests with these tags; may be repeated",
                repeats: true,
                action: .read("EXPR", .text, OptionValue.tags) { $0.tags.skipped.append($1) }
            ),
            Option(
                name: "ids", group: .selection, help: "run the tests named in FILE, a line each; - stdin",
                details: "run the tests named in FILE, one on each line; - is standard input; may be repeated",
                repeats: true,
                action: .text("FILE", .file) { $0.idFiles.append($1) }
            ),
        ]
    }

    /// The options for focus, shards and platforms.
    static var narrowing: [Option] {
        [
            Option(
                name: "focus", group: .selection, help: "the reach of a focus: bundle, all, ignore",
                standard: "bundle",
                details:
                    "how far a focus reaches: `bundle` (the default) for its own bundle, `all` for the whole run, or "
                    + "`ignore`. The last line of a focused run says so",
                action: .choice("REACH") { $0.focus = $1 }
            ),
            Option(
                name: "forbid-focus", group: .selection, help: "make a focused run an error, as with CI set",
                details:
                    "fail a focused run, or its list (exit code 6). It is on by default if the variable CI is set, "
                    + "unless to 0 or false; `TESTKIT_FORBID_FOCUS=false` allows a focus in CI",
                action: .flag { $0.forbidFocus = true }
            ),
            Option(
                name: "no-tests", group: .selection, help: "when nothing ran: pass, warn, fail", standard: "fail",
                details:
                    "the outcome of a run, or a list, without tests: `fail` (the default, exit code 3), `warn` or "
                    + "`pass` (exit code 0)",
                action: .choice("WHAT") { $0.noTests = $1 }
            ),
            Option(
                name: "strict", group: .selection, help: "make an incomplete run an error",
                details:
                    "fail a run, or its list, if a method looks like a test and is not registered (exit code 8): the "
                    + "warnings of the bundles' builds. Also forbids a focus (exit code 6)",
                action: .flag { $0.strict = true }
            ),
            Option(
                name: "shard", group: .selection, help: "run the I-th of N parts; a class stays whole",
                details:
                    "run the I-th of N parts, such as 2/3. All cases of a class are in the same part, whatever the "
                    + "seed: docs/ORDER.md. An empty shard passes. auto takes the part from the engine that runs the "
                    + "job on several machines: docs/CONFIGURATION.md",
                action: .read("I/N", .text) { text, name throws(UsageError) -> Shard? in
                    text == "auto" ? nil : try OptionValue.shard(text, name)
                } _: {
                    ($0.shard, $0.isShardAutomatic) = ($1, $1 == nil)
                }
            ),
            Option(
                name: "shard-by", group: .selection, help: "what stays whole in a shard: class, case",
                standard: "class",
                details:
                    "what `--shard` keeps together: `class` (the default), or `case`: then the parts have equally "
                    + "many cases, or with `--balance` take equally long. Cases of a class that are not independent "
                    + "stay together; those of XCTest and Swift Testing mostly are independent: docs/ORDER.md",
                action: .choice("WHAT") { $0.shardBy = $1 }
            ),
            Option(
                name: "balance", group: .selection, help: "make shards that take equally long, by a record",
                details:
                    "distribute classes so that all shards take equally long, by a record of earlier runs "
                    + "(`.testkit/record`, or one of `runner merge --record`), or by the usual durations of a history "
                    + "(`.testkit/history`). All machines need the same file; it may be old. The word `cases` "
                    + "balances by the number of cases: docs/ORDER.md",
                action: .text("RECORD", .file) { $0.balance = $1 }
            ),
            Option(
                name: "platform", group: .selection, help: "make the suffix _NAME current",
                details:
                    "run tests with the suffix `_NAME`, besides those for the operating system and the processor; may "
                    + "be repeated",
                repeats: true,
                action: .read("NAME", .text, OptionValue.platform) { $0.platforms.append($1) }
            ),
            Option(
                name: "known-platform", group: .selection, help: "make _NAME a suffix that is not current",
                details: "skip tests with the suffix `_NAME`, unless `--platform` names it; may be repeated",
                repeats: true,
                action: .read("NAME", .text, OptionValue.platform) { $0.knownPlatforms.append($1) }
            ),
        ]
    }
}
