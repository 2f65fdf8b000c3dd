/// The options for reports.
extension OptionTable {
    /// Report.
    static var report: [Option] {
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
    static var files: [Option] {
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
                name: "attachments", group: .report, help: "keep what tests attach there [in TMPDIR]",
                action: .value("DIR") { options, text, name throws(UsageError) in
                    if text.isEmpty { throw .badValue(name, value: text, expected: "a directory's path") }
                    options.attachments = text
                }),
            Option(
                name: "github", group: .report, help: "annotate for GitHub Actions [where it runs there]",
                action: .flag { $0.github = true }),
            Option(name: "no-github", group: .report, help: "do not", action: .flag { $0.github = false }),
        ]
    }
}
