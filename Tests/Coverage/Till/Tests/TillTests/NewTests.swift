// SPDX-License-Identifier: MIT

import Testing
import Till

/// The lines that Swift Testing reaches.
struct NewTests {
    @Test("prices are added")
    func adds() { #expect(Till.total([1, 2]) == 3) }

    @Test("no prices come to nothing")
    func addsNothing() { #expect(Till.total([]) == 0) }

    @Test("a refund crashes")
    func crashes() { fatalError("on purpose: \(Till.refund(3))") }
}
