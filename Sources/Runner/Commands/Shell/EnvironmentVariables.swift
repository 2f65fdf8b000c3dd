// SPDX-License-Identifier: MIT

/// The environment variables that the host reads, for the manual page and docs/COMMANDLINE.md.
enum EnvironmentVariables {
    /// Every variable with its meaning.
    static let all: [(name: String, meaning: String)] = [
        ("NO_COLOR", "If it is set and not empty, there is no colour, unless `--color always` is given."),
        ("TERM", "If it is dumb, there is no colour and no progress line."),
        ("TMPDIR", "The directory for the output of workers and for attachments; `/tmp` by default."),
        ("GITHUB_ACTIONS", "If it is true, `--github` is on."),
        ("GITHUB_STEP_SUMMARY", "The file to which `--github` appends a summary."),
        (
            "GITHUB_WORKSPACE, CI_PROJECT_DIR",
            "The directory to which the paths of `--github` and of `--code-quality` are relative."
        ),
        ("TEST_TOTAL_SHARDS, TEST_SHARD_INDEX", "From Bazel: `--shard`; Bazel counts from 0."),
        ("TEST_SHARD_STATUS_FILE", "From Bazel: a file to create, which says that shards are supported."),
        ("XML_OUTPUT_FILE", "From Bazel: `--junit`."),
        ("TESTBRIDGE_TEST_ONLY", "From Bazel's `--test_filter`: `--filter`."),
        ("TESTBRIDGE_TEST_RUNNER_FAIL_FAST", "From Bazel: if it is 1, `--fail-fast`."),
        ("TEST_RANDOM_SEED", "From Bazel: `--seed`."),
        ("TEST_UNDECLARED_OUTPUTS_DIR", "From Bazel: `--events`, to the file `events.jsonl` there."),
        ("TEST_TMPDIR", "From Bazel: replaces `TMPDIR`, also for tests."),
        (
            "TEST_PREMATURE_EXIT_FILE",
            "From Bazel: a file that exists while the tests run, and is removed at a proper end."
        ),
        ("SWIFT_BACKTRACE", "The settings of Swift's backtraces. If it is set, the runner does not change it."),
    ]
}
