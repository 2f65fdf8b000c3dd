// SPDX-License-Identifier: MIT

extension ManualPage {
    /// Example commands, each with its purpose.
    static let examples: [(purpose: String, command: String)] = [
        ("Run everything in a directory, in the order of seed 42:", "runner --seed 42 build/bundles"),
        ("See what would run, and in which order:", "runner --list --seed 42 build/bundles"),
        (
            "Run one class, and stop in a debugger where it crashes:",
            "runner --isolation none --debugger gdb build/bundles CartTests"
        ),
        ("Run the tests that a file names:", "runner --ids failed.txt build/bundles"),
        (
            "For CI, with a report for Jenkins or GitLab, and no focus left behind:",
            "runner --forbid-focus --junit report.xml build/bundles"
        ),
        ("Complete the command line in bash:", "source <(runner --completions bash)"),
        ("Read this page without installing it:", "runner --man | man -l -"),
    ]
}
