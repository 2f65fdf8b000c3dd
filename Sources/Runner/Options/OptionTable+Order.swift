/// The options for order and limits.
extension OptionTable {
    /// Order and limits.
    static var order: [Option] {
        [
            Option(
                name: "seed", group: .order, help: "decide the order: unsigned 64-bit, decimal or 0x",
                details: "decide the order: an unsigned 64-bit number, decimal or 0x…; by chance without it",
                action: .value("N", .seed) { options, text, name throws(UsageError) in
                    options.seed = try OptionValue.seed(text, name)
                }),
            Option(
                name: "shuffle", group: .order, help: "on, or off for the declared order", standard: "on",
                details: "on (the default), or off: the declared order, by run group",
                action: .choice("WHEN") { $0.shuffle = $1 }),
            Option(
                name: "fail-fast", group: .order, help: "start nothing more after N failures, or one",
                details: "start nothing more after N failures, 1 without a number; what is running ends, the rest "
                    + "is reported as not run. With --retry, a case has failed when it is out of attempts",
                action: .optionalValue("N", .number) { options, text, name throws(UsageError) in
                    options.failFast =
                        try text.map { text throws(UsageError) in
                            try OptionValue.positive(text, name)
                        } ?? 1
                }),
            Option(
                name: "jobs", letter: "j", group: .order, help: "workers at once",
                standard: "processors that it may use",
                details: "workers at once; without it, as many as processors that the process may use. --jobs 1 runs "
                    + "exactly the plan, one case after the other",
                action: .value("N", .number) { options, text, name throws(UsageError) in
                    options.jobs = try OptionValue.jobs(text, name)
                }),
        ] + limits + processes
    }

    /// Limits.
    private static var limits: [Option] {
        [
            Option(
                name: "timeout", group: .order, help: "for one case, set-up or tear-down", standard: "60",
                details: "for one case, set-up or tear-down; 60 by default. A suite's own limit (timeLimit) takes its "
                    + "place. What takes longer is ended: a backtrace where Swift's runtime writes one, SIGTERM, a second's "
                    + "grace, SIGKILL",
                action: .value("SECONDS", .number) { options, text, name throws(UsageError) in
                    options.timeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "run-timeout", group: .order, help: "for everything", standard: "none",
                details: "for everything; then the run is cut short (exit code 5)",
                action: .value("SECONDS", .number) { options, text, name throws(UsageError) in
                    options.runTimeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "load-timeout", group: .order, help: "for opening and listing one bundle", standard: "10",
                details: "for opening and listing one bundle; 10 by default",
                action: .value("SECONDS", .number) { options, text, name throws(UsageError) in
                    options.loadTimeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "retry", group: .order, help: "try a failed case up to N more times", standard: "0",
                details: "try a failed case up to N more times, in a fresh process; one that then passes is called "
                    + "flaky and does not fail the run",
                action: .value("N", .number) { options, text, name throws(UsageError) in
                    options.retry = try OptionValue.count(text, name)
                }),
        ]
    }

    /// Processes.
    private static var processes: [Option] {
        [
            Option(
                name: "leaks", group: .order, help: "leftovers of classes: off, warn, fail", standard: "warn",
                details: "what follows when a class leaves its process changed (environment, working and root "
                    + "directory, mask, signals, timers, descriptors, threads, children, locale, limits, user, priority; its "
                    + "worker is then replaced where others might fail in it): off, warn (the default), fail",
                action: .choice("WHAT") { $0.leaks = $1 }
            ),
            Option(
                name: "isolation", group: .order, help: "a process each: worker, class, case, none", standard: "worker",
                details: "worker: classes share workers (the default); class, case: a process for each; none: "
                    + "everything in the process that you started, for a debugger",
                action: .choice("KIND") { $0.isolation = $1 }),
            Option(
                name: "debugger", group: .order, help: "run under gdb or lldb, with --isolation none",
                details: "start under gdb or lldb, with --isolation none", reach: .commandLine,
                action: .choice("NAME") { $0.debugger = $1 }),
        ]
    }
}
