// SPDX-License-Identifier: MIT

import TestKit

/// Rules 20 to 22 and 25, as the report shows them.
final class WaitsTests: TestCase {
    func testAsyncForgetsToFinish() {
        finishTimeout = .milliseconds(200)
        recordLocation(line: 2001)
    }

    func testAsyncFromATask() {
        Task { [finish] in
            await MainActor.run {}
            finish()
        }
    }

    func testNotMet() {
        let never = Expectation("the answer arrived")
        wait(for: never, timeout: .milliseconds(20), line: 2002)
    }

    func testForgotten() { _ = Expectation("forgotten", line: 2003) }

    func testKnown() throws { try withKnownIssue("on the list") { expectEqual(1, 2) } }
}
