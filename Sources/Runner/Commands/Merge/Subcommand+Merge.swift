// SPDX-License-Identifier: MIT

import RunnerModel

extension Subcommand {
    /// Makes one report of several.
    static var merge: Subcommand {
        Subcommand(
            name: "merge", operands: "FILE…", takes: .file, help: "make one report out of several event files",
            details:
                "make one report of any kind out of files that `--events` wrote, of shards for instance, and name "
                + "what is missing: a shard, or the end of a file. The exit code is that of a run of everything; a "
                + "gap counts as a failure (1). A line that cannot be read is reported with file and line, and is an "
                + "error (2) if nothing else failed. The order of the files, and duplicates, have no effect. If a "
                + "case is in several files, the completed run wins; failures elsewhere count as failed attempts. "
                + "From records of `--affected`, it makes one record: docs/Affected.md",
            options: reportOptions + ["record"]
        ) { options, paths in
            try options.checkReports()
            if paths.contains(where: RecordMerge.isRecord) { return try RecordMerge.run(paths, into: options.record) }
            return try Merge(options: options, paths: paths).run()
        }
    }

    /// The options that say how a run is reported.
    private static let reportOptions = [
        "html", "junit", "tap", "tap-version", "events", "event-stream-version", "reporter", "trace", "code-quality",
        "quiet", "verbose",
        "color", "show-output", "failure-output", "slowest", "forbid-focus", "strict", "github", "no-github",
    ]

    /// Shows a recorded run again.
    static var replay: Subcommand {
        Subcommand(
            name: "replay", operands: "FILE…", takes: .file, help: "show a recorded run again, in any report",
            details:
                "show a run that `--events` recorded, on any machine, in any report. The exit code is that of the "
                + "run. Missing shards are not reported; several files are shown as one run, as by merge",
            options: reportOptions
        ) { options, paths in
            try options.checkReports()
            return try Merge(options: options, paths: paths, isReplay: true).run()
        }
    }
}
