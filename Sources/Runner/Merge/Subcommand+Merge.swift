extension Subcommand {
    /// Makes one report of several.
    static var merge: Subcommand {
        Subcommand(
            name: "merge", operands: "FILE…", takes: .file, help: "put several runs' event files into one report",
            details: "put the files that --events wrote, of shards for instance, into one report of any kind, and say "
                + "what is missing: a shard, the end of a file. The exit code is that of a run of all of it; what is "
                + "missing counts as a failure (1). A line that cannot be read is told with file and line, and is an "
                + "error (2) where nothing else went wrong",
            options: [
                "html", "junit", "tap", "events", "quiet", "verbose", "color", "show-output", "slowest", "forbid-focus",
            ]
        ) { options, paths in
            if options.quiet, options.verbose { throw UsageError.conflict("--quiet", "--verbose") }
            try options.checkReports()
            return try Merge(options: options, paths: paths).run()
        }
    }
}
