// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import Runner

/// Settings of `testkit.json`, its faults, and stronger settings.
///
/// Rule 62.
struct ConfigurationTests {
    /// A directory for files.
    let scratch = TemporaryDirectory()

    /// Returns the configuration of a directory with a file.
    func configuration(
        _ text: String, _ arguments: [String] = [], _ variables: [String: String] = [:]
    ) throws -> Configuration {
        try scratch.write(Array(text.utf8), to: "bundles/testkit.json")
        return try Configuration(CommandLineWords([scratch.path("bundles")] + arguments), variables: variables)
    }

    /// Returns the fault of a file, without its path.
    func fault(_ text: String, _ arguments: [String] = []) -> String? {
        do {
            _ = try configuration(text, arguments)
            return nil
        } catch { return "\(error)".replacingOccurrences(of: scratch.path("bundles") + "/testkit.json", with: "F") }
    }

    @Test("options of each kind")
    func kinds() throws {
        let options = try configuration(
            """
            {"options": {
              "timeout": 2.5, "jobs": 3, "seed": 18446744073709551615, "recursive": true, "quiet": false,
              "isolation": "case", "filter": ["a", "re:b"], "skip": "c", "fail-fast": true, "junit": "x.xml"
            }}
            """
        ).options
        #expect(options.timeout == 2.5 && options.jobs == 3 && options.seed == .max)
        #expect(options.recursive && !options.quiet && options.isolation == .case && options.failFast == 1)
        #expect(options.filters.count == 2 && options.skips.count == 1 && options.reports[.junit] == .file("x.xml"))
        #expect(try configuration(#"{"options": {"seed": "0xff", "fail-fast": 3}}"#).options.seed == 255)
    }

    @Test("every option that has a variable for files can be set")
    func completeness() throws {
        for option in OptionTable.all where option.reach == .everywhere && option.takes == nil {
            #expect(try configuration("{\"options\": {\"\(option.name)\": true}}").settings.map(\.asked) == ["true"])
        }
    }

