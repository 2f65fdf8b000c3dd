// SPDX-License-Identifier: MIT

extension Subcommand {
    /// Makes one report of several.
    static var merge: Subcommand {
        Subcommand(
            name: "merge", operands: "FILE…", takes: .file, help: "make one report out of several event files",
            details:
                "make one report of any kind out of files that --events wrote, of shards for instance, and say what "
                + "is missing: a shard, or the end of a file. The exit code is that of a run of everything; a gap counts "
                + "as a failure (1). A line that cannot be read is reported with file and line, and is an error (2) if "
                + "nothing else went wrong. Files come in any order, also twice. Of a case in several files, the run that "
                + "came to its end has the last word; a failure in another is an attempt that failed",
            options: [
                "html", "junit", "tap", "events", "quiet", "verbose", "color", "show-output", "slowest", "forbid-focus",
                "record",
            ]
        ) { options, paths in
            if options.quiet, options.verbose { throw UsageError.conflict("--quiet", "--verbose") }
            try options.checkReports()
            return try Merge(options: options, paths: paths).run()
        }
    }
}
