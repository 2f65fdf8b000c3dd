// SPDX-License-Identifier: MIT

import RunnerModel

/// The options for order and limits.
extension OptionTable {
    /// The options for the order, for limits and for processes.
    static var order: [Option] {
        [
            Option(
                name: "seed", group: .order, help: "decide the order: unsigned 64-bit, decimal or 0x",
                details: "decide the order: an unsigned 64-bit number, decimal or `0x…`; drawn at random by default",
                action: .read("N", .seed, OptionValue.seed) { $0.seed = $1 }),
            Option(
                name: "chance", group: .order, help: "what else the seed decides", standard: "hashing=seeded",
                details:
                    "what the seed decides besides the order. `hashing=seeded` (the default): the order of Swift's "
                    + "sets and dictionaries; `random=seeded`: the numbers that SystemRandomNumberGenerator gives a "
                    + "case, a stream for each; `tasks=seeded` (experimental): the order of a case's tasks, which "
                    + "then run one at a time; `tasks=FILE` takes the order from a file, for the tests in it. "
                    + "`=system` leaves a choice to the system: docs/ORDER.md",
                action: .read("WHAT", .text, Chance.init) { $0.chance = $1 }),
            Option(
                name: "order", group: .order, help: "run exactly the tests of FILE, in its order",
                details: "run exactly the tests that FILE lists, one on a line, in its order and in one process; a "
                    + "focus has no effect. A line %process begins a new process, %worker the tests of another "
                    + "worker: docs/ORDER.md",
                reach: .commandLine,
                action: .text("FILE", .file) { $0.order = $1 }),
            Option(
                name: "shuffle", group: .order, help: "on, or off for the declared order", standard: "on",
                details: "shuffle classes and cases: `on` (the default), or `off` for the declared order within each "
                    + "run group",
                action: .choice("WHEN") { $0.shuffle = $1 }),
            Option(
                name: "schedule", group: .order, help: "what starts first: durations, or seed", standard: "durations",
                details:
                    "the order of starts with several workers. `durations` (the default): a test that took longer "
                    + "than its share in earlier runs may start before its place in the order, and the report says "
                    + "so; `seed`: each worker keeps the order of the seed: docs/ORDER.md",
                action: .choice("WHAT") { $0.schedule = $1 }),
            Option(
                name: "fail-fast", group: .order, help: "start no case after N failures; 1 by default",
                details:
                    "start no further case after N failures, 1 without a number. Running cases are completed, and the "
                    + "rest is reported as not run. Set-ups count, failures in quarantine do not. With `--retry`, a "
                    + "case that fails is tried again before its failure ends the run",
                action: .optional("N", .number) { options, text, name throws(UsageError) in
                    options.failFast = if let text { try OptionValue.positive(text, name) } else { 1 }
                }),
            Option(
                name: "jobs", letter: "j", group: .order, help: "number of workers", standard: "processors",
                details:
                    "the number of workers; by default the number of processors that the process may use, and up to "
                    + "twice as many while tests wait and processors idle. With `--jobs 1` the cases run one after "
                    + "the other, in the order of the plan",
                action: .read("N", .number, OptionValue.jobs) { $0.jobs = $1 }),
        ] + limits + processes
    }

    /// The options for limits.
    private static var limits: [Option] {
        [
            Option(
                name: "timeout", group: .order, help: "limit for a case, a set-up or a tear-down", standard: "60",
                details:
                    "the limit for a case, a set-up or a tear-down; 60 by default, and 600 for a test executable. A "
                    + "limit that a suite states (caseTimeLimit) overrides it. At the limit, the process writes a "
                    + "backtrace; then it gets SIGTERM and, a second later, SIGKILL",
                action: .read("SECONDS", .number, OptionValue.seconds) { $0.timeout = $1 }),
            Option(
                name: "run-timeout", group: .order, help: "limit for the whole run", standard: "none",
                details: "the limit for the whole run, which is then cut short (exit code 5)",
                action: .read("SECONDS", .number, OptionValue.seconds) { $0.runTimeout = $1 }),
            Option(
                name: "load-timeout", group: .order, help: "limit for opening and listing one bundle", standard: "10",
                details: "the limit for opening and listing one bundle; 10 by default, and 120 for a test executable",
                action: .read("SECONDS", .number, OptionValue.seconds) { $0.loadTimeout = $1 }),
            Option(
                name: "retry", group: .order, help: "try a failed case up to N more times", standard: "0",
                details:
                    "try a failed case up to N more times, in a fresh process. A case that then passes is flaky "
                    + "and does not fail the run",
                action: .read("N", .number, OptionValue.count) { $0.retry = $1 }),
            Option(
                name: "retry-delay", group: .order, help: "wait before failed cases are tried again",
                details:
                    "the seconds to wait before failed cases are tried again. The factor multiplies each further "
                    + "wait: `1,2` waits 1, 2, 4 seconds. An interrupt, and the limit of the run, end a wait",
                action: .read("SECS[,FACTOR]", .text, RetryDelay.init) { $0.retryDelay = $1 }),
        ]
    }

    /// The options for processes.
    private static var processes: [Option] {
        [
            Option(
                name: "leaks", group: .order, help: "what a class left changed: off, warn, fail",
                standard: "warn",
                details:
                    "for a class that leaves its process changed: `off`, `warn` (the default) or `fail`. The runner "
                    + "compares environment, working and root directory, mask, signals, timers, descriptors, threads, "
                    + "children, locale, limits, user and priority. It replaces a worker whose state could affect "
                    + "other classes",
                action: .choice("WHAT") { $0.leaks = $1 }
            ),
            Option(
                name: "isolation", group: .order, help: "process per: worker, class, case, none",
                standard: "worker",
                details:
                    "`worker` (the default): classes share workers; `class`, `case`: a process for each; `none`: "
                    + "everything in the process that you started, for a debugger",
                action: .choice("KIND") { $0.isolation = $1 }),
            Option(
                name: "debugger", group: .order, help: "run under gdb or lldb, with --isolation none",
                details: "start under `gdb` or `lldb`, with `--isolation none`", reach: .commandLine,
                action: .choice("NAME") { $0.debugger = $1 }),
        ]
    }
}