    @Test(
        "what is wrong",
        arguments: [
            (#"{"option": {}}"#, "F:1:2: unknown key 'option'; did you mean 'options'?"),
            (#"{"x": {}}"#, "F:1:2: unknown key 'x'; expected options, bundles, tests, set-up, resources or profiles"),
            ("[]", "F:1:1: the file: expected an object, got an array"),
            (#"{"options": {"jbos": 3}}"#, "F:1:14: unknown option 'jbos'; did you mean 'jobs'?"),
            (#"{"options": {"list": true}}"#, "F:1:14: --list cannot be set here, only on the command line"),
            (#"{"options": {"jobs": "3"}}"#, "F:1:22: jobs: expected a number, got \"3\""),
            (#"{"options": {"jobs": 0}}"#, "F:1:22: jobs: expected a number from 1 to 256, got '0'"),
            (#"{"options": {"quiet": 1}}"#, "F:1:23: quiet: expected true or false, got 1"),
            (#"{"options": {"filter": [1]}}"#, "F:1:25: filter: expected a text or an array of texts, got 1"),
            (#"{"options": {"color": ["auto"]}}"#, "F:1:23: color: expected auto, always or never, got an array"),
            (
                #"{"options": {"color": "alway"}}"#,
                "F:1:23: color: expected auto, always or never (did you mean always?), got 'alway'"
            ),
            (#"{"options": {"fail-fast": "x"}}"#, "F:1:27: fail-fast: expected a number, true or false, got \"x\""),
            (
                "{\"profiles\": {\"ci\": {\n\"options\": {\"slowest\": -1}}}}",
                "F:2:24: slowest: expected a whole number, got '-1'"
            ),
            (
                #"{"profiles": {"ci": {"profiles": {}}}}"#,
                "F:1:22: unknown key 'profiles'; expected options, bundles, tests, set-up or resources"
            ),
            (#"{"bundles": {"A": {"timeot": 1}}}"#, "F:1:20: unknown key 'timeot'; did you mean 'timeout'?"),
            (
                #"{"bundles": {"A": {"timeout": 0}}}"#,
                "F:1:31: timeout: expected a number of seconds greater than 0 and at most 1000000000, got '0'"
            ),
            (
                #"{"bundles": {"A": {"timeout": true}}}"#,
                "F:1:31: timeout: expected a number of seconds, got true"
            ),
            (
                #"{"bundles": {"A": {"isolation": "none"}}}"#,
                "F:1:33: isolation: expected worker, class or case, got 'none'"
            ),
            (#"{"bundles": {"A": {"output": "tty"}}}"#, "F:1:30: output: expected file or pipe, got 'tty'"),
            (#"{"bundles": {"A": {"output": 1}}}"#, "F:1:30: output: expected file or pipe, got 1"),
            (
                #"{"bundles": {"A": {"chance": "hashing=on"}}}"#,
                "F:1:30: chance: expected \(ChanceChoice.parts), got 'hashing=on'"
            ),
            (
                #"{"bundles": {"A": {"chance": true}}}"#,
                "F:1:30: chance: expected \(ChanceChoice.parts), got true"
            ),
            (
                #"{"bundles": {"A": {"environment": {"B=": ""}}}}"#,
                "F:1:36: environment: expected the name of a variable, got 'B='"
            ),
            (
                #"{"bundles": {"A": {"environment": {"B": 1}}}}"#,
                "F:1:41: environment: B: expected a text or null, got 1"
            ),
            (#"{"bundles": {"A": {"tags": "x"}}}"#, "F:1:28: tags: expected an array of texts, got \"x\""),
            (#"{"bundles": {"A": {"tags": ["x", ""]}}}"#, "F:1:34: tags: expected a tag, got \"\""),
            (
                #"{"tests": [{"match": "x", "flaky": "no"}]}"#,
                "F:1:36: flaky: expected \"pass\" or \"fail\", got \"no\""
            ),
            (
                #"{"tests": [{"match": "x", "slow": 3}]}"#,
                "F:1:35: slow: expected a multiple of the usual duration above 1, such as \"3x\", got 3"
            ),
            (
                #"{"tests": [{"match": "x", "slow": "0.5x"}]}"#,
                "F:1:35: slow: expected a multiple of the usual duration above 1, such as \"3x\", got \"0.5x\""
            ),
            (#"{"options": {},}"#, "F:1:16: expected a name in quotation marks, got '}'"),
        ])
    func malformed(text: String, reason: String) { #expect(fault(text) == reason) }

    @Test(
        "what is wrong with a rule, a limit or a set-up",
        arguments: [
            (#"{"tests": {}}"#, "11: tests: expected an array of objects, got an object"),
            (#"{"tests": [{"retry": 1}]}"#, "12: a rule of tests: needs 'match', a pattern as --filter takes it"),
            (#"{"tests": [{"match": "re:(", "retry": 1}]}"#, "22: match: expected a valid regular expression"),
            (#"{"tests": [{"match": "a"}]}"#, "12: a rule of tests: expected one of retry, retry-delay, timeout, "),
            (#"{"tests": [{"match": "a", "retry": "1"}]}"#, "36: retry: expected a number, got \"1\""),
            (#"{"tests": [{"match": "a", "retrys": 1}]}"#, "27: unknown key 'retrys'; did you mean 'retry'?"),
            (
                #"{"tests": [{"match": "a", "skip": ""}]}"#,
                #"35: skip: expected a reason, such as the bug's address, got """#
            ),
            (#"{"tests": [{"match": "a", "tasks": "random"}]}"#, #"36: tasks: expected "seeded" or "system""#),
            (
                #"{"tests": [{"match": "a", "skip": "x", "quarantine": "y"}]}"#,
                "40: a rule of tests: expected only one of skip, known-failing and quarantine"
            ),
            (#"{"tests": [{"match": "a", "resources": "db"}]}"#, "40: resources: expected an array of names"),
            (#"{"tests": [{"match": "a", "resources": [""]}]}"#, "41: resources: expected a name"),
            (#"{"tests": [{"match": "a", "slots": 0}]}"#, #"36: slots: expected "all", or a number from 1 to"#),
            (#"{"tests": [{"match": "a", "slots": "al"}]}"#, #"36: slots: expected "all", or a number from 1 to 256,"#),
            (#"{"tests": [{"match": "a", "ends": "abort"}]}"#, "35: ends: expected a signal such as"),
            (#"{"tests": [{"match": "a", "ends": 256}]}"#, "35: ends: expected a signal such as"),
            (#"{"tests": [{"match": "a", "ends": -1}]}"#, "35: ends: expected a signal such as"),
            (#"{"tests": [{"match": "a", "ends": true}]}"#, "35: ends: expected a signal such as"),
            (#"{"tests": [{"match": "a", "ends": 1.5}]}"#, "35: ends: expected a signal such as"),
            (#"{"resources": {"db": 2}}"#, "22: the resource 'db': expected an object, got 2"),
            (#"{"resources": {"db": {}}}"#, "22: the resource 'db': needs 'jobs'"),
            (#"{"resources": {"db": {"jobs": 0}}}"#, "31: jobs: expected a number from 1 to 256, got 0"),
            (#"{"resources": {"db": {"job": 1}}}"#, "23: unknown key 'job'; did you mean 'jobs'?"),
            (#"{"resources": {"": {"jobs": 1}}}"#, "16: resources: a resource needs a name"),
            (#"{"set-up": [{"run": "a", "for": "a and"}]}"#, "33: for: expected patterns combined"),
            (#"{"set-up": [{"run": "a", "for": 1}]}"#, "33: for: expected a pattern as --filter takes it, got 1"),
            (
                #"{"set-up": [{"run": "a", "for": "b", "bundles": []}]}"#,
                "13: a set-up: expected 'for' or 'bundles', got both"
            ),
        ])
    func malformedRule(text: String, reason: String) {
        let fault = fault(text)
        #expect(fault?.hasPrefix("F:1:\(reason)") == true, "\(fault ?? "")")
    }

    @Test("the stronger place counts")
    func precedence() throws {
        let text = """
            {"options": {"timeout": 1, "jobs": 1, "slowest": 1, "retry": 1, "quiet": true, "filter": ["a"]},
             "profiles": {"ci": {"options": {"jobs": 2, "slowest": 2, "retry": 2}}}}
            """
        let configuration = try configuration(
            text, ["--profile", "ci", "--retry", "4", "--verbose", "--filter=b"],
            ["TESTKIT_SLOWEST": "3", "TESTKIT_RETRY": "3"])
        let options = configuration.options
        #expect(options.timeout == 1 && options.jobs == 2 && options.slowest == 3 && options.retry == 4)
        #expect(options.verbose && !options.quiet && options.filters.count == 1)
        let path = scratch.path("bundles") + "/testkit.json"
        let report = ConfigurationReport(configuration: configuration, files: []).text.split(separator: "\n")
        func row(_ name: String) -> [Substring]? {
            report.first { $0.hasPrefix("  \(name) ") }?.split(
                separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        }
        #expect(row("timeout")?[2].hasSuffix("\(path):1:25") == true)
        #expect(row("jobs")?[2].hasSuffix("\(path):2:42, profile ci") == true)
        #expect(row("slowest")?[1...].map { $0.trimmingCharacters(in: .whitespaces) } == ["3", "TESTKIT_SLOWEST"])
        #expect(row("retry")?[1...].map { $0.trimmingCharacters(in: .whitespaces) } == ["4", "command line"])
        #expect(row("load-timeout")?[1...].map { $0.trimmingCharacters(in: .whitespaces) } == ["10", "default"])
        #expect(try self.configuration(text, [], ["TESTKIT_QUIET": "0"]).options.quiet == false)
        #expect(try self.configuration(text, ["--no-config"]).options.timeout == 60)
    }

    @Test("each key of a rule is shown")
    func rulesAreShown() throws {
        let values = [
            "retry": "2", "retry-delay": "1", "timeout": "3", "resources": #"["disk"]"#, "slots": #""all""#,
            "ends": "4", "flaky": #""fail""#, "slow": #""5x""#, "tasks": #""seeded""#,
            "concurrency": #""framework""#, "keeps-running": "true", "skip": #""why""#,
            "known-failing": #""why""#, "quarantine": #""why""#,
        ]
        #expect(Set(values.keys).union(["match"]) == Set(TestRule.keys))
        for (key, value) in values {
            let configuration = try configuration("{\"tests\": [{\"match\": \"x\", \"\(key)\": \(value)}]}")
            let report = ConfigurationReport(configuration: configuration, files: []).text
            #expect(try report.contains(Regex("\ntests:\n  x  \(key):? ")), "\(key)")
        }
    }

    @Test("bundles of a file are those beside it")
    func bundlePaths() throws {
        let text = """
            {"bundles": {"A": {"timeout": 5, "isolation": "case", "environment": {"X": "1", "Y": "1", "Z": null}}},
             "profiles": {"ci": {"bundles": {"A": {"timeout": 6, "environment": {"Y": "2"}}, "B": {}}}}}
            """
        let inside = BundleFile(path: scratch.path("bundles") + "/A.so", name: "A")
        let outside = BundleFile(path: scratch.path("elsewhere") + "/A.so", name: "A")
        var configuration = try configuration(text)
        #expect(configuration.settings(of: inside)?.timeout?.value == 5)
        #expect(configuration.settings(of: outside) == nil)
        configuration = try self.configuration(text, ["--profile=ci", "--isolation", "worker"])
        let settings = try #require(configuration.settings(of: inside))
        #expect(settings.timeout?.value == 6 && settings.isolation == nil)
        #expect(settings.environment.mapValues(\.value) == ["X": "1", "Y": "2", "Z": nil])
        #expect(configuration.warnings([inside]).count == 1, "B is one letter from A")
        configuration = try Configuration(
            CommandLineWords([".", "--config", scratch.path("bundles/testkit.json")]), variables: [:])
        #expect(configuration.settings(of: outside)?.timeout?.value == 5)
        configuration = try self.configuration(#"{"set-up": [{"run": "true", "bundles": ["A", "B"]}]}"#)
        #expect(configuration.warnings([inside]).count == 1, "so is that of a set-up")
    }

    @Test("several files must agree")
    func severalFiles() throws {
        try scratch.write(Array(#"{"options": {"jobs": 2, "retry": 1}}"#.utf8), to: "other/testkit.json")
        #expect(fault(#"{"options": {"jobs": 2}}"#, [scratch.path("other")]) == nil)
        let other = scratch.path("other/testkit.json")
        #expect(
            fault(#"{"options": {"jobs": 3}}"#, [scratch.path("other")])
                == "\(other):1:22: 'jobs' has another value at F:1:22; choose one file with --config")
        let chosen = try configuration(#"{"options": {"jobs": 3}}"#, [scratch.path("other"), "--config", other])
        #expect(chosen.options.jobs == 2 && chosen.sources.files.map(\.path) == [other])
    }

    @Test("profiles that are not")
    func missingProfiles() {
        #expect(
            fault(#"{"profiles": {"ci": {}}}"#, ["--profile", "cu"])
                == "--profile: expected ci (did you mean ci?), got 'cu'")
        #expect(throws: UsageError.badValue("--profile", value: "ci", expected: "a testkit.json beside the bundles")) {
            try Configuration(CommandLineWords([scratch.path(""), "--profile", "ci"]), variables: [:])
        }
        #expect(fault("{}", ["--no-config", "--profile", "x"]) == "--profile and --no-config cannot be used together")
    }

    @Test("a file that is not there is an error only where it is asked for")
    func missingFile() throws {
        #expect(throws: SystemFault.self) {
            try Configuration(CommandLineWords([".", "--config", scratch.path("none")]), variables: [:])
        }
        #expect(try Configuration(CommandLineWords([scratch.path("")]), variables: [:]).sources.files.isEmpty)
    }
}
