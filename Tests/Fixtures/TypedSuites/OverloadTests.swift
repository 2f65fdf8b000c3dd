// SPDX-License-Identifier: MIT

import TestKit

/// Methods that nothing but `async` or the types of parameters tells apart; each fails with the name of its body.
class OverloadTests: TestCase {
    override class func examples() throws -> [Example] { [Example("one", value: 1)] }

    func testRuns() { fail("body: plain") }

    func testRuns() async { fail("body: asynchronous") }

    func testThrows() async throws { fail("body: asynchronous and throwing") }

    func testThrows() throws { fail("body: throwing") }

    func testMore() { fail("body: alone in the superclass") }

    func outlineTestItem(item: Int) { fail("body: of a whole number") }

    func outlineTestItem(item: Double) { fail("body: of a fraction") }

    func outlineTestItem(item: Int) async { fail("body: of a whole number, asynchronous") }
}

/// Overrides one overload, and adds one.
final class OverridingTests: OverloadTests {
    override func testRuns() async { fail("body: overridden") }

    func testMore() async { fail("body: added in the subclass") }
}
