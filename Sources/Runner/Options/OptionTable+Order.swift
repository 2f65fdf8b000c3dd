/// The options for order and limits.
extension OptionTable {
    /// Order and limits.
    static var order: [Option] {
        [
            Option(
                name: "seed", group: .order, help: "decide the order: unsigned 64-bit, decimal or 0x",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.seed = try OptionValue.seed(text, name)
                }),
            Option(
                name: "shuffle", group: .order, help: "on, or off for the declared order [on]",
                action: .value("WHEN") { options, text, name throws(UsageError) in
                    options.shuffle = try OptionValue.choice(text, name)
                }),
            Option(
                name: "fail-fast", group: .order, help: "start nothing more after N failures [1]",
                action: .optionalValue("N") { options, text, name throws(UsageError) in
                    options.failFast =
                        try text.map { text throws(UsageError) in
                            try OptionValue.positive(text, name)
                        } ?? 1
                }),
            Option(
                name: "jobs", letter: "j", group: .order, help: "workers at once [processors that it may use]",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.jobs = try OptionValue.jobs(text, name)
                }),
            Option(
                name: "timeout", group: .order, help: "for one case, set-up or tear-down [60]",
                action: .value("SECONDS") { options, text, name throws(UsageError) in
                    options.timeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "run-timeout", group: .order, help: "for everything [none]",
                action: .value("SECONDS") { options, text, name throws(UsageError) in
                    options.runTimeout = try OptionValue.seconds(text, name)
                }),
            Option(
                name: "retry", group: .order, help: "try a failed case up to N more times [0]",
                action: .value("N") { options, text, name throws(UsageError) in
                    options.retry = try OptionValue.count(text, name)
                }),
            Option(
                name: "leaks", group: .order, help: "leftovers of classes: off, warn, fail [warn]",
                action: .value("WHAT") { options, text, name throws(UsageError) in
                    options.leaks = try OptionValue.choice(text, name)
                }
            ),
            Option(
                name: "isolation", group: .order, help: "a process each: worker, class, case, none [worker]",
                action: .value("KIND") { options, text, name throws(UsageError) in
                    options.isolation = try OptionValue.choice(text, name)
                }),
            Option(
                name: "debugger", group: .order, help: "run under gdb or lldb, with --isolation none",
                action: .value("NAME") { options, text, name throws(UsageError) in
                    options.debugger = try OptionValue.choice(text, name)
                }),
            Option(
                name: "load-timeout", group: .order, help: "for opening and listing one bundle [10]",
                action: .value("SECONDS") { options, text, name throws(UsageError) in
                    options.loadTimeout = try OptionValue.seconds(text, name)
                }),
        ]
    }
}
