// SPDX-License-Identifier: MIT

/// The options for listing.
extension OptionTable {
    /// The listing options, in the help's order.
    static var listing: [Option] {
        [
            Option(
                name: "list", group: .listing, help: "print what would run, in the order of the seed",
                details: "print what would run, in the order of the seed (seed 0 by default)", reach: .commandLine,
                action: .flag { $0.list = true }
            ),
            Option(
                name: "tree", group: .listing, help: "with --list: print the class hierarchy",
                details: "with `--list`: print the class hierarchy", reach: .commandLine,
                action: .flag { $0.tree = true }
            ),
            Option(
                name: "format", group: .listing, help: "of lists: plain, json, cmake, swift", standard: "plain",
                details:
                    "with `--list`, inspect or history: `plain` (the default) or `json`; with `--list` also `cmake`, for "
                    + "`testkit_discover_tests`, or `swift`, as `swift test list` prints it", reach: .commandLine,
                action: .choice("FORMAT") { $0.format = $1 }
            ),
        ]
    }
}
