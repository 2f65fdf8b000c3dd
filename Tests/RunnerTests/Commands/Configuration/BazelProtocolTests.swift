// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// Settings from Bazel's variables.
struct BazelProtocolTests {
    /// All that it sets.
    static let variables = [
        "TEST_SRCDIR": "/r", "TEST_TOTAL_SHARDS": "4", "TEST_SHARD_INDEX": "0", "XML_OUTPUT_FILE": "/o/test.xml",
        "TESTBRIDGE_TEST_ONLY": "CartTests", "TEST_RANDOM_SEED": "7", "TEST_UNDECLARED_OUTPUTS_DIR": "/o/outputs",
    ]

    /// Returns the options in force.
    func options(_ arguments: [String] = [], _ variables: [String: String] = variables) throws -> Options {
        try Configuration(CommandLineWords(["."] + arguments), variables: variables).options
    }

    @Test("everything it asks for")
    func everything() throws {
        let options = try options()
        #expect(options.shard == Shard(index: 1, count: 4) && options.seed == 7)
        #expect(
            options.reports[.junit] == .file("/o/test.xml")
                && options.reports[.events] == .file("/o/outputs/events.jsonl"))
        #expect(options.filters.map { $0.matches("B/M.CartTests/testA") } == [true])
    }

    @Test("it counts only where Bazel runs the test")
    func outsideOfBazel() throws {
        var variables = Self.variables
        variables["TEST_SRCDIR"] = nil
        #expect(BazelProtocol(variables) == nil)
        #expect(try options([], variables).shard == nil)
        variables["BAZEL_TEST"] = "1"
        #expect(try options([], variables).shard != nil)
    }

    @Test("command line and own variables are stronger")
    func precedence() throws {
        let variables = Self.variables.merging(["TESTKIT_SEED": "8"]) { $1 }
        let options = try options(["--junit", "x", "--shard", "2/2"], variables)
        #expect(
            options.reports[.junit] == .file("x") && options.shard == Shard(index: 2, count: 2) && options.seed == 8)
    }

    @Test("no shards")
    func noShards() throws {
        #expect(try options([], ["TEST_SRCDIR": "", "TEST_TOTAL_SHARDS": "0"]).shard == nil)
        #expect(try options([], ["TEST_SRCDIR": "", "TEST_SHARD_INDEX": "3"]).shard == nil)
    }

    @Test("shards that make no sense", arguments: ["4", "-1", "", "x"])
    func badShards(index: String) {
        let expected = UsageError.badValue("TEST_SHARD_INDEX", value: index, expected: "a number from 0 to 3")
        #expect(throws: expected) { try options([], Self.variables.merging(["TEST_SHARD_INDEX": index]) { $1 }) }
    }
}
