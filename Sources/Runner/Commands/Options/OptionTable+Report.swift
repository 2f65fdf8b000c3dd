// SPDX-License-Identifier: MIT

import RunnerModel

/// The options for reports.
extension OptionTable {
    /// The options for the report at the terminal.
    static var report: [Option] {
        [
            Option(
                name: "quiet", letter: "q", group: .report, help: "print only failures and the summary",
                details: "print only failures and the summary",
                action: .flag { $0.quiet = true }),
            Option(
                name: "verbose", letter: "v", group: .report, help: "print every case, and files passed over",
                details: "print every case, and the files that are not bundles",
                action: .flag { $0.verbose = true }),
            Option(
                name: "color", group: .report, help: "auto, always, never; NO_COLOR is respected", standard: "auto",
                details: "`auto` (the default), `always` or `never`; `NO_COLOR` is respected",
                action: .choice("WHEN") { $0.color = $1 }),
            Option(
                name: "show-output", group: .report, help: "tests' output: never, failed, all, live",
                standard: "failed",
                details:
                    "the tests' output to print: `never`, `failed` (the default), `all`, or `live` (at once, without "
                    + "the name of its case)",
                action: .choice("WHEN") { $0.showOutput = $1 }),
            Option(
                name: "failure-output", group: .report, help: "when: immediate, final, both, never",
                standard: "immediate",
                details:
                    "when failures are shown in full: `immediate` (the default) as they happen, `final` at the end, "
                    + "`both`, or `never`: then a line says that a test failed. A list at the end always states each "
                    + "failure and its place",
                action: .choice("WHEN") { $0.failureOutput = $1 }),
            Option(
                name: "slowest", group: .report, help: "name the N slowest cases", standard: "5",
                details: "name the N slowest cases; 5 by default",
                action: .read("N", .number, OptionValue.count) { $0.slowest = $1 }),
        ]
    }

