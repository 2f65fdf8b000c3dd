// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The manual page, in the macros of man(7), which both groff and mandoc read.
///
/// It contains every table of the program: options, other commands, exit codes.
enum ManualPage {
    /// The whole page.
    static var text: String {
        var page = Roff()
        page.line(".TH RUNNER 1 \"\(Version.date)\" \"runner \(Version.current)\" \"User Commands\"")
        page.section("NAME")
        page.paragraph("runner - load test bundles and run their tests")
        page.section("SYNOPSIS")
        page.synopsis("runner", "[options] PATH... [TEST...]")
        for command in Subcommand.all { page.synopsis("runner \(command.name)", "[options] \(command.operands)") }
        page.section("DESCRIPTION")
        for text in description { page.paragraph(text) }
        options(&page)
        if !Subcommand.all.isEmpty { commands(&page) }
        page.section("IDENTITIES")
        for text in identities { page.paragraph(text) }
        page.section("EXIT STATUS")
        for code in ExitCode.allCases { page.item("\(code.rawValue)", code.meaning) }
        page.paragraph(ExitCode.precedence)
        page.section("ENVIRONMENT")
        for text in environment { page.paragraph(text) }
        for (name, meaning) in EnvironmentVariables.all { page.item(name, meaning) }
        page.section("FILES")
        for (name, meaning) in files { page.item(name, meaning) }
        page.section("EXAMPLES")
        for (purpose, command) in examples {
            page.paragraph(purpose)
            page.example(command)
        }
        return page.text
    }

    /// The options, group by group.
    private static func options(_ page: inout Roff) {
        page.section("OPTIONS")
        page.paragraph(values)
        for group in OptionTable.Group.allCases {
            page.subsection(group.rawValue)
            for option in OptionTable.all where option.group == group {
                // An optional value is bold as well, so that its brackets are easy to see.
                page.item(
                    (option.letter.map { "-\($0), " } ?? "") + (option.isOptional ? option.usage : "--\(option.name)"),
                    value: option.isOptional ? "" : option.placeholder + (option.takesRest ? "…" : ""),
                    option.details.isEmpty ? option.help : option.details)
            }
        }
    }

    /// The commands other than a run.
    private static func commands(_ page: inout Roff) {
        page.section("COMMANDS")
        for command in Subcommand.all {
            page.item("\(command.name)", value: command.operands, command.details)
            if command.options.isEmpty { continue }
            page.continued("Options: " + command.options.map { "--\($0)" }.joined(separator: ", ") + ".")
        }
    }

    /// The paragraph about values, which precedes the options.
    static let values =
        "A value follows its option as the next word, or after an equals sign. If an option is given "
        + "several times, the last one counts, unless it says that it may be repeated. The word `--` ends the "
        + "options."

    /// The paragraphs about the program as a whole.
    static let description = [
        "runner loads test suites as plug-ins. A bundle is a shared library that exports the function "
            + "`testkit_bundle_entry`. Each PATH is a bundle, or a directory whose `*.so` files are examined. An "
            + "argument that exists or looks like a path (`./`, `/`, `.so`) is a PATH; any other is a TEST.",
        "The host never loads a bundle itself. Worker processes do, so that a crash, a hang or a bundle that cannot "
            + "be loaded fails its own tests and no others. A seed decides the order: one seed gives one order on any "
            + "machine and for any number of workers.",
    ]

    /// The paragraphs about the names of tests.
    static let identities = [
        "A test's identity is `bundle/Module.Class/case`, or `bundle/Module.Class/case[example]` for one example of a "
            + "parameterised case. Reports print it. A TEST on the command line is an identity, or a part of one that "
            + "names something: `bundle`, `Module`, `Class`, `Module.Class`, `Class/case`. A bundle has the name of "
            + "its file without `lib` and `.so`. If files of several directories share a name, the directory comes "
            + "first: `teamA:Suites`.",
        "A PATTERN matches each identity that contains it, byte for byte. After `glob:` it is a shell's pattern for "
            + "the whole identity, in which `*` also matches slashes. After `re:` it is a regular expression that "
            + "matches anywhere in the identity.",
    ]

    /// The paragraphs about environment variables.
    static let environment = [
        "Most options have a variable: `TESTKIT_` and the option's name in capitals, with underscores. "
            + "`TESTKIT_SHOW_OUTPUT=all` is `--show-output all`. A flag's value is true, yes, on or 1, or false, no, "
            + "off or 0. For an option that may be repeated, each line is one value. An empty variable sets nothing. "
            + "The command line overrides the variables: if both set an option, only its value counts.",
        "The variables are: "
            + EnvironmentSettings.options.map { "`\(EnvironmentSettings.name(of: $0))`" }
            .joined(separator: ", ") + ".",
        "Under Bazel (`BAZEL_TEST` is 1, or `TEST_SRCDIR` is set) the runner also honours the variables of "
            + "Bazel's test protocol. The variables above override them.",
    ]

    /// The files that the program reads and writes, each with its meaning.
    static let files = [
        (
            "testkit.json",
            "Settings, in the directory of the bundles: a JSON object with the members options (long options by "
                + "name), bundles (timeout, isolation, chance, tags, environment, output and main-thread of single "
                + "bundles), tests (rules for the tests that a pattern matches), resources (the number of classes "
                + "that may use a resource at once), set-up (commands that run once before anything is loaded) and "
                + "profiles (named sets of these five, for `--profile`)."
        ),
        (
            "$TMPDIR, /tmp",
            "The directory for unlinked files with the output of running workers."
        ),
    ]
}
