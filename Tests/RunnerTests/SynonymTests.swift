// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// Spellings of options that other tools have.
struct SynonymTests {
    @Test(
        "replaced",
        arguments: [
            (["--max-failures", "3", "dir"], ["--fail-fast=3", "dir"]), (["--maxfail=3"], ["--fail-fast=3"]),
            (["--retries", "2", "dir"], ["--retry", "2", "dir"]), (["--retries=2"], ["--retry=2"]),
            (["--list-tests", "dir"], ["--list", "dir"]), (["--parallel", "dir"], ["dir"]),
            (["--no-parallel", "dir"], ["--jobs=1", "dir"]), (["--last-failed"], ["--rerun-failed"]),
            (["--exitfirst"], ["--fail-fast"]), (["--no-capture"], ["--show-output=live"]),
            (["--filter", "--retries", "2"], ["--filter", "--retries", "2"]),
            (["--", "--retries"], ["--", "--retries"]),
            (["-qj", "--retries", "--lf"], ["-qj", "--retries", "--rerun-failed"]),
        ])
    func replaced(arguments: [String], expected: [String]) throws {
        #expect(try Synonym.replaced(in: arguments) == expected)
    }

    @Test("what is left out is asked for by the name that was given")
    func whatIsLeftOutIsAskedForByTheNameThatWasGiven() {
        #expect(throws: UsageError.missingValue("--retries", placeholder: "N")) {
            try Synonym.replaced(in: ["dir", "--retries"])
        }
        #expect(throws: UsageError.missingValue("--max-failures", placeholder: "N")) {
            try Synonym.replaced(in: ["--max-failures"])
        }
        #expect(throws: UsageError.unexpectedValue("--parallel")) { try Synonym.replaced(in: ["--parallel=4"]) }
    }

    @Test("they stand for options and hide none")
    func theyStandForOptionsAndHideNone() {
        for synonym in Synonym.all {
            #expect(OptionTable.option(named: synonym.name) == nil, "\(synonym.name)")
            if let option = synonym.option { #expect(OptionTable.option(named: option) != nil, "\(synonym.name)") }
        }
        #expect(Set(Synonym.all.map(\.name)).count == Synonym.all.count)
    }

    @Test(
        "a slip of one leads to the option",
        arguments: [
            ("--retris", "--retry"), ("--max-failurs", "--fail-fast"), ("--list-test", "--list"), ("--sed", "--seed"),
        ])
    func aSlipOfOneLeadsToTheOption(slip: String, option: String) {
        #expect(throws: UsageError.unknownOption(slip, suggestion: option)) { try CommandLineWords([slip]) }
    }
}
