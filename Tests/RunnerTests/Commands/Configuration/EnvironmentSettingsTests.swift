// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// Settings from variables, and stronger settings.
///
/// Rule 62.
struct EnvironmentSettingsTests {
    /// Returns the options in force.
    func options(_ arguments: [String] = [], _ variables: [String: String]) throws -> Options {
        try Configuration(CommandLineWords(["."] + arguments), variables: variables).options
    }

    @Test("each option has a variable unless it asks for something once")
    func variables() {
        let names = EnvironmentSettings.options.map(EnvironmentSettings.name(of:))
        #expect(names.contains("TESTKIT_SHOW_OUTPUT") && names.contains("TESTKIT_JOBS"))
        #expect(!names.contains("TESTKIT_LIST") && !names.contains("TESTKIT_HELP"))
        for name in names { #expect(ManualPage.text.contains(name), "\(name)") }
    }

    @Test("values flags and lines")
    func forms() throws {
        let variables = [
            "TESTKIT_JOBS": "3", "TESTKIT_QUIET": "true", "TESTKIT_FILTER": "a\nglob:b*", "TESTKIT_TIMEOUT": "",
        ]
        let options = try options([], variables)
        #expect(options.jobs == 3 && options.quiet && options.filters.count == 2 && options.timeout == 60)
        #expect(try !self.options([], ["TESTKIT_QUIET": "0"]).quiet)
    }

    @Test("the command line is stronger")
    func precedence() throws {
        #expect(try options(["--jobs", "2"], ["TESTKIT_JOBS": "3"]).jobs == 2)
        let filters = try options(["--filter", "b"], ["TESTKIT_FILTER": "a"]).filters
        #expect(filters.map { $0.matches("a") } == [false])
        let loud = try options(["--verbose"], ["TESTKIT_QUIET": "1"])
        #expect(loud.verbose && !loud.quiet)
        #expect(try options(["--no-github"], ["TESTKIT_GITHUB": "1"]).github == false)
        // A report that was asked for elsewhere is meant for runs.
        #expect(try options(["--list"], ["TESTKIT_JUNIT": "x"]).reports[.junit] == nil)
    }

    @Test("an error names the variable")
    func errorName() throws {
        #expect(throws: UsageError.badValue("TESTKIT_QUIET", value: "x", expected: "true or false")) {
            try options([], ["TESTKIT_QUIET": "x"])
        }
        #expect(throws: UsageError.badValue("TESTKIT_SLOWEST", value: "-1", expected: "a whole number")) {
            try options([], ["TESTKIT_SLOWEST": "-1"])
        }
    }

    @Test("a slip is named")
    func slip() {
        let slips = EnvironmentSettings.slips(["TESTKIT_SEDE": "1", "TESTKIT_SEED": "1", "TESTKIT_STATIC_RUNNER": "1"])
        #expect(slips.map(\.name) == ["TESTKIT_SEDE"] && slips.map(\.suggestion) == ["TESTKIT_SEED"])
    }
}
