/// The options for running again, and for the record that remembers the last run.
extension OptionTable {
    /// Running again.
    static var again: [Option] {
        [
            Option(
                name: "rerun-failed", group: .again, help: "run only what failed when it last ran",
                details: "run only what failed when it last ran; everything, where there is no record. Where "
                    + "nothing failed, nothing runs: exit code 3",
                action: .flag { $0.rerunFailed = true }
            ),
            Option(
                name: "failed-first", group: .again, help: "what failed first, within its run group",
                details: "of each run group, the classes first of which something failed",
                action: .flag { $0.failedFirst = true }
            ),
            Option(
                name: "repeat", group: .again, help: "run everything N times, by seeds that count up",
                details: "run everything N times, each time by the next seed",
                action: .value("N", .number) { options, text, name throws(UsageError) in
                    options.repetitions = try OptionValue.positive(text, name)
                }
            ),
            Option(
                name: "until-failure", group: .again, help: "repeat until something fails; --repeat bounds it",
                details: "repeat until something fails, N times at most with --repeat N",
                action: .flag { $0.untilFailure = true }
            ),
            Option(
                name: "watch", group: .again, help: "then run again each bundle that is rebuilt",
                details: "when everything has run, wait for bundles that are dropped in or rebuilt, and run those "
                    + "again, classes first of which something failed; until an interrupt", reach: .commandLine,
                action: .flag { $0.watch = true }
            ),
        ]
    }

    /// Where the record of runs is.
    static var records: [Option] {
        [
            Option(
                name: "state", group: .again, help: "keep the record of runs there", standard: ".testkit",
                details: "keep the record of runs there: docs/STATE.md; .testkit by default",
                action: .value("DIR", .directory) { options, text, name throws(UsageError) in
                    options.state = try OptionValue.directory(text, name)
                }
            ),
            Option(
                name: "no-state", group: .again, help: "keep none, and read none",
                details: "keep no record, and read none",
                action: .flag { $0.state = nil }
            ),
        ]
    }
}
