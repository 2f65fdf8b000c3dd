// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// Spellings of options that other tools have.
struct SynonymTests {
    @Test(
        "whoever gives one, or a slip of one, is led to the runner's own",
        arguments: [
            ("--max-failures", "--fail-fast=N"), ("--retries", "--retry"), ("--lf", "--rerun-failed"),
            ("--no-parallel", "--jobs=1"), ("--no-capture", "--show-output=live"),
            ("--retris", "--retry"), ("--max-failurs", "--fail-fast=N"), ("--list-test", "--list"), ("--sed", "--seed"),
        ])
    func suggested(given: String, own: String) {
        #expect(throws: UsageError.unknownOption(given, suggestion: own)) { try CommandLineWords([given]) }
    }

    @Test("they name options and hide none")
    func knownOptions() {
        for synonym in Synonym.all {
            #expect(OptionTable.option(named: synonym.name) == nil, "\(synonym.name)")
            #expect(OptionTable.option(named: synonym.option) != nil, "\(synonym.name)")
        }
        #expect(Set(Synonym.all.map(\.name)).count == Synonym.all.count)
    }
}
