// SPDX-License-Identifier: MIT

import TestKit

/// The laws of set algebra, over sets that a fixed seed draws.
final class SetAlgebraTests: TestCase {
    /// Three sets, drawn once for all cases.
    private var sets: (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])

    override func setUpTest() throws {
        var generator = SplitMix64(state: 7)
        func draw() -> Set<Int> { Set((0..<50).map { _ in Int.random(in: 0..<100, using: &generator) }) }
        sets = (draw(), draw(), draw())
        try requireNotEmpty(sets.0.intersection(sets.1), "disjoint sets would prove little")
    }

    override func tearDownTest() {
        sets = ([], [], [])
    }

    func testUnionAndIntersectionDistribute() {
        let (a, b, c) = sets
        expectEqual(a.intersection(b.union(c)), a.intersection(b).union(a.intersection(c)))
        expectEqual(a.union(b.intersection(c)), a.union(b).intersection(a.union(c)))
    }

    func testDifferencesAddUp() {
        let (a, b, _) = sets
        expectEqual(a.symmetricDifference(b), a.subtracting(b).union(b.subtracting(a)))
        expectTrue(a.subtracting(b).isDisjoint(with: b))
    }

    func testSubsetsAreOrdered() {
        let (a, b, _) = sets
        expectTrue(a.intersection(b).isSubset(of: a))
        expectTrue(a.union(b).isSuperset(of: b))
        expectFalse(a.isStrictSubset(of: a))
    }

    func testInsertTellsWhetherItWasNew() {
        var letters: Set<Character> = ["a"]
        expectTrue(letters.insert("b").inserted)
        expectFalse(letters.insert("a").inserted)
        expectNil(letters.remove("z"))
    }
}
