// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Sets of bundles.
struct BundleSetTests {
    @Test("what was inserted is in it, once, in ascending order")
    func insertion() {
        var set: BundleSet = [130, 0]
        #expect(set.insert(64) && !set.insert(130))
        #expect(set.indices == [0, 64, 130] && !set.isEmpty)
        #expect(set.contains(64) && !set.contains(63) && !set.contains(131) && !set.contains(1 << 40))
        set.formUnion([1, 64])
        #expect(set == BundleSet([0, 1, 64, 130]))
        #expect(BundleSet([]).isEmpty && BundleSet([]).indices == [])
    }

    @Test("an index that no bundle can have is passed over")
    func nonsense() {
        var set: BundleSet = [3]
        for index in [-1, -64, Int(UInt32.max), .max, .min] {
            #expect(!set.insert(index) && !set.contains(index))
        }
        #expect(set.indices == [3])
    }
}
