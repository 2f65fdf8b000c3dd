/// The options for reports.
extension OptionTable {
    /// Report.
    static var report: [Option] {
        [
            Option(
                name: "quiet", letter: "q", group: .report, help: "print failures and the last lines only",
                details: "print failures and the last lines only",
                action: .flag { $0.quiet = true }),
            Option(
                name: "verbose", letter: "v", group: .report, help: "print every case, and files passed over",
                details: "print every case, and files passed over",
                action: .flag { $0.verbose = true }),
            Option(
                name: "color", group: .report, help: "auto, always, never; NO_COLOR is heeded", standard: "auto",
                details: "auto, always, never; NO_COLOR is heeded",
                action: .choice("WHEN") { $0.color = $1 }),
            Option(
                name: "show-output", group: .report, help: "of tests: never, failed, all, live", standard: "failed",
                details: "what tests print: never, failed (the default), all, live (at once, without a word of which "
                    + "case it is from)",
                action: .choice("WHEN") { $0.showOutput = $1 }),
            Option(
                name: "slowest", group: .report, help: "name the N slowest cases", standard: "5",
                details: "name the N slowest cases; 5 by default",
                action: .value("N", .number) { options, text, name throws(UsageError) in
                    options.slowest = try OptionValue.count(text, name)
                }),
        ]
    }

    /// Reports for programs.
    static var files: [Option] {
        [
            Option(
                name: "events", group: .report, help: "stream events, JSON Lines; - is stdout, or fd:N",
                details: "stream what happens as JSON Lines, in Swift Testing's schema: docs/EVENTS.md",
                action: .value("FILE", .file) { options, text, name throws(UsageError) in
                    options.events = try OptionValue.target(text, name)
                }),
            Option(
                name: "tap", group: .report, help: "stream TAP 14; - is stdout, or fd:N",
                details: "stream the Test Anything Protocol, version 14",
                action: .value("FILE", .file) { options, text, name throws(UsageError) in
                    options.tap = try OptionValue.target(text, name)
                }),
            Option(
                name: "junit", group: .report, help: "write a JUnit XML report",
                details: "write a JUnit report, which Jenkins and GitLab read; it appears whole, at the end",
                action: .value("FILE", .file) { options, text, name throws(UsageError) in
                    options.junit = try OptionValue.target(text, name)
                }),
            Option(
                name: "html", group: .report, help: "write a report to look at in a browser",
                details: "write a report to look at in a browser: one file, which needs no network; it appears whole, "
                    + "at the end",
                action: .value("FILE", .file) { options, text, name throws(UsageError) in
                    options.html = try OptionValue.target(text, name)
                }),
            Option(
                name: "attachments", group: .report, help: "keep what tests attach there", standard: "in TMPDIR",
                details:
                    "keep what tests attach in DIR, as bundle/Module.Class/case/name; without it in a new directory "
                    + "in $TMPDIR. Either is made only when something is attached, nothing in it is overwritten, and the "
                    + "report names it",
                action: .value("DIR", .directory) { options, text, name throws(UsageError) in
                    if text.isEmpty { throw .badValue(name, value: text, expected: "a directory's path") }
                    options.attachments = text
                }),
            Option(
                name: "github", group: .report, help: "annotate for GitHub Actions", standard: "where it runs there",
                details: "annotate failures for GitHub Actions, and append a summary to $GITHUB_STEP_SUMMARY; by "
                    + "default where GITHUB_ACTIONS is true",
                action: .flag { $0.github = true }),
            Option(
                name: "no-github", group: .report, help: "do not", details: "do not, wherever it runs",
                action: .flag { $0.github = false }),
        ]
    }
}
