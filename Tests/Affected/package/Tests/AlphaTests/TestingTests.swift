// SPDX-License-Identifier: MIT

import Testing

@testable import Alpha

@Suite struct TestingTests {
    @Test func scale() { #expect(Point(x: 1, y: 2).scaled(by: 2).x == 2) }
    @Test(arguments: [1, 2, 3]) func lengths(n: Int) { #expect(n < 4) }
    @Test func limits() { #expect(limit == 42) }
    @Test func asynchronous() async { #expect(await later() == 5) }
    @Test func actors() async { #expect(await Counter().up() == 1) }
}
