// SPDX-License-Identifier: MIT

/// A name that an option has in other tools; the error names the runner's own option.
struct Synonym {
    /// The name, without the dashes.
    let name: String
    /// The runner's option without the dashes, with a value if the name implies one.
    let replacement: String

    /// The option alone.
    var option: String { String(replacement.prefix { $0 != "=" }) }

    /// All of them.
    static var all: [Synonym] {
        [
            "fail-fast=N": ["max-failures", "maxfail", "max-fail"],
            "fail-fast": ["exitfirst", "stop-on-failure", "bail"],
            "rerun-failed": ["last-failed", "lf", "only-failures"], "failed-first": ["ff"],
            "retry": ["retries", "reruns"], "list": ["list-tests", "collect-only", "dry-run"],
            "jobs": ["parallel", "num-workers", "workers", "test-threads"], "jobs=1": ["no-parallel"],
            "repeat": ["repetitions", "count", "stress-count"], "seed": ["random-seed"], "shuffle=off": ["no-shuffle"],
            "show-output=live": ["no-capture", "nocapture"], "slowest": ["durations"], "skip": ["exclude", "deselect"],
            "junit": ["junit-xml", "junitxml", "xunit-output"], "color": ["colour"], "quiet": ["silent"],
        ].flatMap { (replacement: String, names: [String]) in
            names.map { Synonym(name: $0, replacement: replacement) }
        }
    }
}