    /// The options for reports in files.
    static var files: [Option] {
        [
            Option(
                name: "events", group: .report, help: "stream events, JSON Lines; - is stdout, or fd:N",
                details: "stream the run as JSON Lines, in Swift Testing's schema: docs/EVENTS.md",
                action: .read("FILE", .file, OptionValue.target) { $0.reports[.events] = $1 }),
            Option(
                name: "event-stream-version", group: .report, help: "its schema: 0, 6.3 or 6.4",
                standard: "6.3",
                details:
                    "the version of the schema that `--events` and `--reporter` follow: `0`, `6.3` (the default) or "
                    + "`6.4`, which adds tags, bugs and time limits: docs/EVENTS.md",
                action: .choice("VERSION") { $0.reports.eventVersion = $1 }),
            Option(
                name: "reporter", group: .report, help: "a command that reads the event stream",
                details:
                    "start a command of your own that reads the event stream on its standard input: docs/EVENTS.md. It "
                    + "has standard output, and the report for people goes to standard error; may be repeated",
                repeats: true,
                action: .read("COMMAND", .text, OptionValue.command) { $0.reports.commands.append($1) }),
            Option(
                name: "tap", group: .report, help: "stream TAP; - is stdout, or fd:N",
                details: "stream the Test Anything Protocol, of the version that `--tap-version` names",
                action: .read("FILE", .file, OptionValue.target) { $0.reports[.tap] = $1 }),
            Option(
                name: "tap-version", group: .report, help: "13, which prove reads everywhere, or 14", standard: "13",
                details: "the version of the TAP stream: `13` (the default), which every `prove` reads, or `14`",
                action: .choice("VERSION") { $0.reports.tapVersion = $1 }),
            Option(
                name: "trace", group: .report, help: "write a trace for Perfetto, chrome://tracing",
                details:
                    "write a timeline of each worker, for Perfetto (ui.perfetto.dev) and chrome://tracing; the file "
                    + "appears complete, at the end",
                action: .read("FILE", .file, OptionValue.target) { $0.reports[.trace] = $1 }),
            Option(
                name: "code-quality", group: .report, help: "write failures for GitLab's Code Quality",
                details:
                    "write failures as GitLab's Code Quality report, which a merge request shows beside the changed "
                    + "lines; the file appears complete, at the end",
                action: .read("FILE", .file, OptionValue.target) { $0.reports[.codeQuality] = $1 }),
            Option(
                name: "record", group: .commands, help: "with merge: write a record for --balance",
                details:
                    "with `runner merge`, write a record of how long classes and cases took, for `--balance`; from "
                    + "records of `--affected`, one record with the tests of all",
                reach: .commandLine,
                action: .read("FILE", .file, OptionValue.target) { $0.record = $1 }),
            Option(
                name: "import", group: .commands, help: "with merge, history: add the runs to the history",
                details:
                    "with `runner merge` and `runner history`, add the runs of event files to the history in the "
                    + "directory of `--state`, with `runner history` also those of another history; runs that the "
                    + "history has already are skipped: docs/History.md",
                reach: .commandLine, action: .flag { $0.imports = true }),
            Option(
                name: "quarantine", group: .commands, help: "with history: write rules for the most flaky tests",
                details:
                    "with `runner history`, write rules for `testkit.json` that put the most flaky tests into "
                    + "quarantine, for you to review: docs/History.md",
                reach: .commandLine, action: .flag { $0.quarantines = true }),
            Option(
                name: "output", letter: "o", group: .commands, help: "with archive: write it to FILE; - is stdout",
                details: "with runner archive, write the archive to FILE; - is standard output", reach: .commandLine,
                action: .read("FILE", .file, OptionValue.target) { $0.output = $1 }),
            Option(
                name: "sources", group: .commands, help: "with archive: pack sources in DIR, for excerpts",
                details:
                    "with runner archive, pack the source files below DIR as well, from which reports show the "
                    + "lines of failures; may be repeated",
                repeats: true, reach: .commandLine,
                action: .read("DIR", .directory, OptionValue.directory) { $0.sources.append($1) }),
            Option(
                name: "junit", group: .report, help: "write a JUnit XML report",
                details: "write a JUnit report, for Jenkins and GitLab; the file appears complete, at the end",
                action: .read("FILE", .file, OptionValue.target) { $0.reports[.junit] = $1 }),
            Option(
                name: "html", group: .report, help: "write a report for a browser",
                details:
                    "write a report for a browser: one file that needs no network; it appears complete, at the "
                    + "end",
                action: .read("FILE", .file, OptionValue.target) { $0.reports[.html] = $1 }),
            Option(
                name: "attachments", group: .report, help: "directory for what tests attach", standard: "in TMPDIR",
                details:
                    "the directory for attachments, as `bundle/Module.Class/case/name`; by default a new one in "
                    + "`$TMPDIR`. The runner makes it only if a test attaches something, overwrites nothing in it, "
                    + "and names it in the report",
                action: .read("DIR", .directory, OptionValue.directory) { $0.attachments = $1 }),
            Option(
                name: "coverage", group: .report, help: "write coverage: lcov, HTML, a table",
                details:
                    "write which lines ran, as lcov.info, html/ and merged.profdata, for bundles that are built for "
                    + "coverage, and print a table by file: docs/Coverage.md",
                action: .read("DIR", .directory, OptionValue.directory) { $0.coverage = $1 }),
            Option(
                name: "coverage-include-tests", group: .report, help: "also count the tests' own sources",
                details: "with `--coverage`, also count the sources of the tests",
                action: .flag { $0.coverageIncludeTests = true }),
            Option(
                name: "coverage-fail-under", group: .report, help: "exit code 7 if less than N % ran",
                details:
                    "with `--coverage`, exit code 7 if everything passed, but less than N percent of the lines ran",
                action: .read("N", .number, OptionValue.percentage) { $0.coverageFailUnder = $1 }),
            Option(
                name: "github", group: .report, help: "report to GitHub Actions", standard: "in a job there",
                details:
                    "annotate failures for GitHub Actions, and append a summary to `$GITHUB_STEP_SUMMARY`; on by "
                    + "default if `GITHUB_ACTIONS` is true",
                action: .flag { $0.github = true }),
            Option(
                name: "no-github", group: .report, help: "do not report to GitHub Actions",
                details: "do not report to GitHub Actions",
                action: .flag { $0.github = false }),
        ]
    }
}
