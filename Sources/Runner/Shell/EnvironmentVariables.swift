/// The environment variables that the host reads, and what they do; for the man page and the README.
enum EnvironmentVariables {
    /// Each with its meaning.
    static let all: [(name: String, meaning: String)] = [
        ("NO_COLOR", "If it is set and not empty, no colour, unless --color always is given."),
        ("TERM", "If it is dumb, no colour, and nothing is drawn over."),
        ("TMPDIR", "Where what workers print is kept while they live; /tmp without it."),
        ("GITHUB_ACTIONS", "If it is true, as if --github were given."),
        ("GITHUB_STEP_SUMMARY", "The file to which --github appends a summary."),
        ("GITHUB_WORKSPACE", "The directory to which the paths of --github's annotations are relative."),
        ("SWIFT_BACKTRACE", "How Swift's runtime writes backtraces of crashes; left as it is where it is set."),
    ]
}
