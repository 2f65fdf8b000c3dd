// SPDX-License-Identifier: MIT

import Testing

/// Whole reports of small runs.
struct GoldenTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// The options that make a report the same on every run.
    private let options = ["--seed", "42", "--jobs", "1", "--slowest", "0", "--color", "never"]

    @Test(
        "the report of a run", arguments: ["normal": [], "verbose": ["-v"], "quiet": ["-q"]].sorted { $0.key < $1.key })
    func report(name: String, verbosity: [String]) throws {
        for bundle in [FixtureModel.failing, FixtureModel.ordinary] { try bundle.make(in: directory) }
        try LoadFault("CYCLE", "").make(directory, "Cyclic.so")
        let result = try Runner.run(options + verbosity + [directory.path])
        try Golden.expect(result.output, matches: "report-\(name)", masking: directory)
        #expect(result.errors.isEmpty)
    }

    @Test("the report of hooks that fail, with places in their sources", .swift63)
    func hooks() throws {
        let result = try Runner.run(options + ["-v", try FixtureModel.hooks.make(in: directory)], in: directory.path)
        try Golden.expect(result.output, matches: "report-hooks", masking: directory)
    }

    @Test("the whole screen, in colour, at the width of the terminal", .swift63)
    func screen() throws {
        // Within the sources' directory, so that places are short and the same everywhere.
        let result = try Runner.run(
            options.dropLast(2) + ["--color", "always", "--no-state", try SwiftFixtures.bundle("ScreenSuites")],
            environment: ["COLUMNS": "80"], in: CFixture.root)
        let text = result.output.replacing("\u{1B}[", with: "<").replacing(/<([0-9;]+)m/) { "<\($0.1)>" }
        try Golden.expect(text, matches: "screen-80", masking: directory)
        #expect(result.status == 1)
    }
}
