// SPDX-License-Identifier: MIT

import RunnerModel

/// The options for running again, and for the record that remembers the last run.
extension OptionTable {
    /// The options for running again.
    static var again: [Option] {
        [
            Option(
                name: "rerun-failed", group: .again, help: "run only tests that failed when they last ran",
                details:
                    "run only tests that failed when they last ran, or everything if there is no record. If none "
                    + "failed, nothing runs: exit code 3",
                action: .flag { $0.rerunFailed = true }
            ),
            Option(
                name: "rerun-exactly", group: .again, help: "repeat the last run, worker by worker",
                details:
                    "give each worker the tests that it ran in the last run, in the same order and divided among "
                    + "processes in the same way. With a number, run only that worker's tests, from 0; with a path, "
                    + "repeat the run of that record: docs/STATE.md",
                reach: .commandLine,
                action: .optional("WHAT", .file) { options, text, name throws(UsageError) in
                    guard let text else { return options.rerunExactly = .last }
                    if text.isEmpty { throw .badValue(name, value: text, expected: "a worker's number or a file") }
                    let isNumber = text.utf8.allSatisfy { (48...57).contains($0) }
                    options.rerunExactly = isNumber ? .worker(try OptionValue.count(text, name)) : .record(text)
                }
            ),
            Option(
                name: "diagnose", group: .again, help: "why tests fail: of this run, the last; or off",
                details:
                    "after the run, try each of its failures again, changing one condition at a time, and name the "
                    + "cause: other tests before it or at the same time, hashing, random numbers, time, or none of "
                    + "these. `=last` does so for the failures of the last run, from its record. `=off` also disables "
                    + "the solo run of a failed XCTest or Swift Testing case: docs/Diagnosis.md",
                action: .optionalChoice("WHICH", otherwise: .run) { $0.diagnose = $1 }
            ),
            Option(
                name: "hunt", group: .again, help: "then look for tests that depend on an order",
                details:
                    "after the run, run the classes in orders that make every pair of a run group adjacent, then with "
                    + "other seeds, and diagnose failures: for 60 seconds, or SECS. `tasks`: run each test in other "
                    + "orders of its tasks instead (experimental: docs/Interleavings.md). The same command goes on "
                    + "where it stopped: docs/Diagnosis.md",
                reach: .commandLine,
                action: .optional("[tasks,]SECS", .text) { options, text, name throws(UsageError) in
                    options.hunt = try Hunt(text, name)
                }
            ),
            Option(
                name: "diagnose-time", group: .again, help: "how long --diagnose may take", standard: "60",
                details: "the seconds that `--diagnose` may take for all failures together; 60 by default",
                action: .read("SECS", .number, OptionValue.seconds) { $0.diagnoseTime = $1 }
            ),
            Option(
                name: "diagnose-runs", group: .again, help: "how many runs --diagnose may make", standard: "1000",
                details: "the number of runs that `--diagnose` may make for all failures together; 1000 by default",
                action: .read("N", .number, OptionValue.positive) { $0.diagnoseRuns = $1 }
            ),
            Option(
                name: "affected", group: .again, help: "run what changes reach: list, why, record, verify",
                details:
                    "run only tests whose outcome may have changed since they last passed, since a function that they "
                    + "enter or a file that they use has changed, for instance, and record what they use: "
                    + "experimental, for debug builds on x86_64. `list` names these tests and states the reasons; "
                    + "`why` states them for each test, in detail; `record` runs everything; `verify` runs everything "
                    + "and fails if a test that would have been left out did not pass: docs/Affected.md",
                action: .optionalChoice("WHAT", otherwise: .run) { $0.affected = $1 }
            ),
            Option(
                name: "affected-ignore", group: .again, help: "variables that do not count for --affected",
                details:
                    "an environment variable that `--affected` ignores, or the beginning of several names and `*`: "
                    + "`CI_*`; may be repeated: docs/Affected.md",
                repeats: true,
                action: .text("NAME") { $0.affectedIgnored.append($1) }
            ),
            Option(
                name: "failed-first", group: .again, help: "run failed classes first in their run group",
                details: "within each run group, begin with the classes in which something failed",
                action: .flag { $0.failedFirst = true }
            ),
            Option(
                name: "repeat", group: .again, help: "run everything N times, with seeds that count up",
                details: "run everything N times, each time with the next seed",
                action: .read("N", .number, OptionValue.positive) { $0.repetitions = $1 }
            ),
            Option(
                name: "until-failure", group: .again, help: "repeat until something fails; --repeat bounds it",
                details: "repeat until something fails, at most N times with `--repeat N`",
                action: .flag { $0.untilFailure = true }
            ),
            Option(
                name: "watch", group: .again, help: "then run again each bundle that is rebuilt",
                details:
                    "after the run, wait for bundles that are added or rebuilt, and run these, until an interrupt. "
                    + "Classes in which something failed come first", reach: .commandLine,
                action: .flag { $0.watch = true }
            ),
        ]
    }

    /// The options for the record of runs.
    static var records: [Option] {
        [
            Option(
                name: "state", group: .again, help: "directory for the record of runs", standard: ".testkit",
                details: "the directory for the record of runs, `.testkit` by default: docs/STATE.md",
                action: .read("DIR", .directory, OptionValue.directory) { $0.state = $1 }
            ),
            Option(
                name: "no-state", group: .again, help: "keep no record, and read none",
                details: "keep no record of runs, and read none",
                action: .flag { $0.state = nil }
            ),
            Option(
                name: "history", group: .again, help: "keep N results of each test; 0 keeps none", standard: "100",
                details:
                    "the number of results of each test that the history keeps, for runner history and for reports: "
                    + "docs/History.md; 100 by default, and none with 0",
                action: .read("N", .number, OptionValue.count) { $0.history = $1 }
            ),
        ]
    }
}
