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
        // What is about a run and was asked for elsewhere is meant for runs.
        for name in ["JUNIT", "REPORTER", "COVERAGE", "COVERAGE_FAIL_UNDER", "DIAGNOSE"] {
            let value = name == "DIAGNOSE" ? "last" : "9"
            #expect(throws: Never.self, "\(name)") { try options(["--list"], ["TESTKIT_\(name)": value]) }
        }
        let variables = ["TESTKIT_CONFIG": "/dev/null/none", "TESTKIT_PROFILE": "ci"]
        #expect(try options(["--no-config"], variables).ignoresConfiguration)
    }

    @Test("what does not go together is placed")
    func placedConflicts() throws {
        #expect(throws: UsageError.conflict("--repeat", "--retry (TESTKIT_RETRY)")) {
            try options(["--repeat", "2"], ["TESTKIT_RETRY": "1"])
        }
        #expect(throws: UsageError.conflict("--diagnose=last (TESTKIT_DIAGNOSE)", "--isolation none")) {
            try options(["--isolation", "none"], ["TESTKIT_DIAGNOSE": "last"])
        }
        #expect(throws: UsageError.needs("--balance (TESTKIT_BALANCE)", "--shard")) {
            try options([], ["TESTKIT_BALANCE": "cases"])
        }
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
        // The name of an option that no variable sets.
        #expect(EnvironmentSettings.slips(["TESTKIT_WATCH": "1"]).map(\.suggestion) == ["--watch on the command line"])
        // A set-up, or a test, may have started the runner.
        #expect(EnvironmentSettings.slips(["TESTKIT_ENV": "/tmp/x", "TESTKIT_ATTEMPT": "1"]).isEmpty)
    }
}
