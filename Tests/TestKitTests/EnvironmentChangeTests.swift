// SPDX-License-Identifier: MIT

import Glibc
import TestKit
import Testing

/// Changes of the environment that are undone.
///
/// Rule 43.
@Suite(.serialized) struct EnvironmentChangeTests {
    /// A variable's value.
    private func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    /// An error for bodies to throw.
    private struct Stop: Error {}

    @Test("a variable is set or removed and put back")
    func setAndRemoved() {
        setenv("TESTKIT_PROBE_A", "before", 1)
        unsetenv("TESTKIT_PROBE_B")
        let seen = withEnvironment(["TESTKIT_PROBE_A": nil, "TESTKIT_PROBE_B": "now"]) {
            [value("TESTKIT_PROBE_A"), value("TESTKIT_PROBE_B")]
        }
        #expect(seen == [nil, "now"])
        #expect(value("TESTKIT_PROBE_A") == "before" && value("TESTKIT_PROBE_B") == nil)
    }

    @Test("an error and an await also put it back")
    func errorAndAwait() async {
        unsetenv("TESTKIT_PROBE_C")
        #expect(throws: Stop.self) { try withEnvironment(["TESTKIT_PROBE_C": "x"]) { throw Stop() } }
        #expect(value("TESTKIT_PROBE_C") == nil)
        let seen = await withEnvironment(["TESTKIT_PROBE_C": "y"]) {
            await Task.yield()
            return value("TESTKIT_PROBE_C")
        }
        #expect(seen == "y" && value("TESTKIT_PROBE_C") == nil)
    }
}
