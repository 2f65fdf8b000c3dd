// SPDX-License-Identifier: MIT

import Sample
import Testing

/// Tests of Swift Testing, whose names say how they end.
@Suite struct FunctionTests {
    @Test func passes() { #expect(double(1) == 2) }
    @Test func fails() { #expect(double(2) == 5) }
    @Test func crashes() {
        let none = Int("x")
        print(none!)
    }
    @Test(arguments: [1, 2, 3]) func passesWithArguments(_ number: Int) { #expect(double(number) > number) }
    @Test func passesLater() async { await Task.yield() }
    @Test(.disabled("off")) func skips() {}
}
