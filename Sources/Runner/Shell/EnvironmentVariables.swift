/// The environment variables that the host reads, for the manual page and docs/COMMANDLINE.md.
enum EnvironmentVariables {
    /// Every variable with its meaning.
    static let all: [(name: String, meaning: String)] = [
        ("NO_COLOR", "If it is set and not empty, no colour, unless --color always is given."),
        ("TERM", "If it is dumb, no colour, and nothing is drawn over."),
        ("TMPDIR", "Where what workers print is kept while they live; /tmp without it."),
        ("GITHUB_ACTIONS", "If it is true, as if --github were given."),
        ("GITHUB_STEP_SUMMARY", "The file to which --github appends a summary."),
        ("GITHUB_WORKSPACE", "The directory to which the paths of --github's annotations are relative."),
        ("TEST_TOTAL_SHARDS, TEST_SHARD_INDEX", "From Bazel: --shard; Bazel counts from 0."),
        ("TEST_SHARD_STATUS_FILE", "From Bazel: is made, to say that shards are understood."),
        ("XML_OUTPUT_FILE", "From Bazel: --junit."),
        ("TESTBRIDGE_TEST_ONLY", "From Bazel's --test_filter: --filter."),
        ("TESTBRIDGE_TEST_RUNNER_FAIL_FAST", "From Bazel: if it is 1, --fail-fast."),
        ("TEST_RANDOM_SEED", "From Bazel: --seed."),
        ("TEST_UNDECLARED_OUTPUTS_DIR", "From Bazel: --events, to the file events.jsonl there."),
        ("TEST_TMPDIR", "From Bazel: takes the place of TMPDIR, for tests too."),
        ("TEST_PREMATURE_EXIT_FILE", "From Bazel: is there while the tests run, and gone at a proper end."),
        ("SWIFT_BACKTRACE", "How Swift's runtime writes backtraces of crashes; left as it is where it is set."),
    ]
}
