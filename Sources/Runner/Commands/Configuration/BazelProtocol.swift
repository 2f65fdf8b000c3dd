// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// Bazel's requests to a test ("Test Encyclopedia"), as settings and as files to create.
///
/// It counts only where Bazel runs the test: `BAZEL_TEST` is 1, or `TEST_SRCDIR` is set.
struct BazelProtocol: Equatable {
    /// The variables, where Bazel runs the test.
    private let variables: [String: String]

    /// Looks at an environment; nil where it is not Bazel's.
    init?(_ variables: [String: String]) {
        guard variables["BAZEL_TEST"] == "1" || variables["TEST_SRCDIR"] != nil else { return nil }
        self.variables = variables
    }

    /// A variable that is set, and not empty.
    private subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the requests as settings.
    func settings() throws(UsageError) -> [Setting] {
        var settings: [Setting] = []
        func add(_ option: String, _ value: String?, from name: String) {
            guard let option = OptionTable.option(named: option) else { return }
            settings.append(Setting(option: option, value: value, spelling: name, origin: .environment(name)))
        }
        if let shard = try shard() { add("shard", shard.description, from: "TEST_SHARD_INDEX") }
        if let path = self["XML_OUTPUT_FILE"] { add("junit", path, from: "XML_OUTPUT_FILE") }
        if let path = self["TEST_UNDECLARED_OUTPUTS_DIR"] {
            add("events", path + "/events.jsonl", from: "TEST_UNDECLARED_OUTPUTS_DIR")
        }
        if let filter = self["TESTBRIDGE_TEST_ONLY"] { add("filter", filter, from: "TESTBRIDGE_TEST_ONLY") }
        if let seed = self["TEST_RANDOM_SEED"] { add("seed", seed, from: "TEST_RANDOM_SEED") }
        if self["TESTBRIDGE_TEST_RUNNER_FAIL_FAST"] == "1" {
            add("fail-fast", nil, from: "TESTBRIDGE_TEST_RUNNER_FAIL_FAST")
        }
        return settings
    }

    /// The part of the run that Bazel asks for; Bazel counts from 0.
    private func shard() throws(UsageError) -> Shard? {
        guard let total = self["TEST_TOTAL_SHARDS"] else { return nil }
        guard let count = Int(total), (0...Shard.countLimit).contains(count) else {
            throw .badValue("TEST_TOTAL_SHARDS", value: total, expected: "a number of shards")
        }
        if count == 0 { return nil }
        let text = self["TEST_SHARD_INDEX"] ?? ""
        guard let index = Int(text), (0..<count).contains(index) else {
            throw .badValue("TEST_SHARD_INDEX", value: text, expected: "a number from 0 to \(count - 1)")
        }
        return Shard(index: index + 1, count: count)
    }

    /// Does what must be done before anything runs: says that shards are understood, leaves a file that betrays an end
    /// before the end, and gives tests a directory for their temporary files.
    func begin() throws(SystemFault) {
        if self["TEST_TOTAL_SHARDS"] != nil, let path = self["TEST_SHARD_STATUS_FILE"] { try Self.touch(path) }
        if let path = self["TEST_PREMATURE_EXIT_FILE"] { try Self.touch(path) }
        if let path = self["TEST_TMPDIR"] { setenv("TMPDIR", path, 1) }
    }

    /// Says that the end is one.
    func end() {
        if let path = self["TEST_PREMATURE_EXIT_FILE"] { unlink(path) }
    }

    /// Makes an empty file, where there is none.
    private static func touch(_ path: String) throws(SystemFault) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemFault("failed to make the file '\(path)' that Bazel asks for") }
        close(descriptor)
    }
}
